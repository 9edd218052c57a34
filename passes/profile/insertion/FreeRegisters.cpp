//===- FreeRegisters.cpp - Registers that are free at a point -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/insertion/FreeRegisters.h"
#include "passes/profile/insertion/CallFrameInfo.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

FreeRegisters::FreeRegisters(const MachineFunction &MF,
                             const CallFrameInfo *Frames) {
  if (!isLivenessKnown(MF))
    return;
  const X86Code &Code = X86Code::get(MF);
  uint16_t Usable = 0;
  for (auto [Number, Reg] : enumerate(Code.General))
    if (mayChangeWhereFree(MF, Reg))
      Usable |= 1 << Number;
  for (const MachineBasicBlock &MBB : MF)
    addBlock(MBB, Code, Frames, Usable);
}

void FreeRegisters::addBlock(const MachineBasicBlock &MBB, const X86Code &Code,
                             const CallFrameInfo *Frames, uint16_t Usable) {
  const MachineFunction &MF = *MBB.getParent();
  bool MayUseVectors =
      MF.getSubtarget().checkFeatures("+sse2") &&
      !MF.getFunction().hasFnAttribute(Attribute::NoImplicitFloat) &&
      !MF.getTarget().Options.EnableIPRA;
  auto StateOf = [&](const LiveRegUnits &Live) {
    FreeState S;
    S.Flags = Live.available(Code.EFLAGS);
    for (unsigned I = 0; I != X86Code::NumRegisters; ++I) {
      if ((Usable >> I & 1) && Live.available(Code.General[I]))
        S.General |= 1 << I;
      if (MayUseVectors && Live.available(Code.Vector[I]))
        S.Vector |= 1 << I;
    }
    return S;
  };
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  auto Restrict = [&](FreeState S, MachineBasicBlock::const_iterator At) {
    uint16_t Kept = S.General & X86Code::KeptByCallees;
    const CallFrameRules *Rules =
        Kept && Frames ? Frames->at(MBB, At) : nullptr;
    for (; Rules && Kept; Kept &= Kept - 1) {
      int Number = countr_zero(Kept);
      if (!Rules->Saved.count(
              TRI.getDwarfRegNum(Code.General[Number], /*isEH=*/true)))
        S.General &= ~(1 << Number);
    }
    return S;
  };
  LiveRegisters Registers;
  Ends[&MBB] = Restrict(StateOf(Registers.atEnd(MBB)), MBB.end());
  for (const MachineInstr &MI : reverse(MBB))
    States[&MI] = Restrict(StateOf(Registers.before(MI)),
                           MachineBasicBlock::const_iterator(MI));
}

FreeState FreeRegisters::at(const MachineBasicBlock &MBB,
                            MachineBasicBlock::const_iterator At) const {
  for (const MachineInstr &MI : make_range(At, MBB.end()))
    if (auto It = States.find(&MI); It != States.end())
      return It->second;
  return Ends.lookup(&MBB);
}
