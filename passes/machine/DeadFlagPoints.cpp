//===- DeadFlagPoints.cpp - Insertion points with dead flags --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/machine/DeadFlagPoints.h"
#include "passes/lowering/code/SiteText.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/TargetDescription.h"
#include "passes/target/TargetNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

DeadFlagPoints::DeadFlagPoints(const MachineFunction &MF,
                               const TargetDescription &Target)
    : Target(Target), State(NoFlags) {
  if (Target.flagsRegister().empty())
    return;
  Flags = registerNamed(*MF.getSubtarget().getRegisterInfo(),
                        Target.flagsRegister());
  State = Flags && isLivenessKnown(MF) ? Known : Unknown;
}

/// Whether execution always continues after \p MI, so that a site counts the
/// same before it.
static bool canPass(const MachineInstr &MI, const TargetDescription &Target) {
  if (MI.isInlineAsm())
    return MI.getOperand(0).isSymbol() &&
           isSiteText(MI.getOperand(0).getSymbolName());
  if (MI.isCFIInstruction() || MI.isDebugInstr())
    return true;
  StringRef Name = opcodeName(MI);
  return !MI.isCall() && !MI.isTerminator() && !MI.isPosition() &&
         !is_contained(Target.landingPads(), Name);
}

/// Fills Points for all of \p MBB, and Ends.
void DeadFlagPoints::examine(MachineBasicBlock &MBB) {
  LiveRegisters Live;
  bool LiveAtEnd = !Live.atEnd(MBB).available(Flags);
  SmallPtrSet<const MachineInstr *, 16> Dead;
  for (const MachineInstr &MI : reverse(MBB))
    if (Live.before(MI).available(Flags))
      Dead.insert(&MI);
  MachineInstr *Point = nullptr;
  for (MachineInstr &MI : MBB) {
    if (Dead.contains(&MI))
      Point = &MI;
    Points[&MI] = Point;
    if (!canPass(MI, Target))
      Point = nullptr;
  }
  Ends[&MBB] = {LiveAtEnd, Point};
}

DeadFlagPoints::InsertionPoint
DeadFlagPoints::find(MachineBasicBlock &MBB, MachineBasicBlock::iterator At) {
  if (State != Known)
    return {At, State == Unknown};
  if (!Ends.contains(&MBB))
    examine(MBB);
  MachineInstr *Point;
  if (At == MBB.end()) {
    BlockEnd End = Ends.lookup(&MBB);
    if (!End.FlagsAreLive)
      return {At, false};
    Point = End.Point;
  } else {
    Point = Points.lookup(&*At);
  }
  if (!Point)
    return {At, true};
  return {MachineBasicBlock::iterator(Point), false};
}
