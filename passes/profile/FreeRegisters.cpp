//===- FreeRegisters.cpp - Registers that are free at a point -------------===//

#include "passes/profile/FreeRegisters.h"
#include "passes/profile/X86Code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

/// The general registers that the function's code may use.
static uint16_t usableRegisters(const MachineFunction &MF,
                                const X86Code &Code) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  // Interprocedural register allocation may have told callers which registers
  // the function changes.
  bool AreChangesKnown = MF.getTarget().Options.EnableIPRA;
  uint16_t Usable = 0;
  for (auto [Number, Reg] : enumerate(Code.General))
    if (!MRI.isReserved(Reg) &&
        (!AreChangesKnown || MRI.isPhysRegModified(Reg)))
      Usable |= 1 << Number;
  return Usable;
}

FreeRegisters::FreeRegisters(const MachineFunction &MF) {
  // The registers that a naked function's assembly reads are not known.
  if (!MF.getProperties().hasTracksLiveness() ||
      MF.getFunction().hasFnAttribute(Attribute::Naked))
    return;
  const X86Code &Code = X86Code::get(MF);
  uint16_t Usable = usableRegisters(MF, Code);
  for (const MachineBasicBlock &MBB : MF)
    addBlock(MBB, Code, Usable);
}

void FreeRegisters::addBlock(const MachineBasicBlock &MBB, const X86Code &Code,
                             uint16_t Usable) {
  const MachineFunction &MF = *MBB.getParent();
  LiveRegUnits Live(*MF.getSubtarget().getRegisterInfo());
  Live.addLiveOuts(MBB);
  bool MayUseVectors =
      MF.getSubtarget().checkFeatures("+sse2") &&
      !MF.getFunction().hasFnAttribute(Attribute::NoImplicitFloat) &&
      !MF.getTarget().Options.EnableIPRA;
  for (const MachineInstr &MI : reverse(MBB)) {
    // The code must not depend on debug information.
    if (!MI.isDebugInstr())
      Live.stepBackward(MI);
    FreeState &S = States[&MI];
    S.Flags = Live.available(Code.EFLAGS);
    for (unsigned I = 0; I != X86Code::NumRegisters; ++I) {
      if ((Usable >> I & 1) && Live.available(Code.General[I]))
        S.General |= 1 << I;
      if (MayUseVectors && Live.available(Code.Vector[I]))
        S.Vector |= 1 << I;
    }
  }
}
