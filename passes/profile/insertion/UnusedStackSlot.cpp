//===- UnusedStackSlot.cpp - Unused bytes of a stack frame ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/insertion/UnusedStackSlot.h"
#include "passes/profile/memory/RegisterValues.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

static constexpr int64_t SlotSize = 8, RedZone = 128;

/// Whether the offsets of the frame's objects from the stack pointer are known
/// and nothing else is in the frame.
static bool isFrameKnown(const MachineFunction &MF) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  // Guaranteed tail calls move the return address; interrupts push more.
  CallingConv::ID Convention = MF.getFunction().getCallingConv();
  if (Convention == CallingConv::Tail || Convention == CallingConv::SwiftTail ||
      Convention == CallingConv::X86_INTR ||
      MF.getTarget().Options.GuaranteedTailCallOpt)
    return false;
  return isLivenessKnown(MF) && !MFI.hasVarSizedObjects() &&
         !MFI.hasOpaqueSPAdjustment() && !MF.hasEHFunclets() &&
         !MF.getSubtarget().getRegisterInfo()->hasStackRealignment(MF);
}

/// Whether code of \p MF may have values below the stack pointer. Inline
/// assembly that uses the stack would overwrite them.
static bool hasRedZone(const MachineFunction &MF) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  if (MFI.hasCalls() || MFI.adjustsStack() ||
      MF.getFunction().hasFnAttribute(Attribute::NoRedZone))
    return false;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (MI.isCall() || MI.isInlineAsm() ||
          (UnusedStackSlot::isDiscardedBy(MI) &&
           !MI.getFlag(MachineInstr::FrameSetup) &&
           !MI.getFlag(MachineInstr::FrameDestroy)))
        return false;
  return true;
}

bool UnusedStackSlot::isDiscardedBy(const MachineInstr &MI) {
  const TargetRegisterInfo *TRI = MI.getMF()->getSubtarget().getRegisterInfo();
  return !MI.isCall() &&
         MI.modifiesRegister(X86Code::get(*MI.getMF()).RSP, TRI);
}

UnusedStackSlot::UnusedStackSlot(const MachineFunction &MF) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  if (!isFrameKnown(MF))
    return;
  // Offsets are relative to the CFA, which is aligned to 16.
  int64_t Stack = -SlotSize - static_cast<int64_t>(MFI.getStackSize());
  int64_t Bottom = Stack;
  if (hasRedZone(MF))
    Bottom -= RedZone;
  else if (MFI.isMaxCallFrameSizeComputed())
    Bottom += static_cast<int64_t>(MFI.getMaxCallFrameSize());
  auto IsUsed = [&](int64_t At) {
    for (int I = MFI.getObjectIndexBegin(); I != MFI.getObjectIndexEnd(); ++I) {
      if (MFI.isDeadObjectIndex(I))
        continue;
      int64_t From = MFI.getObjectOffset(I);
      if (From < At + SlotSize && At < From + MFI.getObjectSize(I))
        return true;
    }
    return false;
  };
  // The return address is at -SlotSize.
  for (int64_t At = -2 * SlotSize; At >= Bottom; At -= SlotSize)
    if (!IsUsed(At)) {
      Offset = At - Stack;
      findPoints(MF);
      return;
    }
}

void UnusedStackSlot::findPoints(const MachineFunction &MF) {
  const int64_t Complete =
      -static_cast<int64_t>(MF.getFrameInfo().getStackSize());
  RegisterValues Values(MF);
  DenseMap<const MachineBasicBlock *, RegisterFile> Ends;
  for (const MachineBasicBlock *MBB :
       ReversePostOrderTraversal<const MachineFunction *>(&MF)) {
    RegisterFile Now = Values.atEntry(MBB == &MF.front());
    // At a join the stack pointer is the same on all paths.
    for (const MachineBasicBlock *From : MBB->predecessors())
      if (auto It = Ends.find(From); It != Ends.end()) {
        Now = It->second;
        break;
      }
    auto Note = [&](const void *Point) {
      const RegisterValue &SP = Now[X86Code::StackPointer];
      if (SP.Id == RegisterValues::EntryStack.Id && SP.Offset == Complete)
        Points.insert(Point);
    };
    for (const MachineInstr &MI : *MBB) {
      Note(&MI);
      Values.execute(MI, Now, [](unsigned) {});
    }
    Note(MBB);
    Ends[MBB] = Now;
  }
}

bool UnusedStackSlot::existsAt(const MachineBasicBlock &MBB,
                               MachineBasicBlock::const_iterator At) const {
  return Points.contains(At == MBB.end() ? static_cast<const void *>(&MBB)
                                         : &*At);
}
