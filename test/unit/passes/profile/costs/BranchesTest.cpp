// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/costs/Branches.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace udpc;

namespace {

class BranchesTest : public MachineTest {
protected:
  /// The kinds and counts of the instructions of a function: "C1.0", "I0.1".
  std::string branches(StringRef Body) {
    std::string Text;
    for (const MachineBasicBlock &MBB : parse(Body))
      for (const MachineInstr &MI : MBB) {
        BranchCounts Counts = branchCountsOf(MI);
        Text += "-CLRI"[static_cast<int>(branchKindOf(MI))];
        Text += std::to_string(Counts.Conditional) + "." +
                std::to_string(Counts.Indirect) + " ";
      }
    return Text;
  }
};

TEST_F(BranchesTest, ConditionalJumpsAreConditionalBranches) {
  EXPECT_EQ(branches("  bb.0:\n    liveins: $eflags\n"
                     "    JCC_1 %bb.1, 5, implicit $eflags\n"
                     "    JMP_1 %bb.1\n"
                     "  bb.1:\n    RET64\n"),
            "C1.0 -0.0 -0.0 ");
  EXPECT_EQ(branches("  bb.0:\n    liveins: $eax, $ecx, $eflags\n"
                     "    $eax = CMOV32rr $eax, $ecx, 4, implicit $eflags\n"
                     "    $al = SETCCr 4, implicit $eflags\n    RET64\n"),
            "-0.0 -0.0 -0.0 ");
}

TEST_F(BranchesTest, JumpsThroughRegistersAndMemoryAreIndirect) {
  EXPECT_EQ(branches("  bb.0:\n    liveins: $rbx\n"
                     "    CALL64r $rbx, csr_64\n"
                     "    CALL64m $rbx, 1, $noreg, 8, $noreg, csr_64\n"
                     "    CALL64pcrel32 &f, csr_64\n"
                     "    $rax = COPY $rbx\n"
                     "    TAILJMPr64 $rax, csr_64\n"),
            "I0.1 I0.1 -0.0 -0.0 I0.1 ");
  // The linker makes it a direct call.
  EXPECT_EQ(branches("  bb.0:\n"
                     "    CALL64m $rip, 1, $noreg, target-flags(x86-gotpcrel) "
                     "&f, $noreg, csr_64\n    RET64\n"),
            "-0.0 -0.0 ");
}

TEST_F(BranchesTest, LockedOperationsTestOnce) {
  EXPECT_EQ(
      branches("  bb.0:\n    liveins: $rax, $ecx\n"
               "    LOCK_ADD32mi $rax, 1, $noreg, 0, $noreg, 1, implicit-def "
               "$eflags\n"
               "    $ecx = XCHG32rm $ecx, $rax, 1, $noreg, 0, $noreg\n"
               "    RET64\n"),
      "L1.0 L1.0 -0.0 ");
}

TEST_F(BranchesTest, RepeatedInstructionsTestOnceMore) {
  StringRef Stores = "    REP_STOSQ_64 implicit-def $rcx, implicit-def $rdi, "
                     "implicit $rcx, implicit $rdi, implicit $rax\n    RET64\n";
  EXPECT_EQ(
      branches(("  bb.0:\n    liveins: $rcx, $rdi, $rax\n" + Stores).str()),
      "R1.0 -0.0 ");
  // Valgrind knows that the first test succeeds.
  EXPECT_EQ(branches(("  bb.0:\n    liveins: $rdi, $rax\n"
                      "    $ecx = MOV32ri 16, implicit-def $rcx\n" +
                      Stores)
                         .str()),
            "-0.0 R0.0 -0.0 ");
}

} // namespace
