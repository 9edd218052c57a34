//===- LiveRegisters.cpp - Registers that are live at a point -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/LiveRegisters.h"
#include "passes/target/TargetDescription.h"
#include "passes/target/TargetNames.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

bool udpc::isLivenessKnown(const MachineFunction &MF) {
  // The registers that a naked function's assembly reads are not known.
  return MF.getProperties().hasTracksLiveness() &&
         !MF.getFunction().hasFnAttribute(Attribute::Naked);
}

bool udpc::mayChangeWhereFree(const MachineFunction &MF, MCRegister Reg) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  // With interprocedural register allocation callers may keep values in
  // registers that the function has not changed so far.
  return !MRI.isReserved(Reg) &&
         (!MF.getTarget().Options.EnableIPRA || MRI.isPhysRegModified(Reg));
}

const LiveRegUnits &LiveRegisters::atEnd(const MachineBasicBlock &MBB) {
  Block = &MBB;
  Now = MBB.end();
  Units.init(*MBB.getParent()->getSubtarget().getRegisterInfo());
  Units.addLiveOuts(MBB);
  return Units;
}

const LiveRegUnits &LiveRegisters::before(const MachineInstr &MI) {
  MachineBasicBlock::const_iterator At(getBundleStart(MI.getIterator()));
  if (Block != MI.getParent())
    atEnd(*MI.getParent());
  while (Now != At) {
    assert(Now != Block->begin() && "queries in another order");
    --Now;
    // The code must not depend on debug information.
    if (!Now->isDebugInstr())
      Units.stepBackward(*Now);
  }
  return Units;
}

void udpc::addLiveIns(MachineBasicBlock &MBB) {
  // Lists of live-ins contain registers, which LiveRegUnits does not record.
  LivePhysRegs Live;
  computeAndAddLiveIns(Live, MBB);
}

bool udpc::areFlagsLive(const MachineBasicBlock &MBB,
                        MachineBasicBlock::const_iterator At,
                        const TargetDescription &Target) {
  if (Target.flagsRegister().empty())
    return false;
  const MachineFunction &MF = *MBB.getParent();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MCRegister Flags = registerNamed(TRI, Target.flagsRegister());
  if (!Flags || !isLivenessKnown(MF))
    return true;
  return MBB.computeRegisterLiveness(&TRI, Flags, At, /*Neighborhood=*/~0u) !=
         MachineBasicBlock::LQR_Dead;
}
