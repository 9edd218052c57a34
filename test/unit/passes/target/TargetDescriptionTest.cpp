// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/TargetDescription.h"
#include "udpc/encoding.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static const Triple X86("x86_64-pc-linux-gnu"), RISCV("riscv64-linux-gnu");

TEST(TargetDescription, FitsTriples) {
  ASSERT_NE(findTarget(X86), nullptr);
  ASSERT_NE(findTarget(RISCV), nullptr);
  EXPECT_NE(findTarget(X86), findTarget(RISCV));
  // Neither the same pointers nor the same thread-local storage.
  for (StringRef T : {"x86_64-pc-linux-gnux32", "i386-linux-gnu",
                      "aarch64-linux-gnu", "x86_64-apple-macosx"})
    EXPECT_EQ(findTarget(Triple(T)), nullptr) << T.str();
}

TEST(TargetDescription, WritesTheInstruction) {
  EXPECT_EQ(findTarget(X86)->instruction({0, 0}),
            "nopw -587268096(%rax,%rax,1)");
  EXPECT_EQ(findTarget(X86)->instruction({255, 1}),
            "nopw -587202815(%rax,%rax,1)");
  EXPECT_EQ(findTarget(RISCV)->instruction({255, 1}), "slti zero, zero, 511");
  // Of several sites.
  EXPECT_EQ(findTarget(X86)->instruction({0, 0, 2}),
            "nopw -587268088(%rax,%rax,1)");
  EXPECT_EQ(findTarget(RISCV)->instruction({255, 1, 32}),
            "slti zero, x31, 511");
  // Of two counters.
  EXPECT_EQ(findTarget(X86)->instruction({5, 0, 3, 2}),
            "nopw -587462523(%rax,%rax,1)");
  EXPECT_EQ(findTarget(RISCV)->instruction({5, 0, 3, 2}), "sltiu zero, x2, 69");
  EXPECT_EQ(findTarget(RISCV)->instruction({63, 1, 32, 32}),
            "sltiu zero, x31, -1");
}

TEST(Encoding, IsReadBackOnX86) {
  const uint8_t Code[] = {0x66, 0x0f, 0x1f, 0x84, 0, 0xf9, 0x2a, 0xff, 0xdc};
  encoding::Instruction I;
  ASSERT_TRUE(encoding::x86_64::decode(Code, I));
  EXPECT_EQ(I.Counter, 0x2a);
  EXPECT_EQ(I.Command, 1);
  EXPECT_EQ(I.Times, 32);
  EXPECT_EQ(encoding::word(I), 0xdcff2af9u);
  EXPECT_EQ(encoding::word({0x2a, 1}), 0xdcff2a01u);
  for (size_t At : {0, 1, 2, 3, 4, 7, 8}) {
    encoding::Instruction Result;
    uint8_t Other[sizeof(Code)];
    std::copy(std::begin(Code), std::end(Code), Other);
    Other[At] ^= 1;
    EXPECT_FALSE(encoding::x86_64::decode(Other, Result)) << At;
  }
}

TEST(Encoding, IsReadBackOnRISCV) {
  for (unsigned N : {0u, 1u, 255u})
    for (unsigned C : {0u, 1u, 7u, 256u + 1}) {
      unsigned Times = C > 7 ? 32 : 1;
      uint32_t Word = encoding::riscv64::instruction(
          {uint8_t(N), uint8_t(C), uint8_t(Times)});
      const uint8_t Code[] = {uint8_t(Word), uint8_t(Word >> 8),
                              uint8_t(Word >> 16), uint8_t(Word >> 24)};
      encoding::Instruction I;
      ASSERT_TRUE(encoding::riscv64::decode(Code, I));
      EXPECT_EQ(I.Counter, N);
      EXPECT_EQ(I.Command, uint8_t(C));
      EXPECT_EQ(I.Times, Times);
    }
  // slti a0, zero, 1; slti a0, zero, -1; addi zero, zero, 1; sltiu a0, zero, 1.
  for (uint32_t Word : {0x00102513u, 0xfff02513u, 0x00100013u, 0x00103513u}) {
    const uint8_t Code[] = {uint8_t(Word), uint8_t(Word >> 8),
                            uint8_t(Word >> 16), uint8_t(Word >> 24)};
    encoding::Instruction I;
    EXPECT_FALSE(encoding::riscv64::decode(Code, I)) << Word;
  }
}

static void roundTrip(encoding::Instruction I) {
  uint32_t Word = encoding::riscv64::instruction(I), X86 = encoding::word(I);
  const uint8_t RISCV[] = {uint8_t(Word), uint8_t(Word >> 8),
                           uint8_t(Word >> 16), uint8_t(Word >> 24)};
  const uint8_t X86_64[] = {0x66,
                            0x0f,
                            0x1f,
                            0x84,
                            0x00,
                            uint8_t(X86),
                            uint8_t(X86 >> 8),
                            uint8_t(X86 >> 16),
                            uint8_t(X86 >> 24)};
  encoding::Instruction A, B;
  ASSERT_TRUE(encoding::riscv64::decode(RISCV, A));
  ASSERT_TRUE(encoding::x86_64::decode(X86_64, B));
  for (const encoding::Instruction &Read : {A, B}) {
    EXPECT_EQ(Read.Counter, I.Counter);
    EXPECT_EQ(Read.Command, I.Command);
    EXPECT_EQ(Read.Times, I.Times);
    EXPECT_EQ(Read.NextTimes, I.NextTimes);
  }
}

TEST(Encoding, HoldsTwoCounters) {
  for (uint8_t Counter : {0, 1, 62, 63})
    for (uint8_t Command : {0, 1})
      for (uint8_t Times : {1, 7, 32})
        for (uint8_t NextTimes : {0, 1, 16, 32})
          roundTrip({Counter, Command, Times, NextTimes});
  encoding::Instruction I = {63, 1, 4, 9};
  ASSERT_EQ(I.numParts(), 2u);
  EXPECT_EQ(I.part(0).Counter, 63);
  EXPECT_EQ(I.part(0).Times, 4);
  EXPECT_EQ(I.part(1).Counter, 64);
  EXPECT_EQ(I.part(1).Command, 1);
  EXPECT_EQ(I.part(1).Times, 9);
}

/// A set of \p L from \p First on, the numbers of its parts by \p Times.
static encoding::Instruction
makeSet(uint8_t First, const encoding::SetLimits &L,
        llvm::function_ref<unsigned(unsigned Part, unsigned Most)> Times) {
  const encoding::SetShape &S = encoding::SetShapes[L.Shape];
  uint32_t Fields = 0;
  for (unsigned C = 0; C != L.Counters; ++C)
    for (unsigned Command : {0, 1})
      Fields |= Times(2 * C + Command, Command ? L.MaxDec : L.MaxInc)
                << S.shift(C, Command);
  return {First, 0, 1, 0, encoding::makeSet(S, Fields)};
}

TEST(Encoding, SetsAreReadAsTheyWereWritten) {
  for (bool IsX86 : {false, true}) {
    llvm::ArrayRef<encoding::SetLimits> Sets = encoding::riscv64::Sets;
    if (IsX86)
      Sets = encoding::x86_64::Sets;
    for (const encoding::SetLimits &L : Sets)
      for (unsigned First : {0, 5, 31, 255})
        for (unsigned Only = 0; Only != 2u * L.Counters + 1; ++Only) {
          if (!IsX86 && First > 31)
            continue;
          // All at their limit, or one.
          encoding::Instruction I =
              makeSet(First, L, [&](unsigned Part, unsigned Most) {
                return Only == 2u * L.Counters || Part == Only ? Most : 0;
              });
          encoding::Instruction Read;
          if (IsX86) {
            uint32_t Word = encoding::word(I);
            const uint8_t Code[] = {0x66,
                                    0x0f,
                                    0x1f,
                                    0x84,
                                    encoding::x86_64::addressByte(I),
                                    uint8_t(Word),
                                    uint8_t(Word >> 8),
                                    uint8_t(Word >> 16),
                                    uint8_t(Word >> 24)};
            ASSERT_TRUE(encoding::x86_64::decode(Code, Read));
          } else {
            uint32_t Word = encoding::riscv64::instruction(I);
            ASSERT_TRUE(encoding::riscv64::isInstruction(Word));
            Read = encoding::riscv64::fields(Word);
          }
          EXPECT_TRUE(Read == I);
          udpc::abi::InstructionRec R = {};
          encoding::setRecord(R, I);
          R.Flags |= udpc::abi::KeepFlags;
          EXPECT_TRUE(encoding::fromRecord(R) == I);
        }
  }
}

TEST(Encoding, SetsHaveAPartForEachCommand) {
  // 2 and 1 of the first, 3 of the third.
  encoding::Instruction I =
      makeSet(9, encoding::x86_64::Sets[2], [](unsigned Part, unsigned) {
        return Part > 4 ? 0u : "\2\1\0\0\3"[Part];
      });
  ASSERT_EQ(I.numParts(), 3u);
  const encoding::CounterPart Parts[] = {{9, 0, 2}, {9, 1, 1}, {11, 0, 3}};
  for (unsigned N : {0, 1, 2}) {
    EXPECT_EQ(I.part(N).Counter, Parts[N].Counter);
    EXPECT_EQ(I.part(N).Command, Parts[N].Command);
    EXPECT_EQ(I.part(N).Times, Parts[N].Times);
  }
}

TEST(Encoding, SetsOfNothingAreNone) {
  const uint8_t Code[] = {0x66, 0x0f, 0x1f, 0x84, 0x88, 0, 0, 0, 0xdc};
  encoding::Instruction I;
  EXPECT_FALSE(encoding::x86_64::decode(Code, I));
  // slti zero, zero, -0x800 and -0x400.
  EXPECT_FALSE(encoding::riscv64::isInstruction(0x80002013u));
  EXPECT_FALSE(encoding::riscv64::isInstruction(0xc0002013u));
}
