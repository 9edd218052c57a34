//===- AddressPoints.cpp - Where an address can be held -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/addresses/AddressPoints.h"
#include "passes/lowering/unit/Fibers.h"
#include "passes/profile/insertion/FreeRegisters.h"
#include "passes/profile/insertion/UnusedStackSlot.h"
#include "passes/target/MachineCode.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace udpc;

/// Whether \p MI may switch stacks, after which the address may be that of
/// another thread's slots. The code generator's own calls, which name their
/// callee by a symbol, do not, unless they call through a thunk.
static bool maySwitchStacks(const MachineInstr &MI) {
  if (MI.isInlineAsm())
    return MI.getOperand(InlineAsm::MIOp_ExtraInfo).getImm() &
           InlineAsm::Extra_HasSideEffects;
  if (!MI.isCall())
    return false;
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isSymbol())
      return isIndirectThunk(Op);
    if (Op.isGlobal())
      if (auto *F = dyn_cast<Function>(Op.getGlobal()))
        return udpc::maySwitchStacks(*F);
  }
  return true;
}

/// The holders that \p MI may change before the next code runs.
static HolderSet changedBy(const MachineInstr &MI, const X86Code &Code) {
  HolderSet Changed = 0;
  // The callee of a conditional tail call does not return there.
  if (MI.isTerminator() && MI.isCall())
    return Changed;
  if (mayMoveBetweenThreads(MI.getMF()->getFunction()) && maySwitchStacks(MI))
    return AllHolders;
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask()) {
      for (auto [Number, Reg] : enumerate(Code.General))
        if (Op.clobbersPhysReg(Reg))
          Changed |= setOf(Number);
      for (auto [Number, Reg] : enumerate(Code.Vector))
        if (Op.clobbersPhysReg(Reg))
          Changed |= setOf(FirstVector + Number);
    } else if (Op.isReg() && Op.isDef() && Op.getReg()) {
      MCRegister Reg = Op.getReg().asMCReg();
      if (int Number = Code.number(Reg); Number >= 0)
        Changed |= setOf(Number);
      else if (int Number = Code.vectorNumber(Reg); Number >= 0)
        Changed |= setOf(FirstVector + Number);
    }
  }
  if (UnusedStackSlot::isDiscardedBy(MI))
    Changed |= setOf(StackHolder);
  return Changed;
}

AddressPoints::AddressPoints(MachineFunction &MF, const MachineLoopInfo &Loops,
                             const FreeRegisters &Free,
                             const UnusedStackSlot &Slot) {
  for (MachineBasicBlock *MBB :
       ReversePostOrderTraversal<MachineFunction *>(&MF)) {
    IndexOf[MBB] = Blocks.size();
    Blocks.emplace_back().Block = MBB;
  }
  for (AddressBlock &B : Blocks) {
    const MachineBasicBlock &MBB = *B.Block;
    // The unwinder enters blocks from unknown places. Indirect branches do not:
    // their blocks are the predecessors.
    B.IsEntered |= &MBB == &MF.front() || MBB.isEHPad() ||
                   MBB.isMachineBlockAddressTaken() ||
                   MBB.isInlineAsmBrIndirectTarget() || MBB.pred_empty();
    addPoints(B, Free, Slot);
    addEdges(B);
  }
  addFrequencies(MF, Loops);
}

void AddressPoints::addPoints(AddressBlock &B, const FreeRegisters &Free,
                              const UnusedStackSlot &Slot) {
  MachineBasicBlock &MBB = *B.Block;
  const X86Code &Code = X86Code::get(*MBB.getParent());
  bool MayInsert = true;
  size_t First = 0;
  auto Add = [&](MachineBasicBlock::iterator At) {
    AddressPoint &P = B.Points.emplace_back();
    P.At = At;
    P.Id = At == MBB.end() ? static_cast<const void *>(&MBB) : &*At;
    FreeState State = Free.at(MBB, At);
    P.Usable = State.General | HolderSet(State.Vector) << FirstVector;
    if (Slot.existsAt(MBB, At))
      P.Usable |= setOf(StackHolder);
    // Code after a label or a CFI instruction belongs to it.
    if (MayInsert && State.Flags &&
        (At == MBB.begin() || !std::prev(At)->isPosition()))
      P.Loadable = State.General;
  };
  for (auto At = MBB.begin(); At != MBB.end(); ++At) {
    Add(At);
    for (auto I = At.getInstrIterator(), End = std::next(At).getInstrIterator();
         I != End; ++I)
      B.Points.back().Changed |= changedBy(*I, Code);
    MayInsert &= !At->isTerminator();
    if (mustBeFirst(*At))
      First = B.Points.size();
  }
  Add(MBB.end());
  for (AddressPoint &P : MutableArrayRef(B.Points).take_front(First))
    P.Loadable = 0;
}

void AddressPoints::addEdge(AddressPoint &From, const MachineBasicBlock &To) {
  From.Leaves.push_back(NumEdges);
  Blocks[IndexOf.lookup(&To)].Enters.push_back(NumEdges++);
}

void AddressPoints::addEdges(AddressBlock &B) {
  MachineBasicBlock &MBB = *B.Block;
  SmallPtrSet<const MachineBasicBlock *, 4> Found;
  auto Add = [&](AddressPoint &From, const MachineBasicBlock &To) {
    addEdge(From, To);
    Found.insert(&To);
  };
  bool FallsThrough = true;
  for (AddressPoint &P : B.Points) {
    if (P.At == MBB.end() || !P.At->isTerminator())
      continue;
    FallsThrough &= !P.At->isBarrier();
    for (const MachineOperand &Op : P.At->operands())
      if (Op.isMBB() && MBB.isSuccessor(Op.getMBB()))
        Add(P, *Op.getMBB());
    if (P.At->isIndirectBranch())
      for (const MachineBasicBlock *To : MBB.successors())
        if (!To->isEHPad())
          Add(P, *To);
  }
  for (const MachineBasicBlock *To : MBB.successors())
    if (FallsThrough && MBB.isLayoutSuccessor(To))
      Add(B.Points.back(), *To);
    else if (!Found.contains(To))
      Blocks[IndexOf.lookup(To)].IsEntered = true;
}

void AddressPoints::addFrequencies(MachineFunction &MF,
                                   const MachineLoopInfo &Loops) {
  MachineBranchProbabilityInfo Probabilities;
  MachineBlockFrequencyInfo Frequencies(MF, Probabilities, Loops);
  constexpr double OfEntry = 1 << 10, Most = uint64_t(1) << 36;
  for (AddressBlock &B : Blocks)
    B.Frequency = std::clamp(
        OfEntry * Frequencies.getBlockFreqRelativeToEntryBlock(B.Block), 1.0,
        Most);
}
