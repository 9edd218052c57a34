//===- LoopAddresses.cpp - Address changes in loops -----------------------===//
//
// Value numbering of 64-bit registers: copies and additions of constants keep
// the number and change the offset, everything else makes a new number. A value
// of the loop's header whose latch value differs by a constant is an induction
// variable.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/memory/LoopAddresses.h"
#include "passes/profile/memory/RegisterValues.h"
#include "passes/target/X86Code.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <map>

using namespace llvm;
using namespace udpc;

namespace {

/// A numbered value plus an offset.
struct NumberedValue {
  unsigned Number = 0;
  int64_t Offset = 0;
};

} // namespace

class LoopAddresses::Walk {
public:
  Walk(const MachineLoop &L, const MachineLoopInfo &Loops,
       const MachineDominatorTree &Dominators, const BlockOrder &Order)
      : L(L), Loops(Loops), Dominators(Dominators), Order(Order),
        MF(*L.getHeader()->getParent()), X86(X86Code::get(MF)),
        TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MF.getSubtarget().getRegisterInfo()) {}

  void run(LoopAddresses &Result);

private:
  using Registers = std::vector<NumberedValue>;
  /// Registers by their index in GR64.
  using Mask = uint64_t;

  /// The parts of two addresses that must be equal for them to differ by a
  /// constant.
  using Form = std::tuple<unsigned, unsigned, int64_t, const void *, unsigned>;
  int registerIndexOf(const MachineOperand &Op) const;
  Mask writtenBy(const MachineInstr &MI) const;
  void forget(Registers &Values, Mask Which);
  bool mayComeBefore(const MachineBasicBlock &Other,
                     const MachineBasicBlock &MBB) const;
  Registers entryOf(const MachineBasicBlock &MBB);
  std::optional<NumberedValue> resultOf(const MachineInstr &MI,
                                        const Registers &Values) const;
  void addOperation(const MachineInstr &MI, const Registers &Values);
  void execute(const MachineBasicBlock &MBB);
  void findSteps();
  int64_t stepOf(unsigned Number) const;

  const MachineLoop &L;
  const MachineLoopInfo &Loops;
  const MachineDominatorTree &Dominators;
  const BlockOrder &Order;
  const MachineFunction &MF;
  const X86Code &X86;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;

  std::vector<int> IndexOfUnit; ///< Index in GR64 of each unit, or -1.
  unsigned NextNumber = 1;
  DenseMap<const MachineBasicBlock *, Mask> Written;
  DenseMap<const MachineBasicBlock *, Registers> Exits;
  /// The step of each number of a value at the header; absent: unknown.
  DenseMap<unsigned, int64_t> StepOfNumber;
  std::vector<std::pair<Form, Operation>> Operations;
};

/// The index in GR64 of the register \p Op; -1 if it is none of GR64.
int LoopAddresses::Walk::registerIndexOf(const MachineOperand &Op) const {
  if (!Op.isReg() || !Op.getReg().isPhysical() ||
      !X86.GR64->contains(Op.getReg().asMCReg()))
    return -1;
  return IndexOfUnit[static_cast<unsigned>(
      *TRI.regunits(Op.getReg().asMCReg()).begin())];
}

LoopAddresses::Walk::Mask
LoopAddresses::Walk::writtenBy(const MachineInstr &MI) const {
  Mask Result = 0;
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask()) {
      for (auto [Place, Reg] : enumerate(X86.GR64->getRegisters()))
        if (Op.clobbersPhysReg(Reg))
          Result |= Mask(1) << Place;
      continue;
    }
    if (!Op.isReg() || !Op.isDef() || !Op.getReg().isPhysical())
      continue;
    for (auto Unit : TRI.regunits(Op.getReg().asMCReg()))
      if (int Place = IndexOfUnit[static_cast<unsigned>(Unit)]; Place >= 0)
        Result |= Mask(1) << Place;
  }
  return Result;
}

void LoopAddresses::Walk::forget(Registers &Values, Mask Which) {
  for (; Which; Which &= Which - 1)
    Values[llvm::countr_zero(Which)] = {NextNumber++, 0};
}

/// Whether \p Other may be executed before \p MBB, in one iteration of the
/// innermost loop around both.
bool LoopAddresses::Walk::mayComeBefore(const MachineBasicBlock &Other,
                                        const MachineBasicBlock &MBB) const {
  // The blocks of a loop that does not contain \p MBB are treated alike.
  const MachineBasicBlock *First = &Other;
  for (const MachineLoop *Inner = Loops.getLoopFor(&Other);
       Inner && !Inner->contains(&MBB); Inner = Inner->getParentLoop())
    First = Inner->getHeader();
  return Order.lookup(First) < Order.lookup(&MBB);
}

/// The register values at the start of \p MBB: those of its dominator, except
/// for registers that may be written in between.
LoopAddresses::Walk::Registers
LoopAddresses::Walk::entryOf(const MachineBasicBlock &MBB) {
  if (&MBB == L.getHeader()) {
    Registers Values(X86.GR64->getNumRegs());
    forget(Values, maskTrailingOnes<Mask>(Values.size()));
    return Values;
  }
  const MachineBasicBlock *Dominator =
      Dominators.getNode(&MBB)->getIDom()->getBlock();
  Registers Values = Exits.lookup(Dominator);
  Mask OnTheWay = 0;
  if (MBB.pred_size() != 1)
    for (const MachineBasicBlock *Other : L.blocks())
      if (mayComeBefore(*Other, MBB) && !Dominators.dominates(Other, &MBB))
        OnTheWay |= Written.lookup(Other);
  if (const MachineLoop *Inner = Loops.getLoopFor(&MBB);
      Inner->getHeader() == &MBB)
    for (const MachineBasicBlock *Other : Inner->blocks())
      OnTheWay |= Written.lookup(Other);
  forget(Values, OnTheWay);
  return Values;
}

/// The value that \p MI defines in its first operand, if known.
std::optional<NumberedValue>
LoopAddresses::Walk::resultOf(const MachineInstr &MI,
                              const Registers &Values) const {
  std::optional<X86Code::Sum> Sum = X86.sumOf(MI);
  int Place = Sum ? registerIndexOf(*Sum->Register) : -1;
  if (Place < 0)
    return std::nullopt;
  return NumberedValue{Values[Place].Number,
                       Values[Place].Offset + Sum->Offset};
}

void LoopAddresses::Walk::addOperation(const MachineInstr &MI,
                                       const Registers &Values) {
  int First = x86MemoryOperand(MI.getDesc(), TII.getName(MI.getOpcode()));
  if (First < 0 || !MI.mayLoadOrStore())
    return;
  auto ValueOf = [&](X86Address Part) -> std::optional<NumberedValue> {
    const MachineOperand &Op = MI.getOperand(First + Part);
    if (Op.isReg() && !Op.getReg())
      return NumberedValue();
    int Place = registerIndexOf(Op);
    if (Place < 0)
      return std::nullopt;
    return Values[Place];
  };
  std::optional<NumberedValue> Base = ValueOf(X86Base),
                               Index = ValueOf(X86Index);
  const MachineOperand &Displacement = MI.getOperand(First + X86Displacement);
  const MachineOperand &Segment = MI.getOperand(First + X86Segment);
  if (!Base || !Index || !Segment.isReg())
    return;
  int64_t Scale = MI.getOperand(First + X86Scale).getImm();
  const void *Symbol = nullptr;
  int64_t Offset = Base->Offset + Scale * Index->Offset;
  if (Displacement.isImm()) {
    Offset += Displacement.getImm();
  } else if (Displacement.isGlobal()) {
    Symbol = Displacement.getGlobal();
    Offset += Displacement.getOffset();
  } else {
    Symbol = &MI; // Unique.
  }
  Form What(Base->Number, Index->Number, Scale, Symbol, Segment.getReg().id());
  Operations.push_back({What, {&MI, Offset}});
}

void LoopAddresses::Walk::execute(const MachineBasicBlock &MBB) {
  Registers Values = entryOf(MBB);
  bool IsDirect = Loops.getLoopFor(&MBB) == &L;
  for (const MachineInstr &MI : MBB.instrs()) {
    if (MI.isDebugInstr())
      continue;
    if (IsDirect)
      addOperation(MI, Values);
    std::optional<NumberedValue> Result = resultOf(MI, Values);
    forget(Values, writtenBy(MI));
    int Place = Result ? registerIndexOf(MI.getOperand(0)) : -1;
    if (Place >= 0)
      Values[Place] = *Result;
  }
  Exits[&MBB] = std::move(Values);
}

void LoopAddresses::Walk::findSteps() {
  SmallVector<MachineBasicBlock *> Latches;
  L.getLoopLatches(Latches);
  // The header's values have the first numbers.
  for (unsigned Place = 0; Place != X86.GR64->getNumRegs(); ++Place) {
    std::optional<int64_t> Step;
    bool IsKnown = all_of(Latches, [&](const MachineBasicBlock *Latch) {
      NumberedValue V = Exits.lookup(Latch)[Place];
      bool IsSame = V.Number == Place + 1 && (!Step || *Step == V.Offset);
      Step = V.Offset;
      return IsSame;
    });
    if (IsKnown && Step)
      StepOfNumber[Place + 1] = *Step;
  }
}

void LoopAddresses::Walk::run(LoopAddresses &Result) {
  IndexOfUnit.assign(TRI.getNumRegUnits(), -1);
  for (auto [Place, Reg] : enumerate(X86.GR64->getRegisters()))
    for (auto Unit : TRI.regunits(Reg))
      IndexOfUnit[static_cast<unsigned>(Unit)] = Place;
  for (const MachineBasicBlock *MBB : L.blocks()) {
    Mask &M = Written[MBB];
    for (const MachineInstr &MI : MBB->instrs())
      if (!MI.isDebugInstr())
        M |= writtenBy(MI);
  }
  // Visit dominators first.
  SmallVector<const MachineDomTreeNode *> Left = {
      Dominators.getNode(L.getHeader())};
  while (!Left.empty()) {
    const MachineDomTreeNode *Node = Left.pop_back_val();
    execute(*Node->getBlock());
    for (const MachineDomTreeNode *Child : Node->children())
      if (L.contains(Child->getBlock()))
        Left.push_back(Child);
  }
  findSteps();

  std::map<Form, std::vector<Operation>> ByForm;
  for (const auto &[What, O] : Operations) {
    unsigned Base = std::get<0>(What), Index = std::get<1>(What);
    auto IsKnown = [&](unsigned Number) {
      return !Number || StepOfNumber.count(Number);
    };
    if (IsKnown(Base) && IsKnown(Index))
      Result.Steps[O.MI] = StepOfNumber.lookup(Base) +
                           std::get<2>(What) * StepOfNumber.lookup(Index);
    ByForm[What].push_back(O);
  }
  for (auto &[What, Family] : ByForm) {
    llvm::sort(Family, [](const Operation &A, const Operation &B) {
      return A.Offset < B.Offset;
    });
    if (Family.size() > 1)
      Result.Families.push_back(std::move(Family));
  }
}

void LoopAddresses::forNeighbours(
    function_ref<void(const MachineInstr &, const MachineInstr &)> Each) const {
  for (const std::vector<Operation> &Family : Families)
    for (size_t I = 0; I != Family.size(); ++I)
      for (size_t J = I + 1;
           J != Family.size() &&
           Family[J].Offset - Family[I].Offset < RegisterValues::LineBytes;
           ++J)
        Each(*Family[I].MI, *Family[J].MI);
}

LoopAddresses::LoopAddresses(const MachineLoop &L, const MachineLoopInfo &Loops,
                             const MachineDominatorTree &Dominators,
                             const BlockOrder &Order) {
  if (L.getNumBlocks() <= MaxBlocks)
    Walk(L, Loops, Dominators, Order).run(*this);
}

int64_t LoopAddresses::stepOf(const MachineInstr &MI) const {
  return Steps.lookup(&MI);
}
