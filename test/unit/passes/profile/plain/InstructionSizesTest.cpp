// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/plain/InstructionSizes.h"
#include "test/unit/passes/MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class InstructionSizesTest : public MachineTest {
protected:
  unsigned size(StringRef Instruction, StringRef Features = "") {
    MachineFunction &MF = parse(("  bb.0:\n    liveins: $rax, $rcx, $rdi, "
                                 "$rdx, $xmm0, $xmm1, $xmm9\n    " +
                                 Instruction + "\n")
                                    .str(),
                                Features);
    return InstructionSizes(MF).sizeOf(MF.front().front());
  }
};

TEST_F(InstructionSizesTest, AreThoseOfTheEncoding) {
  EXPECT_EQ(size("RET64"), 1u);
  EXPECT_EQ(size("$eax = MOV32rr $edi"), 2u);
  EXPECT_EQ(size("$r8d = MOV32rm $rsp, 1, $noreg, 300, $noreg"), 8u);
  EXPECT_EQ(size("$rax = MOV64rm $rip, 1, $noreg, @g, $noreg"), 7u);
  EXPECT_EQ(size("CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp"),
            5u);
}

TEST_F(InstructionSizesTest, TailCallsAreShortJumps) {
  EXPECT_EQ(size("TAILJMPd64 @memcpy, csr_64, implicit $rsp, implicit $ssp"),
            2u);
  EXPECT_EQ(size("TAILJMPr64 $rax, csr_64, implicit $rsp, implicit $ssp"), 2u);
}

TEST_F(InstructionSizesTest, ImmediatesAreAsShortAsTheyCanBe) {
  // addl $5, %ecx; addl $500, %ecx; addl $500, %eax
  EXPECT_EQ(size("$ecx = ADD32ri $ecx, 5, implicit-def $eflags"), 3u);
  EXPECT_EQ(size("$ecx = ADD32ri $ecx, 500, implicit-def $eflags"), 6u);
  EXPECT_EQ(size("$eax = ADD32ri $eax, 500, implicit-def $eflags"), 5u);
  EXPECT_EQ(size("CMP64mi32 $rdi, 1, $noreg, 0, $noreg, -1, implicit-def "
                 "$eflags"),
            4u);
  EXPECT_EQ(size("$ecx = SHL32ri $ecx, 1, implicit-def $eflags"), 2u);
  EXPECT_EQ(size("$ecx = SHL32ri $ecx, 2, implicit-def $eflags"), 3u);
}

TEST_F(InstructionSizesTest, SignExtensionsOfTheAccumulatorAreShort) {
  // cltq; movslq %eax, %rcx; movslq %ecx, %rax
  EXPECT_EQ(size("$rax = MOVSX64rr32 $eax"), 2u);
  EXPECT_EQ(size("$rcx = MOVSX64rr32 $eax"), 3u);
  EXPECT_EQ(size("$rax = MOVSX64rr32 $ecx"), 3u);
  EXPECT_EQ(size("$eax = MOVSX32rr16 $ax"), 1u); // cwtl
  EXPECT_EQ(size("$ax = MOVSX16rr8 $al"), 2u);   // cbtw
}

TEST_F(InstructionSizesTest, BitScansHaveAPrefixWhereFlagsAreDead) {
  // bsfl is written as tzcnt where the flags are dead.
  EXPECT_EQ(size("$eax = BSF32rr undef $eax, $ecx, implicit-def $eflags"), 3u);
  EXPECT_EQ(size("$eax = BSF32rr undef $eax, $ecx, implicit-def dead $eflags"),
            4u);
}

TEST_F(InstructionSizesTest, VectorsHaveTheShorterPrefixWhereTheyCan) {
  // The register of a prefix of two bytes must be the first source.
  EXPECT_EQ(size("$xmm0 = VADDPSrr $xmm9, $xmm1, implicit $mxcsr", "+avx"), 4u);
  EXPECT_EQ(size("$xmm0 = VADDPSrr $xmm1, $xmm9, implicit $mxcsr", "+avx"), 4u);
  EXPECT_EQ(size("$xmm0 = VSUBPSrr $xmm1, $xmm9, implicit $mxcsr", "+avx"), 5u);
  EXPECT_EQ(size("$xmm0 = VMOVAPSrr $xmm9", "+avx"), 4u);
  EXPECT_EQ(size("$xmm9 = VMOVAPSrr $xmm9", "+avx"), 5u);
  // vcmpeqps, vcmpltps
  EXPECT_EQ(size("$xmm0 = VCMPPSrri $xmm1, $xmm9, 0, implicit $mxcsr", "+avx"),
            5u);
  EXPECT_EQ(size("$xmm0 = VCMPPSrri $xmm1, $xmm9, 1, implicit $mxcsr", "+avx"),
            6u);
  // vpcmpeqb, vpcmpleb
  EXPECT_EQ(size("$k0 = VPCMPBZ128rri $xmm0, $xmm1, 0", "+avx512bw,+avx512vl"),
            6u);
  EXPECT_EQ(size("$k0 = VPCMPBZ128rri $xmm0, $xmm1, 2", "+avx512bw,+avx512vl"),
            7u);
}

TEST_F(InstructionSizesTest, HighHalvesOfProductsAreThoseOfMulx) {
  EXPECT_EQ(size("$rax = MULX64Hrr $rcx, implicit $rdx", "+bmi2"), 5u);
}

TEST_F(InstructionSizesTest, DirectivesHaveNoSize) {
  EXPECT_EQ(size("CFI_INSTRUCTION def_cfa_offset 16"), 0u);
  EXPECT_EQ(size("KILL $eax"), 0u);
}

} // namespace
