// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/qemu/InstructionPattern.h"
#include "udpc/encoding.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace udpc::qemu;
using namespace udpc::encoding;

/// "counter command", or "no".
static std::string decoded(const InstructionPattern &P,
                           std::vector<uint8_t> Code) {
  uint8_t Counter, Command;
  EXPECT_EQ(Code.size(), P.size());
  if (!P.decode(Code.data(), Counter, Command))
    return "no";
  return std::to_string(Counter) + " " + std::to_string(Command);
}

TEST(InstructionPattern, IsUdpcsOwn) {
  InstructionPattern X86, Riscv;
  ASSERT_EQ(X86.parse("bytes:660f1f8400ccnnffdC"), "");
  ASSERT_EQ(Riscv.parse("bits:0cccnnnnnnnn00000010000000010011"), "");
  EXPECT_EQ(X86.firstSize(), x86_64::Size);
  EXPECT_EQ(Riscv.firstSize(), riscv64::Size);
  for (unsigned Counter : {0u, 1u, 128u, 255u})
    for (unsigned Command : {0u, 1u, 7u}) {
      std::vector<uint8_t> Code = {
          0x66, 0x0f, 0x1f, 0x84, 0x00, uint8_t(Command), uint8_t(Counter),
          0xff, 0xdc};
      Instruction I;
      ASSERT_TRUE(x86_64::decode(Code.data(), I));
      std::string Expected =
          std::to_string(Counter) + " " + std::to_string(Command);
      EXPECT_EQ(decoded(X86, Code), Expected);
      Code[7] = 0xfe;
      EXPECT_EQ(decoded(X86, Code), "no");
      uint32_t Word =
          riscv64::instruction({uint8_t(Counter), uint8_t(Command)});
      Code.resize(4);
      memcpy(Code.data(), &Word, 4);
      EXPECT_EQ(decoded(Riscv, Code), Expected);
      Code[3] |= 0x80;
      EXPECT_EQ(decoded(Riscv, Code), "no");
    }
}

TEST(InstructionPattern, FieldsMayBeScattered) {
  InstructionPattern P;
  ASSERT_EQ(P.parse("bits:nn0?1c0n;bytes:9Cn?"), "");
  EXPECT_EQ(P.firstSize(), 1u);
  EXPECT_EQ(P.size(), 3u);
  // n: 1 0 | 1 | 0110; c: 1.
  EXPECT_EQ(decoded(P, {0b10001101, 0x9c, 0x6f}), "86 1");
  EXPECT_EQ(decoded(P, {0b10011101, 0x9c, 0x60}), "86 1");
  EXPECT_EQ(decoded(P, {0b10101101, 0x9c, 0x6f}), "no");
  EXPECT_EQ(decoded(P, {0b10001101, 0x9d, 0x6f}), "no");
}

TEST(InstructionPattern, RefusesOthers) {
  InstructionPattern P;
  for (const char *Text :
       {"", "90nn", "bytes:", "bytes:90n", "bytes:9gnn", "bits:", "bits:nnnn",
        "bits:0000000nnnnnnnnn0000", "bytes:90", "bytes:90nnnn", "bytes:nn",
        "bytes:nn??", "bytes:90nncccc", "bytes:90nn;", "bytes:90nn;x",
        "bits:2nnnnnnn"})
    EXPECT_NE(P.parse(Text), "") << Text;
  EXPECT_NE(P.parse("bytes:nn" + std::string(64, '9')), "");
}
