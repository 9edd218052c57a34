//===- LoopChainsTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/memory/LoopChains.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace udpc {
namespace {

class LoopChainsTest : public MachineTest {
protected:
  /// Of the loop that is block 1, whose instructions are \p Loop: the cycles of
  /// the chain through a unit of \p Register; 0: there is none.
  unsigned cycles(StringRef Loop, StringRef Register, uint64_t Work = 1000000) {
    MachineFunction &MF = parseFunction(
        "x86_64-linux-gnu", "",
        ("tracksRegLiveness: false\nbody: |\n  bb.0:\n    NOOP\n  bb.1:\n" +
         Loop + "    JCC_1 %bb.1, 5, implicit $eflags\n  bb.2:\n    RET64\n")
            .str(),
        // Clang's default, whose model has latencies.
        "generic");
    MachineDominatorTree Dominators(MF);
    MachineLoopInfo Loops(Dominators);
    const MachineBasicBlock *Block = MF.getBlockNumbered(1);
    const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
    unsigned Longest = 0;
    for (const LoopChain &C :
         findLoopChains(*Loops.getLoopFor(Block), {Block}, Work))
      for (MCRegUnitRootIterator Root(static_cast<MCRegUnit>(C.Unit), &TRI);
           Root.isValid(); ++Root)
        if (StringRef(TRI.getName(*Root)).equals_insensitive(Register))
          Longest = std::max(Longest, C.Cycles);
    return Longest;
  }
};

constexpr const char *Divide = R"(
    $rdx = XOR64rr undef $rdx, undef $rdx, implicit-def $eflags
    DIV64m $rdi, 1, $noreg, 0, $noreg, implicit-def $rax, implicit-def $rdx, implicit-def $eflags, implicit $rax, implicit $rdx
    $rdi = ADD64ri32 $rdi, 1088, implicit-def $eflags
)";

TEST_F(LoopChainsTest, ADivisionWaitsForTheOneBefore) {
  EXPECT_GE(cycles(Divide, "al"), 10u);
  // A counter is no chain.
  EXPECT_EQ(cycles(Divide, "dil"), 0u);
}

TEST_F(LoopChainsTest, WhatIsLoadedIsNotInTheChain) {
  unsigned Add = cycles(R"(
    $xmm0 = ADDSDrm $xmm0, $rdi, 1, $noreg, 0, $noreg, implicit $mxcsr
    $rdi = ADD64ri32 $rdi, 8, implicit-def $eflags
)",
                        "xmm0");
  EXPECT_GE(Add, 2u);
  EXPECT_LE(Add, 5u);
  // But where the address is.
  EXPECT_GE(cycles("    $rdi = MOV64rm $rdi, 1, $noreg, 0, $noreg\n"
                   "    TEST64rr $rdi, $rdi, implicit-def $eflags\n",
                   "dil"),
            4u);
}

TEST_F(LoopChainsTest, SelectionsAreInTheChain) {
  EXPECT_GE(cycles(R"(
    $rcx = LEA64r $rax, 4, $rax, 0, $noreg
    $rdx = MOV64rm $rdi, 1, $noreg, 0, $noreg
    CMP64rr $rdx, $rax, implicit-def $eflags
    $rax = CMOV64rr $rax, $rcx, 2, implicit $eflags
    $rdi = ADD64ri32 $rdi, 8, implicit-def $eflags
)",
                   "al"),
            2u);
  // A value that is overwritten in each iteration makes none.
  EXPECT_EQ(cycles(R"(
    $rax = MOV64rm $rdi, 1, $noreg, 0, $noreg
    $rax = IMUL64rr $rax, $rax, implicit-def $eflags
    $rdi = ADD64ri32 $rdi, 8, implicit-def $eflags
)",
                   "al"),
            0u);
}

TEST_F(LoopChainsTest, ThereAreNoneWithCallsOrBeyondTheBudget) {
  std::string Calls = std::string(Divide) +
                      "    CALL64r $rbx, implicit-def $rax\n"
                      "    TEST64rr $rdi, $rdi, implicit-def $eflags\n";
  EXPECT_EQ(cycles(Calls, "al"), 0u);
  EXPECT_EQ(cycles(Divide, "al", /*Work=*/3), 0u);
}

} // namespace
} // namespace udpc
