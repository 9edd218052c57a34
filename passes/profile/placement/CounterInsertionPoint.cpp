//===- CounterInsertionPoint.cpp - Where to insert a counter --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/placement/CounterInsertionPoint.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/MachineCode.h"
#include "passes/target/Targets.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

CounterInsertionPoint udpc::counterInsertionPoint(const Segment &S) {
  const TargetDescription &Target = x86_64Target();
  if (S.NumNops) {
    // The counter is in a block of its own, at the end.
    const MachineFunction &MF = *S.Block->getParent();
    CounterInsertionPoint Own;
    Own.FlagsAreLive = S.Block->isLiveIn(X86Code::get(MF).EFLAGS);
    return Own;
  }
  auto Code = ArrayRef(S.Instructions);
  while (!Code.empty() && mustBeFirst(*Code.front()))
    Code = Code.drop_front();
  CounterInsertionPoint Start;
  if (Code.empty()) {
    Start.Block =
        S.Instructions.empty() ? S.Block : S.Instructions.back()->getParent();
    // Code that counts events may branch.
    Start.At = Start.Block->getFirstTerminator() == Start.Block->end()
                   ? Start.Block->end()
                   : find_if_not(*Start.Block, mustBeFirst);
    if (!S.Instructions.empty())
      Start.At = std::next(MachineBasicBlock::iterator(S.Instructions.back()));
    Start.FlagsAreLive = areFlagsLive(*Start.Block, Start.At, Target);
    return Start;
  }
  Start.Block = Code.front()->getParent();
  Start.At = Code.front()->getIterator();
  Start.FlagsAreLive = areFlagsLive(*Start.Block, Start.At, Target);
  if (!Start.FlagsAreLive)
    return Start;
  // The answer is the same between two instructions that use the flags.
  const MachineFunction &MF = *Start.Block->getParent();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MCRegister Flags = X86Code::get(MF).EFLAGS;
  for (MachineInstr *MI : Code) {
    if (MI->isCall() || MI->isTerminator() || MI->isInlineAsm())
      break;
    if (!MI->readsRegister(Flags, &TRI) && !MI->modifiesRegister(Flags, &TRI))
      continue;
    CounterInsertionPoint P = Start;
    P.At = std::next(MachineBasicBlock::iterator(MI));
    P.FlagsAreLive = areFlagsLive(*P.Block, P.At, Target);
    if (!P.FlagsAreLive)
      return P;
  }
  return Start;
}
