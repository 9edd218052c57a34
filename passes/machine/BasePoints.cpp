//===- BasePoints.cpp - Points where slots may have a base ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/machine/BasePoints.h"
#include "passes/target/LiveRegisters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstrBundle.h"

using namespace llvm;
using namespace udpc;

/// The maximum number of blocks that are searched for points that a base
/// serves.
static constexpr size_t MaxBlocks = 256;

BasePoints::BasePoints(MachineFunction &MF, const GlobalValue &Slots)
    : Code(X86Code::get(MF)), Slots(Slots), Blocks(MF.getNumBlockIDs()),
      AtBegin(MF.getNumBlockIDs()), Dominators(MF), Loops(Dominators),
      Frequencies(MF, Probabilities, Loops) {
  for (auto [Number, Reg] : enumerate(Code.General))
    if (mayChangeWhereFree(MF, Reg))
      Usable |= 1 << Number;
  for (MachineBasicBlock &MBB : MF)
    addPoints(MBB);
}

void BasePoints::addPoints(MachineBasicBlock &MBB) {
  if (!Dominators.isReachableFromEntry(&MBB))
    return;
  uint64_t Frequency = Frequencies.getBlockFreq(&MBB).getFrequency();
  auto Add = [&](BasePoint P) {
    Blocks[MBB.getNumber()].Points.push_back(Points.size());
    Points.push_back(P);
  };
  for (MachineInstr &MI : make_range(MBB.begin(), MBB.getFirstTerminator()))
    if (std::optional<unsigned> Operand = slotOperand(MI))
      Add({&MI, Frequency, *Operand, MI.getOperand(*Operand + 3).getOffset()});
  // A base may be loaded before a branch between blocks that may count.
  if (MBB.succ_size() > 1 && MBB.getFirstTerminator() != MBB.end())
    Add({&*MBB.getFirstTerminator(), Frequency});
}

/// The first operand of the slot's address, if it has no base yet.
std::optional<unsigned> BasePoints::slotOperand(const MachineInstr &MI) const {
  auto IsRegister = [&](unsigned Operand, MCRegister Reg) {
    return MI.getOperand(Operand).isReg() &&
           MI.getOperand(Operand).getReg() == Reg;
  };
  if (!MI.mayLoadOrStore() || MI.isInlineAsm())
    return std::nullopt;
  for (unsigned I = 0; I + 4 < MI.getNumOperands(); ++I) {
    const MachineOperand &Offset = MI.getOperand(I + 3);
    if (Offset.isGlobal() && Offset.getGlobal() == &Slots &&
        Offset.getTargetFlags() == Code.ThreadOffset &&
        IsRegister(I, MCRegister()) && IsRegister(I + 2, MCRegister()) &&
        IsRegister(I + 4, Code.FS))
      return I;
  }
  return std::nullopt;
}

static bool hasAssembly(const MachineInstr &MI) {
  return any_of(make_range(getBundleStart(MI.getIterator()),
                           getBundleEnd(MI.getIterator())),
                [](const MachineInstr &I) { return I.isInlineAsm(); });
}

/// The registers that \p MI changes. For a bundle, such as a call and the check
/// of its callee, of all its instructions.
uint16_t BasePoints::changedBy(const MachineInstr &MI) const {
  uint16_t Registers = 0;
  bool IsKnown = !MI.isCall();
  for (const MachineOperand &Op : const_mi_bundle_ops(MI)) {
    if (Op.isRegMask()) {
      IsKnown = true;
      for (unsigned I = 0; I != X86Code::NumRegisters; ++I)
        if (Op.clobbersPhysReg(Code.General[I]))
          Registers |= 1 << I;
    } else if (Op.isReg() && Op.isDef()) {
      if (int I = Code.number(Op.getReg()); I >= 0)
        Registers |= 1 << I;
    }
  }
  // All registers may change: some programs have assembly without all its
  // clobbers, such as system calls without RCX and R11, and -fsplit-stack's
  // calls do not name theirs.
  return IsKnown && !hasAssembly(MI) ? Registers : ~0;
}

/// The description of \p MBB, computed on first use: most blocks of a function
/// with few counts are never queried.
const BasePoints::Block &BasePoints::infoOf(const MachineBasicBlock &MBB) {
  Block &B = Blocks[MBB.getNumber()];
  if (!B.IsChangedKnown)
    findChanged(MBB, B);
  return B;
}

/// Computes the registers that \p MBB changes.
void BasePoints::findChanged(const MachineBasicBlock &MBB, Block &B) {
  B.IsChangedKnown = true;
  B.Changed = 0;
  uint16_t Changed = 0;
  auto Next = B.Points.begin();
  for (const MachineInstr &MI : MBB) {
    if (Next != B.Points.end() && Points[*Next].Before == &MI) {
      B.Changed |= Changed;
      Points[*Next++].Changed = std::exchange(Changed, 0);
    }
    Changed |= changedBy(MI);
  }
  B.Changed |= Changed;
  B.ChangedAtEnd = Changed;
}

/// Computes the free registers at the points of a block.
void BasePoints::findFree(Block &B) {
  B.IsFreeKnown = true;
  LiveRegisters Live;
  for (unsigned I : reverse(B.Points)) {
    const LiveRegUnits &Units = Live.before(*Points[I].Before);
    Points[I].Free = 0;
    for (unsigned R = 0; R != X86Code::NumRegisters; ++R)
      if ((Usable >> R & 1) && Units.available(Code.General[R]))
        Points[I].Free |= 1 << R;
  }
}

BasePoints::Reached BasePoints::reach(unsigned From) {
  MachineBasicBlock &Start = *Points[From].Before->getParent();
  if (Block &B = Blocks[Start.getNumber()]; !B.IsFreeKnown)
    findFree(B);
  const Block &B = infoOf(Start);
  uint16_t Same = Points[From].Free;
  Reached Result = {{From, Same}};
  if (!Same)
    return Result;
  for (unsigned I : make_range(find(B.Points, From) + 1, B.Points.end())) {
    Same &= ~Points[I].Changed;
    Result.push_back({I, Same});
  }
  Same &= ~B.ChangedAtEnd;
  if (Same)
    reachDominated(Start, Same, Result);
  return Result;
}

/// Adds the points in dominated blocks: the greatest solution of the equations
/// that a block begins with the registers that all its predecessors end with.
void BasePoints::reachDominated(MachineBasicBlock &Start, uint16_t AtEnd,
                                Reached &Result) {
  SmallVector<MachineBasicBlock *> Dominated;
  SmallVector<MachineDomTreeNode *> Work = {Dominators.getNode(&Start)};
  while (!Work.empty() && Dominated.size() < MaxBlocks)
    for (MachineDomTreeNode *Node : Work.pop_back_val()->children()) {
      MachineBasicBlock *MBB = Node->getBlock();
      // Control enters such blocks from the middle of another.
      if (MBB->isEHPad() || MBB->isInlineAsmBrIndirectTarget())
        continue;
      Dominated.push_back(MBB);
      AtBegin[MBB->getNumber()] = AtEnd;
      if (AtEnd & ~infoOf(*MBB).Changed)
        Work.push_back(Node);
    }
  auto EndOf = [&](const MachineBasicBlock *MBB) -> uint16_t {
    if (MBB == &Start)
      return AtEnd;
    return AtBegin[MBB->getNumber()] & ~infoOf(*MBB).Changed;
  };
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (MachineBasicBlock *MBB : Dominated) {
      uint16_t Same = AtEnd;
      for (MachineBasicBlock *Before : MBB->predecessors())
        Same &= EndOf(Before);
      Changes |= std::exchange(AtBegin[MBB->getNumber()], Same) != Same;
    }
  }
  for (MachineBasicBlock *MBB : Dominated) {
    uint16_t Same = std::exchange(AtBegin[MBB->getNumber()], 0);
    for (unsigned I : infoOf(*MBB).Points)
      if (Same &= ~Points[I].Changed)
        Result.push_back({I, Same});
  }
}

void BasePoints::forget(const MachineBasicBlock &MBB) {
  Block &B = Blocks[MBB.getNumber()];
  B.IsChangedKnown = B.IsFreeKnown = false;
}
