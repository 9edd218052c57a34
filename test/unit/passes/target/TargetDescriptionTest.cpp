#include "passes/target/TargetDescription.h"
#include "udpc/encoding.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(TargetDescription, FitsTriples) {
  auto NameFor = [](StringRef T) -> StringRef {
    const TargetDescription *D = findTarget(Triple(T));
    return D ? D->name() : "none";
  };
  EXPECT_EQ(NameFor("x86_64-pc-linux-gnu"), "x86-64");
  EXPECT_EQ(NameFor("riscv64-linux-gnu"), "riscv64");
  // Neither the same pointers nor the same thread-local storage.
  EXPECT_EQ(NameFor("x86_64-pc-linux-gnux32"), "none");
  EXPECT_EQ(NameFor("i386-linux-gnu"), "none");
  EXPECT_EQ(NameFor("aarch64-linux-gnu"), "none");
  EXPECT_EQ(NameFor("x86_64-apple-macosx"), "none");
}

TEST(TargetDescription, HasNames) {
  EXPECT_EQ(targetNames(), "x86-64, riscv64");
  for (StringRef Name : {"x86-64", "riscv64"}) {
    ASSERT_NE(findTarget(Name), nullptr);
    EXPECT_EQ(findTarget(Name)->name(), Name);
  }
  EXPECT_EQ(findTarget(StringRef("none")), nullptr);
}

TEST(TargetDescription, WritesTheInstruction) {
  EXPECT_EQ(findTarget("x86-64")->instruction(0, 0),
            "nopw -587268096(%rax,%rax,1)");
  EXPECT_EQ(findTarget("x86-64")->instruction(255, 1),
            "nopw -587202815(%rax,%rax,1)");
  EXPECT_EQ(findTarget("riscv64")->instruction(255, 1), "slti zero, zero, 511");
}

TEST(Encoding, X86) {
  const uint8_t Code[] = {0x66, 0x0f, 0x1f, 0x84, 0, 1, 0x2a, 0xff, 0xdc};
  uint8_t Counter, Command;
  ASSERT_TRUE(encoding::x86_64::decode(Code, Counter, Command));
  EXPECT_EQ(Counter, 0x2a);
  EXPECT_EQ(Command, 1);
  EXPECT_EQ(encoding::word(0x2a, 1), 0xdcff2a01u);
  for (size_t I : {0, 1, 2, 3, 4, 7, 8}) {
    uint8_t Other[sizeof(Code)];
    std::copy(std::begin(Code), std::end(Code), Other);
    Other[I] ^= 1;
    EXPECT_FALSE(encoding::x86_64::decode(Other, Counter, Command)) << I;
  }
}

TEST(Encoding, RISCV) {
  for (unsigned N : {0u, 1u, 255u})
    for (unsigned C : {0u, 1u, 7u}) {
      uint32_t Word = encoding::riscv64::instruction(N, C);
      const uint8_t Code[] = {uint8_t(Word), uint8_t(Word >> 8),
                              uint8_t(Word >> 16), uint8_t(Word >> 24)};
      uint8_t Counter, Command;
      ASSERT_TRUE(encoding::riscv64::decode(Code, Counter, Command));
      EXPECT_EQ(Counter, N);
      EXPECT_EQ(Command, C);
    }
  // slti a0, zero, 1; slti zero, a0, 1; slti zero, zero, -1; addi zero,
  // zero, 1.
  for (uint32_t Word : {0x00102513u, 0x00152013u, 0xfff02013u, 0x00100013u}) {
    const uint8_t Code[] = {uint8_t(Word), uint8_t(Word >> 8),
                            uint8_t(Word >> 16), uint8_t(Word >> 24)};
    uint8_t Counter, Command;
    EXPECT_FALSE(encoding::riscv64::decode(Code, Counter, Command)) << Word;
  }
}
