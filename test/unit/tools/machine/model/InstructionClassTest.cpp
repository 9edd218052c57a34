//===- InstructionClassTest.cpp -------------------------------------------===//
//
// The encodings are LLVM's: `llvm-mc -triple riscv64 -mattr=+a,+d,+c
// -show-encoding`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/machine/model/InstructionClass.h"
#include "gtest/gtest.h"

using namespace udpc::machine;

namespace {
struct Example {
  const char *Text;
  uint32_t Code;
  InstructionClass Bits;
};
} // namespace

static const Example Examples[] = {
    {"ld a0, 8(sp)", 0x00813503, IsLoad | IsLong},
    {"fld fa0, 0(a0)", 0x00053507, IsLoad | IsLong},
    {"sd a0, 8(sp)", 0x00a13423, IsStore | IsLong},
    {"fsd fa0, 0(a0)", 0x00a53027, IsStore | IsLong},
    {"lr.d a0, (a1)", 0x1005b52f, IsLoad | IsLong},
    {"sc.d a0, a2, (a1)", 0x18c5b52f, IsStore | IsLong},
    {"amoadd.d a0, a2, (a1)", 0x00c5b52f, IsLoad | IsStore | IsLong},
    {"beq a0, a1, 8", 0x00b50463, IsBranch | IsLong},
    {"jalr ra, 0(a0)", 0x000500e7, IsJalr | IsCall | IsLong},
    {"jalr zero, 0(a0)", 0x00050067, IsJalr | IsLong},
    {"jalr zero, 0(ra)", 0x00008067, IsJalr | IsReturn | IsLong},
    {"jalr ra, 0(t0)", 0x000280e7, IsJalr | IsReturn | IsCall | IsLong},
    {"jal ra, 8", 0x008000ef, IsCall | IsLong},
    {"jal zero, 8", 0x0080006f, IsLong},
    {"add a0, a1, a2", 0x00c58533, IsLong},
    {"nop", 0x00000013, IsLong},
    {"addi zero, a0, 129", 0x08150013, IsRegisterHint | IsLong},
    {"addi zero, zero, 127", 0x07f00013, IsRegisterHint | IsLong},
    {"slti zero, zero, 5", 0x00502013, IsUdpc | IsLong},
    // Counts 11 times.
    {"slti zero, a0, 5", 0x00552013, IsUdpc | IsLong},
    {"sltiu zero, a0, 5", 0x00553013, IsUdpc | IsLong},
    {"rdcycle a0", 0xc0002573, IsCounterRead | IsLong},
    {"rdtime a0", 0xc0102573, IsCounterRead | IsLong},
    {"rdinstret a0", 0xc0202573, IsCounterRead | IsLong},
    {"csrr a0, fcsr", 0x00302573, IsLong},
    {"ecall", 0x00000073, IsLong},
    {"fence.i", 0x0000100f, IsFenceI | IsLong},
    {"fence", 0x0ff0000f, IsLong},
    {"c.ld a0, 0(a1)", 0x6188, IsLoad},
    {"c.fld fa0, 0(a1)", 0x2188, IsLoad},
    {"c.sd a0, 0(a1)", 0xe188, IsStore},
    {"c.ldsp a0, 0(sp)", 0x6502, IsLoad},
    {"c.sdsp a0, 0(sp)", 0xe02a, IsStore},
    {"c.addi4spn a0, sp, 16", 0x0808, 0},
    {"c.beqz a0, 8", 0xc501, IsBranch},
    {"c.bnez a0, 8", 0xe501, IsBranch},
    {"c.j 8", 0xa021, 0},
    {"c.jr ra", 0x8082, IsJalr | IsReturn},
    {"c.jr a0", 0x8502, IsJalr},
    {"c.jalr a0", 0x9502, IsJalr | IsCall},
    {"c.mv a0, a1", 0x852e, 0},
    {"c.add a0, a1", 0x952e, 0},
    {"c.ebreak", 0x9002, 0},
    {"c.nop", 0x0001, 0},
    {"c.nop 7", 0x001d, IsRegisterHint},
    {"c.addi a0, 1", 0x0505, 0},
};

TEST(InstructionClass, ClassifiesByEvents) {
  for (const Example &E : Examples)
    EXPECT_EQ(classify(E.Code), E.Bits | IsDecoded) << E.Text;
}

TEST(InstructionClass, SizesAreThoseOfTheEncoding) {
  EXPECT_EQ(sizeOf(classify(0x00813503)), 4u);
  EXPECT_EQ(sizeOf(classify(0x6188)), 2u);
}

TEST(InstructionClass, ReadsTheFieldsOfAHint) {
  RegisterHint Hint = registerHint(0x08150013);
  EXPECT_EQ(Hint.Tag, 129);
  EXPECT_EQ(Hint.Register, 10u);
  EXPECT_EQ(registerHint(0xfff50013).Tag, -1);
  Hint = registerHint(0x001d);
  EXPECT_EQ(Hint.Tag, 7);
  EXPECT_EQ(Hint.Register, 0u);
}
