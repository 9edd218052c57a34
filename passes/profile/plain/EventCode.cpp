//===- EventCode.cpp - Code of libraries that counts events ---------------===//
//
// A forward dataflow analysis of registers and stack slots that have the
// address of slots, or values that it is computed from. It begins at
// instructions that name a symbol of ours, and those that access
// EventAddressSpace.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/plain/EventCode.h"
#include "passes/lowering/unit/ThreadSlots.h"
#include "passes/profile/plain/PlainBuild.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// The mark, which stays on an instruction and emits nothing.
static MDNode *mark(const MachineInstr &MI) {
  return MMRAMetadata::getTagMD(MI.getMF()->getFunction().getContext(), "udpc",
                                "event");
}

bool udpc::isMarkedEventCode(const MachineInstr &MI) {
  return MI.getMMRAMetadata() && MI.getMMRAMetadata() == mark(MI);
}

static bool accessesEvents(const MachineInstr &MI) {
  return any_of(MI.memoperands(), [](const MachineMemOperand *M) {
    return M->getAddrSpace() == EventAddressSpace;
  });
}

static bool isFrameCode(const MachineInstr &MI) {
  return MI.getFlag(MachineInstr::FrameSetup) ||
         MI.getFlag(MachineInstr::FrameDestroy);
}

namespace {

class Marker {
public:
  explicit Marker(MachineFunction &MF)
      : MF(MF), TRI(*MF.getSubtarget().getRegisterInfo()),
        Frame(MF.getFrameInfo()),
        StackPointer(MF.getSubtarget()
                         .getTargetLowering()
                         ->getStackPointerRegisterToSaveRestore()) {}

  void run();

private:
  /// Whether register units, then stack slots, have a value of ours.
  using Holders = BitVector;

  bool isNamed(StringRef Name, Register R) const {
    return TRI.getName(R) == Name;
  }
  std::optional<unsigned> stackSlot(const MachineInstr &MI) const;
  bool holds(const Holders &In, Register R) const;
  void set(Holders &In, Register R, bool Value) const;
  bool reads(const Holders &In, const MachineInstr &MI) const;
  bool step(Holders &Now, const MachineInstr &MI) const;
  Holders entryOf(const MachineBasicBlock &MBB) const;
  void markJumps(MachineBasicBlock &MBB);
  bool findProgramCode(BitVector &Uses) const;
  MCRegister saved(const MachineInstr &MI) const;
  bool isPadding(const MachineInstr &MI) const;
  void markFrame();
  void put(MachineInstr &MI) { MI.setMMRAMetadata(MF, mark(MI)); }

  MachineFunction &MF;
  const TargetRegisterInfo &TRI;
  const MachineFrameInfo &Frame;
  Register StackPointer;
  DenseMap<const MachineBasicBlock *, Holders> EndOf;
};

} // namespace

/// The bit of the one stack slot that \p MI accesses.
std::optional<unsigned> Marker::stackSlot(const MachineInstr &MI) const {
  if (!MI.hasOneMemOperand())
    return std::nullopt;
  const auto *Stack = dyn_cast_or_null<FixedStackPseudoSourceValue>(
      (*MI.memoperands_begin())->getPseudoValue());
  if (!Stack)
    return std::nullopt;
  return TRI.getNumRegUnits() + Stack->getFrameIndex() -
         Frame.getObjectIndexBegin();
}

bool Marker::holds(const Holders &In, Register R) const {
  return all_of(TRI.regunits(R.asMCReg()), [&](MCRegUnit Unit) {
    return In.test(static_cast<unsigned>(Unit));
  });
}

void Marker::set(Holders &In, Register R, bool Value) const {
  for (MCRegUnit Unit : TRI.regunits(R.asMCReg()))
    In[static_cast<unsigned>(Unit)] = Value;
}

/// Whether \p MI, which is no call, uses a value of ours.
bool Marker::reads(const Holders &In, const MachineInstr &MI) const {
  if (MI.isCall() || MI.isReturn() || isFrameCode(MI))
    return false;
  std::optional<unsigned> Slot = stackSlot(MI);
  if (Slot && MI.mayLoad() && In.test(*Slot))
    return true;
  return any_of(MI.operands(), [&](const MachineOperand &Op) {
    return Op.isReg() && Op.getReg() && Op.readsReg() &&
           (!Op.isImplicit() || isNamed("EFLAGS", Op.getReg())) &&
           holds(In, Op.getReg());
  });
}

/// Changes \p Now by the effect of \p MI. Returns whether that is ours.
bool Marker::step(Holders &Now, const MachineInstr &MI) const {
  if (MI.isMetaInstruction() || MI.isPosition())
    return false;
  bool IsSite = MI.isInlineAsm();
  bool IsOurs =
      !IsSite && (!isCode(MI) || accessesEvents(MI) || reads(Now, MI));
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask()) {
      for (unsigned R = 1; R != TRI.getNumRegs(); ++R)
        if (Op.clobbersPhysReg(R))
          set(Now, R, false);
    }
  }
  for (const MachineOperand &Op : MI.operands())
    if (Op.isReg() && Op.isDef() && Op.getReg())
      set(Now, Op.getReg(),
          IsOurs && !isNamed("RSP", Op.getReg()) &&
              !isNamed("SSP", Op.getReg()));
  if (std::optional<unsigned> Slot = stackSlot(MI); Slot && MI.mayStore())
    Now[*Slot] = IsOurs;
  return IsOurs;
}

/// The holders that all known predecessors of \p MBB have in common.
Marker::Holders Marker::entryOf(const MachineBasicBlock &MBB) const {
  unsigned Size = TRI.getNumRegUnits() + Frame.getObjectIndexEnd() -
                  Frame.getObjectIndexBegin();
  if (MBB.isEntryBlock())
    return Holders(Size, false);
  Holders Result(Size, true);
  bool IsKnown = false;
  for (const MachineBasicBlock *P : MBB.predecessors())
    if (auto It = EndOf.find(P); It != EndOf.end()) {
      Result &= It->second;
      IsKnown = true;
    }
  return IsKnown ? Result : Holders(Size, false);
}

/// Marks the jump back from the code that calls the runtime for the slots, and
/// one after a branch of ours.
void Marker::markJumps(MachineBasicBlock &MBB) {
  bool AsksRuntime = false, OnlyOurs = true, AfterBranch = false;
  for (MachineInstr &MI : MBB) {
    if (MI.isUnconditionalBranch() && !MI.isIndirectBranch() && isCode(MI) &&
        (AfterBranch || (AsksRuntime && OnlyOurs))) {
      put(MI);
      return;
    }
    if (MI.isMetaInstruction() || MI.isPosition())
      continue;
    AsksRuntime |= MI.isCall() && !isCode(MI);
    OnlyOurs &= !isCode(MI) || isFrameCode(MI);
    AfterBranch = isMarkedEventCode(MI) && MI.isConditionalBranch();
  }
}

/// Sets the registers that the program's code uses in \p Uses. Returns whether
/// it calls functions.
bool Marker::findProgramCode(BitVector &Uses) const {
  bool HasCalls = false;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (!isCode(MI) || isFrameCode(MI))
        continue;
      HasCalls |= MI.isCall() && !MI.isReturn();
      for (const MachineOperand &Op : MI.operands())
        if (Op.isReg() && Op.getReg())
          for (MCRegAliasIterator R(Op.getReg(), &TRI, true); R.isValid(); ++R)
            Uses.set((*R).id());
    }
  return HasCalls;
}

/// The callee-saved register that \p MI pushes or pops, or none.
MCRegister Marker::saved(const MachineInstr &MI) const {
  if (!isFrameCode(MI) || !MI.getNumOperands() || !MI.getOperand(0).isReg() ||
      !MI.modifiesRegister(StackPointer, &TRI))
    return {};
  for (const CalleeSavedInfo &Saved : Frame.getCalleeSavedInfo())
    if (MI.getOperand(0).getReg() == Saved.getReg() &&
        !MI.getOperand(0).isUndef())
      return Saved.getReg();
  return {};
}

/// Whether \p MI moves the stack pointer without saving a register.
bool Marker::isPadding(const MachineInstr &MI) const {
  return isFrameCode(MI) && !MI.isCFIInstruction() && !MI.isReturn() &&
         MI.modifiesRegister(StackPointer, &TRI) && !saved(MI);
}

/// Marks registers that are saved for our code only, and code that aligns the
/// stack for its call. If the program calls functions, the stack is aligned by
/// an odd number of saved registers, or by one more push.
void Marker::markFrame() {
  BitVector Uses(TRI.getNumRegs());
  bool HasCalls = findProgramCode(Uses);
  uint64_t ObjectSize = 0;
  bool HasSpills = false;
  for (int I = 0; I != Frame.getObjectIndexEnd(); ++I)
    if (!Frame.isDeadObjectIndex(I)) {
      ObjectSize += Frame.getObjectSize(I);
      HasSpills |= Frame.isSpillSlotObjectIndex(I);
    }
  SmallVector<MCRegister> Ours;
  // The program would have used the register instead of spilling.
  for (const CalleeSavedInfo &Saved : Frame.getCalleeSavedInfo())
    if (!HasSpills && !Uses.test(MCRegister(Saved.getReg()).id()))
      Ours.push_back(Saved.getReg());
  bool HasPadding = any_of(MF, [&](const MachineBasicBlock &MBB) {
    return any_of(MBB, [&](const MachineInstr &MI) { return isPadding(MI); });
  });
  // A function without calls has its variables below the stack pointer.
  constexpr uint64_t RedZone = 128;
  bool IsPaddingOurs =
      HasCalls ? !ObjectSize && Ours.size() % 2
               : ObjectSize <= RedZone && !Frame.hasVarSizedObjects() &&
                     !MF.getFunction().hasFnAttribute(Attribute::NoRedZone);
  if (HasCalls && IsPaddingOurs && !HasPadding)
    Ours.pop_back();
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB)
      if (saved(MI) ? is_contained(Ours, saved(MI))
                    : IsPaddingOurs && isPadding(MI))
        put(MI);
}

void Marker::run() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const MachineBasicBlock &MBB : MF) {
      Holders Now = entryOf(MBB);
      for (const MachineInstr &MI : MBB)
        step(Now, MI);
      Holders &End = EndOf[&MBB];
      Changed |= End != Now;
      End = std::move(Now);
    }
  }
  for (MachineBasicBlock &MBB : MF) {
    Holders Now = entryOf(MBB);
    for (MachineInstr &MI : MBB)
      if (step(Now, MI) && isCode(MI))
        put(MI);
    markJumps(MBB);
  }
  markFrame();
}

void udpc::markEventCode(MachineFunction &MF) {
  // Most functions of most builds have no such code.
  for (const MachineBasicBlock &MBB : MF)
    if (any_of(MBB, accessesEvents))
      return Marker(MF).run();
}
