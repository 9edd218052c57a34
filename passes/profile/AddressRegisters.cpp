//===- AddressRegisters.cpp - Registers that hold one address -------------===//
//
// Loops whose code leaves a register alone get the address in it before they
// begin. Elsewhere the points prefer the registers of loops, then the one that
// is free at most of them, and a dataflow analysis finds those that need no
// load: on all paths to them the register has the address.
//
//===----------------------------------------------------------------------===//

#include "passes/profile/AddressRegisters.h"
#include "passes/profile/FreeRegisters.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

class Chooser {
public:
  Chooser(MachineFunction &MF, const FreeRegisters &Free,
          std::vector<AddressUse> &Uses);

  void holdIn(const MachineLoop &L);
  void chooseOthers();
  void findKnown();
  std::vector<AddressLoad> takeLoads() { return std::move(Loads); }

private:
  /// What stands at a point.
  struct Point {
    SmallVector<unsigned, 1> Uses, Loads;
  };

  uint16_t freeAt(const AddressUse &U) const {
    return Free.at(*U.Block, U.At).General;
  }
  Point *pointAt(MachineBasicBlock &MBB, MachineBasicBlock::iterator At) {
    auto It = At == MBB.end() ? AtEnd.find(&MBB) : AtCode.find(&*At);
    return It == (At == MBB.end() ? AtEnd : AtCode).end() ? nullptr
                                                          : &It->second;
  }
  uint16_t changedBy(const MachineInstr &MI) const;
  std::optional<AddressLoad> loadAtEnd(MachineBasicBlock &MBB,
                                       int Register) const;
  uint16_t transfer(MachineBasicBlock &MBB, uint16_t Known, bool IsFinal);

  MachineFunction &MF;
  const X86Code &Code;
  const FreeRegisters &Free;
  std::vector<AddressUse> &Uses;
  std::vector<AddressLoad> Loads;
  std::vector<bool> IsNeeded;
  DenseMap<const void *, Point> AtCode, AtEnd;
};

} // namespace

Chooser::Chooser(MachineFunction &MF, const FreeRegisters &Free,
                 std::vector<AddressUse> &Uses)
    : MF(MF), Code(X86Code::get(MF)), Free(Free), Uses(Uses) {
  for (auto [Index, U] : enumerate(Uses)) {
    auto &At = U.At == U.Block->end() ? AtEnd[U.Block] : AtCode[&*U.At];
    At.Uses.push_back(Index);
  }
}

/// The registers that \p MI may change.
uint16_t Chooser::changedBy(const MachineInstr &MI) const {
  uint16_t Changed = 0;
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask()) {
      for (auto [Number, Reg] : enumerate(Code.General))
        if (Op.clobbersPhysReg(Reg))
          Changed |= 1 << Number;
    } else if (Op.isReg() && Op.isDef() && Op.getReg()) {
      if (int Number = Code.number(Op.getReg().asMCReg()); Number >= 0)
        Changed |= 1 << Number;
    }
  }
  return Changed;
}

/// The last point in \p MBB, which leads to a loop, from which on \p Register
/// is left alone, and where the load may change the flags.
std::optional<AddressLoad> Chooser::loadAtEnd(MachineBasicBlock &MBB,
                                              int Register) const {
  auto IsFree = [&](MachineBasicBlock::iterator At) {
    return Free.at(MBB, At).General >> Register & 1;
  };
  if (!IsFree(MBB.end()))
    return std::nullopt;
  bool BeforeTerminators = MBB.getFirstTerminator() == MBB.end();
  for (auto At = MBB.end();; --At) {
    BeforeTerminators |= At == MBB.getFirstTerminator();
    if (BeforeTerminators && Free.at(MBB, At).Flags)
      return AddressLoad{&MBB, At, Register};
    if (At == MBB.begin())
      return std::nullopt;
    const MachineInstr &Before = *std::prev(At);
    if (Before.isPosition() || changedBy(Before) >> Register & 1 ||
        !IsFree(std::prev(At)))
      return std::nullopt;
  }
}

/// If the code of \p L leaves a register alone, its uses take that.
void Chooser::holdIn(const MachineLoop &L) {
  SmallVector<unsigned> Inside;
  for (auto [Index, U] : enumerate(Uses))
    if (L.contains(U.Block))
      Inside.push_back(Index);
  if (Inside.empty())
    return;
  uint16_t Unused = 0xffff;
  for (MachineBasicBlock *MBB : L.blocks()) {
    Unused &= Free.at(*MBB, MBB->end()).General;
    if (MBB->isEHPad() || MBB->hasAddressTaken())
      Unused = 0;
    for (const MachineInstr &MI : MBB->instrs())
      if (!MI.isDebugInstr())
        Unused &= Free.before(MI).General & ~changedBy(MI);
  }
  for (int R = 0; R != X86Code::NumRegisters; ++R) {
    if (!(Unused >> R & 1))
      continue;
    SmallVector<AddressLoad, 2> Entries;
    bool CanEnter = true;
    for (MachineBasicBlock *From : L.getHeader()->predecessors()) {
      if (L.contains(From))
        continue;
      std::optional<AddressLoad> Load = loadAtEnd(*From, R);
      CanEnter &= Load.has_value();
      if (Load)
        Entries.push_back(*Load);
    }
    if (!CanEnter || Entries.empty())
      continue;
    for (unsigned I : Inside)
      Uses[I].Register = R;
    for (const AddressLoad &E : Entries) {
      auto &At = E.At == E.Block->end() ? AtEnd[E.Block] : AtCode[&*E.At];
      At.Loads.push_back(Loads.size());
      Loads.push_back(E);
    }
    return;
  }
  for (const MachineLoop *Inner : L)
    holdIn(*Inner);
}

void Chooser::chooseOthers() {
  std::array<unsigned, X86Code::NumRegisters> Points = {};
  for (const AddressUse &U : Uses)
    if (U.Register)
      Points[*U.Register] += Uses.size(); // More than any others together.
    else
      for (int R = 0; R != X86Code::NumRegisters; ++R)
        Points[R] += freeAt(U) >> R & 1;
  for (AddressUse &U : Uses) {
    uint16_t Usable = freeAt(U);
    if (U.Register)
      continue;
    for (int R = 0; R != X86Code::NumRegisters; ++R)
      if (Usable >> R & 1 && (!U.Register || Points[R] > Points[*U.Register]))
        U.Register = R;
  }
}

/// The registers that have the address at the end of \p MBB, if those of \p
/// Known do at its start.
uint16_t Chooser::transfer(MachineBasicBlock &MBB, uint16_t Known,
                           bool IsFinal) {
  auto Pass = [&](Point *P) {
    if (!P)
      return;
    for (unsigned I : P->Uses) {
      AddressUse &U = Uses[I];
      if (!U.Register)
        continue;
      if (IsFinal)
        U.IsKnown = Known >> *U.Register & 1;
      Known |= 1 << *U.Register;
    }
    for (unsigned I : P->Loads) {
      if (IsFinal)
        IsNeeded[I] = !(Known >> Loads[I].Register & 1);
      Known |= 1 << Loads[I].Register;
    }
  };
  // The successors of the first terminator are not behind the points that
  // follow it.
  uint16_t KnownAtBranch = 0xffff;
  for (MachineInstr &MI : MBB.instrs()) {
    if (!MI.isBundledWithPred())
      Pass(pointAt(MBB, MachineBasicBlock::iterator(MI)));
    Known &= ~changedBy(MI);
    if (MI.isTerminator())
      KnownAtBranch &= Known;
  }
  Pass(pointAt(MBB, MBB.end()));
  return Known & KnownAtBranch;
}

void Chooser::findKnown() {
  ReversePostOrderTraversal<MachineFunction *> Order(&MF);
  DenseMap<const MachineBasicBlock *, uint16_t> Out;
  for (const MachineBasicBlock *MBB : Order)
    Out[MBB] = 0xffff;
  auto In = [&](const MachineBasicBlock &MBB) {
    // The unwinder and indirect jumps come from unknown places.
    if (&MBB == &MF.front() || MBB.pred_empty() || MBB.isEHPad() ||
        MBB.hasAddressTaken() || MBB.isInlineAsmBrIndirectTarget())
      return uint16_t(0);
    uint16_t Known = 0xffff;
    for (const MachineBasicBlock *From : MBB.predecessors())
      Known &= Out.lookup(From);
    return Known;
  };
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (MachineBasicBlock *MBB : Order) {
      uint16_t New = transfer(*MBB, In(*MBB), /*IsFinal=*/false);
      HasChanged |= New != std::exchange(Out[MBB], New);
    }
  }
  IsNeeded.resize(Loads.size());
  for (MachineBasicBlock *MBB : Order)
    transfer(*MBB, In(*MBB), /*IsFinal=*/true);
  std::vector<AddressLoad> Needed;
  for (auto [Load, IsOne] : zip(Loads, IsNeeded))
    if (IsOne)
      Needed.push_back(Load);
  Loads = std::move(Needed);
}

std::vector<AddressLoad> udpc::chooseRegisters(MachineFunction &MF,
                                               const MachineLoopInfo &Loops,
                                               const FreeRegisters &Free,
                                               std::vector<AddressUse> &Uses) {
  Chooser C(MF, Free, Uses);
  for (const MachineLoop *L : Loops)
    C.holdIn(*L);
  C.chooseOthers();
  C.findKnown();
  return C.takeLoads();
}
