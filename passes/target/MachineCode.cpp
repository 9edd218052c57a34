//===- MachineCode.cpp - Queries and edits of final machine code ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/MachineCode.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/TargetDescription.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

bool udpc::mustBeFirst(const MachineInstr &MI) {
  return MI.getOpcode() == TargetOpcode::PATCHABLE_FUNCTION_ENTER ||
         MI.getOpcode() == TargetOpcode::FENTRY_CALL ||
         is_contained(x86_64Target().landingPads(), opcodeName(MI));
}

bool udpc::isBuiltinSetjmp(const MachineInstr &MI) {
  return MI.isTerminator() && MI.isBranch() &&
         opcodeName(MI) == "EH_SjLj_Setup";
}

bool udpc::mayBeReentered(const MachineFunction &MF) {
  if (MF.exposesReturnsTwice())
    return true;
  const Function &F = MF.getFunction();
  const Function *Setjmp = Intrinsic::getDeclarationIfExists(
      F.getParent(), Intrinsic::eh_sjlj_setjmp);
  return Setjmp && any_of(Setjmp->users(), [&](const User *U) {
           const auto *Call = dyn_cast<CallBase>(U);
           return Call && Call->getFunction() == &F;
         });
}

bool udpc::branchesTo(const MachineBasicBlock &From,
                      const MachineBasicBlock &To) {
  return any_of(From.terminators(), [&](const MachineInstr &MI) {
    return any_of(MI.operands(), [&](const MachineOperand &Op) {
      return Op.isMBB() && Op.getMBB() == &To;
    });
  });
}

MachineBasicBlock &udpc::insertOnFallThrough(MachineBasicBlock &MBB) {
  MachineFunction &MF = *MBB.getParent();
  MachineBasicBlock *Block = MF.CreateMachineBasicBlock(MBB.getBasicBlock());
  MachineBasicBlock *Before =
      &MBB == &MF.front() ? nullptr : &*std::prev(MBB.getIterator());
  MF.insert(MBB.getIterator(), Block);
  for (const auto &LiveIn : MBB.liveins())
    Block->addLiveIn(LiveIn);
  // A block that falls through may also branch to the same block, which then
  // needs its label.
  if (Before && branchesTo(*Before, MBB))
    Before->addSuccessorWithoutProb(Block);
  else if (Before && Before->isSuccessor(&MBB))
    Before->replaceSuccessor(&MBB, Block);
  Block->addSuccessor(&MBB);
  return *Block;
}

MachineBasicBlock &udpc::insertOnBranch(MachineInstr &Branch) {
  MachineBasicBlock &From = *Branch.getParent();
  MachineFunction &MF = *From.getParent();
  MachineOperand &Target =
      *find_if(Branch.operands(), [](auto &Op) { return Op.isMBB(); });
  MachineBasicBlock &To = *Target.getMBB();
  MachineBasicBlock *Block = MF.CreateMachineBasicBlock(To.getBasicBlock());
  MF.push_back(Block);
  for (const auto &LiveIn : To.liveins())
    Block->addLiveIn(LiveIn);
  Block->addSuccessor(&To);
  MF.getSubtarget().getInstrInfo()->insertUnconditionalBranch(*Block, &To,
                                                              DebugLoc());
  Target.setMBB(Block);
  // Another branch of the same block may go to the same block.
  if (branchesTo(From, To))
    From.addSuccessorWithoutProb(Block);
  else
    From.replaceSuccessor(&To, Block);
  return *Block;
}

MachineBasicBlock &udpc::splitBefore(MachineInstr &Terminator) {
  MachineBasicBlock &Head = *Terminator.getParent();
  MachineFunction &MF = *Head.getParent();
  MachineBasicBlock *Tail = MF.CreateMachineBasicBlock(Head.getBasicBlock());
  MF.insert(std::next(Head.getIterator()), Tail);
  Tail->splice(Tail->begin(), &Head, Terminator.getIterator(), Head.end());
  bool IsIndirect = any_of(Tail->terminators(), [](const MachineInstr &MI) {
    return MI.isIndirectBranch();
  });
  bool FallsThrough = none_of(Tail->terminators(), [](const MachineInstr &MI) {
    return MI.isBarrier();
  });
  SmallVector<MachineBasicBlock *> Successors(Head.successors());
  for (MachineBasicBlock *S : Successors) {
    // Calls that throw are before all terminators.
    if (S->isEHPad())
      continue;
    if (IsIndirect || branchesTo(*Tail, *S) ||
        (FallsThrough && Tail->isLayoutSuccessor(S)))
      Tail->addSuccessorWithoutProb(S);
    if (!branchesTo(Head, *S))
      Head.removeSuccessor(S);
  }
  Head.addSuccessorWithoutProb(Tail);
  addLiveIns(*Tail);
  return *Tail;
}

DebugLoc udpc::locationBefore(const MachineInstr &MI) {
  const DILocation *At = MI.getDebugLoc();
  if (!At || !At->getLine())
    return MI.getDebugLoc();
  const DISubprogram *Function = At->getScope()->getSubprogram();
  if (!Function->getUnit() || !Function->getUnit()->getDebugInfoForProfiling())
    return MI.getDebugLoc();
  // This is the highest discriminator. Operations get the lowest unused ones.
  constexpr unsigned Base = 0xfff;
  return At
      ->cloneWithDiscriminator(*DILocation::encodeDiscriminator(Base, 0, 0))
      ->getWithoutAtom();
}

std::string udpc::symbolOf(const MachineFunction &MF,
                           const GlobalValue &Value) {
  std::string Name;
  raw_string_ostream OS(Name);
  const TargetMachine &TM = MF.getTarget();
  TM.getSymbol(&Value)->print(OS, TM.getMCAsmInfo());
  return Name;
}

std::string udpc::symbolOf(const MachineFunction &MF) {
  return symbolOf(MF, MF.getFunction());
}
