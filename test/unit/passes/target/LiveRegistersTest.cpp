// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/LiveRegisters.h"
#include "passes/target/Targets.h"
#include "passes/target/X86Code.h"
#include "test/unit/passes/MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class LiveRegistersTest : public MachineTest {
protected:
  /// A comparison whose result one of two blocks uses.
  MachineFunction &branch() {
    return parse("  bb.0:\n"
                 "    successors: %bb.1, %bb.2\n"
                 "    liveins: $rdi, $rsi\n"
                 "    $rax = MOV64ri 1\n"
                 "    CMP64rr $rdi, $rsi, implicit-def $eflags\n"
                 "    $rcx = MOV64rr $rsi\n"
                 "    JCC_4 %bb.2, 4, implicit $eflags\n"
                 "  bb.1:\n"
                 "    liveins: $eflags\n"
                 "    $al = SETCCr 2, implicit $eflags\n"
                 "    RET64 implicit $al\n"
                 "  bb.2:\n"
                 "    liveins: $rax, $rcx\n"
                 "    $rax = ADD64rr $rax, $rcx, implicit-def dead $eflags\n"
                 "    RET64 implicit $rax\n");
  }

  /// For each place in \p MBB, from its start: 1 if the flags are live, else 0.
  /// Both ways to ask must agree.
  std::string flags(const MachineBasicBlock &MBB) {
    const X86Code &X86 = X86Code::get(*MBB.getParent());
    LiveRegisters Live;
    std::string Result = Live.atEnd(MBB).available(X86.EFLAGS) ? "0" : "1";
    for (const MachineInstr &MI : reverse(MBB))
      Result += Live.before(MI).available(X86.EFLAGS) ? '0' : '1';
    std::reverse(Result.begin(), Result.end());
    std::string Forward;
    for (auto At = MBB.begin();; ++At) {
      Forward += areFlagsLive(MBB, At, x86_64Target()) ? '1' : '0';
      if (At == MBB.end())
        break;
    }
    EXPECT_EQ(Forward, Result);
    return Result;
  }
};

} // namespace

TEST_F(LiveRegistersTest, FlagsAreLiveFromTheComparisonToItsUses) {
  MachineFunction &MF = branch();
  EXPECT_EQ(flags(*MF.getBlockNumbered(0)), "00111");
  EXPECT_EQ(flags(*MF.getBlockNumbered(1)), "100");
  EXPECT_EQ(flags(*MF.getBlockNumbered(2)), "000");
}

TEST_F(LiveRegistersTest, RegistersAreLiveAcrossBlocks) {
  MachineFunction &MF = branch();
  const X86Code &X86 = X86Code::get(MF);
  LiveRegisters Live;
  auto IsFree = [&](const MachineInstr &MI, int Register) {
    return Live.before(MI).available(X86.General[Register]);
  };
  // Blocks in any order, each from its end.
  for (unsigned Block : {2, 0}) {
    const MachineBasicBlock &MBB = *MF.getBlockNumbered(Block);
    EXPECT_FALSE(IsFree(MBB.back(), X86Code::RAX)) << Block;
    EXPECT_EQ(IsFree(MBB.front(), X86Code::RAX), Block == 0) << Block;
    EXPECT_EQ(IsFree(MBB.front(), X86Code::RCX), Block == 0) << Block;
    EXPECT_EQ(IsFree(MBB.front(), X86Code::RDI), Block == 2) << Block;
  }
}

TEST_F(LiveRegistersTest, FlagsOfUnknownCodeMayBeLive) {
  MachineFunction &MF = branch();
  const MachineBasicBlock &MBB = MF.front();
  EXPECT_FALSE(areFlagsLive(MBB, MBB.begin(), x86_64Target()));
  EXPECT_FALSE(areFlagsLive(MBB, MBB.end(), riscv64Target()));
  MF.getFunction().addFnAttr(Attribute::Naked);
  EXPECT_FALSE(isLivenessKnown(MF));
  EXPECT_TRUE(areFlagsLive(MBB, MBB.begin(), x86_64Target()));
}

TEST_F(LiveRegistersTest, SomeMayBeChangedWhereTheyAreFree) {
  auto MayChange = [&](MachineFunction &MF, StringRef Names) {
    const X86Code &X86 = X86Code::get(MF);
    std::string Result;
    for (int I : {X86Code::RAX, X86Code::RSI, X86Code::StackPointer})
      Result += mayChangeWhereFree(MF, X86.General[I]) ? '1' : '0';
    EXPECT_EQ(Result, Names);
  };
  MayChange(branch(), "110");
  // Callers may rely on the registers that the function does not change.
  Options.EnableIPRA = true;
  MayChange(branch(), "100");
}
