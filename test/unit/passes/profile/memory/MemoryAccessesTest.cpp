// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/memory/MemoryAccesses.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class MemoryAccessesTest : public MachineTest {
protected:
  /// "r4@1" is a load of 4 bytes at the operand 1, "w8-8" a store at its base
  /// less 8, "m" a modification, "*4" counts four times, "?" has no one
  /// address.
  std::string accesses(StringRef Instruction) {
    MachineFunction &MF = parse(("  bb.0:\n    liveins: $rax, $rcx, $rdi, "
                                 "$rsi, $rbp, $ymm0, $ymm1, $ymm2\n    " +
                                 Instruction + "\n")
                                    .str(),
                                "+avx2,+cx16");
    std::string Text;
    raw_string_ostream OS(Text);
    for (const MemoryAccess &A : accessesOf(MF.front().front())) {
      OS << (Text.empty() ? "" : " ") << "rwm"[static_cast<int>(A.Kind)]
         << A.Size;
      if (A.Operand >= 0)
        OS << "@" << A.Operand;
      else
        OS << (A.Displacement < 0 ? "" : "+") << A.Displacement;
      if (A.Times != 1)
        OS << "*" << static_cast<unsigned>(A.Times);
      if (A.IsScattered)
        OS << "?";
    }
    return Text;
  }
};

// What Valgrind counts was observed with each of these.
TEST_F(MemoryAccessesTest, OperandsInMemoryAreAccessed) {
  EXPECT_EQ(accesses("$eax = MOV32rm $rdi, 1, $noreg, 0, $noreg"), "r4@1");
  EXPECT_EQ(accesses("MOV8mr $rdi, 1, $noreg, 0, $noreg, $al"), "w1@0");
  EXPECT_EQ(accesses("ADD64mi8 $rdi, 1, $noreg, 0, $noreg, 1, implicit-def "
                     "$eflags"),
            "m8@0");
  EXPECT_EQ(accesses("CMP16mi $rdi, 1, $noreg, 0, $noreg, 1, implicit-def "
                     "$eflags"),
            "r2@0");
  EXPECT_EQ(accesses("$xmm0 = MULSDrm $xmm0, $rdi, 1, $noreg, 0, $noreg, "
                     "implicit $mxcsr"),
            "r8@2");
  EXPECT_EQ(accesses("$ymm0 = VMOVUPSYrm $rdi, 1, $noreg, 0, $noreg"), "r32@1");
  EXPECT_EQ(accesses("LDMXCSR $rdi, 1, $noreg, 0, $noreg, implicit-def $mxcsr"),
            "r4@0");
  EXPECT_EQ(accesses("LD_F80m $rdi, 1, $noreg, 0, $noreg, implicit-def $fpsw, "
                     "implicit $fpcw"),
            "r10@0");
}

TEST_F(MemoryAccessesTest, AddressesPrefetchesAndNopsAccessNothing) {
  EXPECT_EQ(accesses("$rax = LEA64r $rdi, 1, $noreg, 8, $noreg"), "");
  EXPECT_EQ(accesses("PREFETCHT0 $rdi, 1, $noreg, 8, $noreg"), "");
  EXPECT_EQ(accesses("NOOPW $rdi, 1, $noreg, 8, $noreg"), "");
  EXPECT_EQ(accesses("ENDBR64"), "");
  EXPECT_EQ(accesses("$rax = MOV64rr $rdi"), "");
}

TEST_F(MemoryAccessesTest, PushesPopsAndCallsAccessTheStack) {
  EXPECT_EQ(accesses("PUSH64r $rax, implicit-def $rsp, implicit $rsp"), "w8-8");
  EXPECT_EQ(accesses("$rax = POP64r implicit-def $rsp, implicit $rsp"), "r8+0");
  EXPECT_EQ(accesses("PUSH64rmm $rdi, 1, $noreg, 0, $noreg, implicit-def $rsp, "
                     "implicit $rsp"),
            "r8@0 w8-8");
  EXPECT_EQ(accesses("POP64rmm $rdi, 1, $noreg, 0, $noreg, implicit-def $rsp, "
                     "implicit $rsp"),
            "r8+0 w8@0");
  EXPECT_EQ(accesses("CALL64m $rdi, 1, $noreg, 0, $noreg, csr_64, implicit "
                     "$rsp, implicit $ssp"),
            "r8@0 w8-8");
  EXPECT_EQ(accesses("RET64"), "r8+0");
  EXPECT_EQ(accesses("TAILJMPm64 $rdi, 1, $noreg, 0, $noreg, csr_64, implicit "
                     "$rsp, implicit $ssp"),
            "r8@0");
  EXPECT_EQ(accesses("LEAVE64 implicit-def $rbp, implicit-def $rsp, implicit "
                     "$rbp, implicit $rsp"),
            "r8+0");
}

TEST_F(MemoryAccessesTest, LockedOperationsModifyWhatTheyRead) {
  EXPECT_EQ(accesses("$eax = XCHG32rm $eax, $rdi, 1, $noreg, 0, $noreg"),
            "r4@2 m4@2");
  EXPECT_EQ(accesses("LOCK_INC64m $rdi, 1, $noreg, 0, $noreg, implicit-def "
                     "$eflags"),
            "r8@0 m8@0");
  EXPECT_EQ(accesses("LCMPXCHG32 $rdi, 1, $noreg, 0, $noreg, $ecx, "
                     "implicit-def $eax, implicit-def $eflags, implicit $eax"),
            "m4@0");
}

TEST_F(MemoryAccessesTest, MasksAndVectorsOfAddressesAccessEachElement) {
  EXPECT_EQ(accesses("early-clobber $ymm0, early-clobber $ymm1 = "
                     "VPGATHERDDYrm $ymm0, $rdi, 4, $ymm2, 0, $noreg, $ymm1"),
            "r4@3*8?");
  EXPECT_EQ(accesses("early-clobber $xmm0, early-clobber $xmm1 = "
                     "VGATHERQPSrm $xmm0, $rdi, 4, $xmm2, 0, $noreg, $xmm1"),
            "r4@3*2?");
  EXPECT_EQ(accesses("VMASKMOVPSYmr $rdi, 1, $noreg, 0, $noreg, $ymm0, $ymm1"),
            "w32@0*8");
}

TEST_F(MemoryAccessesTest, StringInstructionsAccessEachElement) {
  EXPECT_EQ(accesses("REP_MOVSQ_64 implicit-def $rcx, implicit-def $rdi, "
                     "implicit-def $rsi, implicit $rcx, implicit $rdi, "
                     "implicit $rsi"),
            "r8+0 w8+0");
  EXPECT_EQ(accesses("REP_STOSB_64 implicit-def $rcx, implicit-def $rdi, "
                     "implicit $al, implicit $rcx, implicit $rdi"),
            "w1+0");
}

} // namespace
