//===- AddressRegisters.cpp - Registers that hold one address -------------===//
//
// Loops whose code leaves a register alone get the address in it before they
// begin: in a general register if possible, else in a keeper. Elsewhere the
// points prefer the registers of loops, then the one that is free at most of
// them, and a dataflow analysis finds those that need no load: on all paths to
// them a register or keeper has the address. Each load elsewhere also stores it
// in the stack slot, if a point copies it from there.
//
//===----------------------------------------------------------------------===//

#include "passes/profile/AddressRegisters.h"
#include "passes/profile/FreeRegisters.h"
#include "passes/profile/UnusedStackSlot.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace udpc;

/// A bit for each AddressHolder.
using HolderSet = uint64_t;
static constexpr HolderSet AllHolders = (HolderSet(2) << StackHolder) - 1;

static constexpr HolderSet setOf(AddressHolder Holder) {
  return HolderSet(1) << Holder;
}

namespace {

class Chooser {
public:
  Chooser(MachineFunction &MF, const FreeRegisters &Free,
          const UnusedStackSlot &Slot, std::vector<AddressUse> &Uses);

  void holdIn(const MachineLoop &L, bool IsKept = false);
  void chooseOthers();
  void chooseScratch();
  std::vector<AddressLoad> run();

private:
  /// What stands at a point.
  struct Point {
    SmallVector<unsigned, 1> Uses, Loads;
  };

  /// The registers that code at \p U may change.
  uint16_t freeAt(const AddressUse &U) const {
    return Free.at(*U.Block, U.At).General & ~U.Operands;
  }
  /// What can hold the address at \p At in \p MBB.
  HolderSet usableAt(const MachineBasicBlock &MBB,
                     MachineBasicBlock::const_iterator At) const {
    FreeState State = Free.at(MBB, At);
    HolderSet Usable = State.General | HolderSet(State.Vector) << FirstVector;
    return Slot.existsAt(MBB, At) ? Usable | setOf(StackHolder) : Usable;
  }
  Point *pointAt(MachineBasicBlock &MBB, MachineBasicBlock::iterator At) {
    auto It = At == MBB.end() ? AtEnd.find(&MBB) : AtCode.find(&*At);
    return It == (At == MBB.end() ? AtEnd : AtCode).end() ? nullptr
                                                          : &It->second;
  }
  HolderSet changedBy(const MachineInstr &MI) const;
  std::optional<AddressLoad> loadAtEnd(MachineBasicBlock &MBB,
                                       AddressHolder Holder) const;
  HolderSet leftAloneIn(const MachineLoop &L) const;
  bool isWorthHolding(AddressHolder Holder, ArrayRef<unsigned> Inside) const;
  bool holdIn(const MachineLoop &L, AddressHolder Holder,
              ArrayRef<unsigned> Inside);
  void findKnown();
  bool dropUnused();
  HolderSet pass(const Point &P, HolderSet Known, bool IsFinal);
  HolderSet transfer(MachineBasicBlock &MBB, HolderSet Known, bool IsFinal);

  MachineFunction &MF;
  const X86Code &Code;
  const FreeRegisters &Free;
  const UnusedStackSlot &Slot;
  std::vector<AddressUse> &Uses;
  std::vector<AddressLoad> Loads;
  std::vector<char> AreDropped;
  /// By use: its register has the address throughout a loop.
  std::vector<bool> IsHeld;
  DenseMap<const void *, Point> AtCode, AtEnd;
};

} // namespace

Chooser::Chooser(MachineFunction &MF, const FreeRegisters &Free,
                 const UnusedStackSlot &Slot, std::vector<AddressUse> &Uses)
    : MF(MF), Code(X86Code::get(MF)), Free(Free), Slot(Slot), Uses(Uses),
      IsHeld(Uses.size()) {
  for (auto [Index, U] : enumerate(Uses)) {
    auto &At = U.At == U.Block->end() ? AtEnd[U.Block] : AtCode[&*U.At];
    At.Uses.push_back(Index);
  }
}

/// The holders that \p MI may change.
HolderSet Chooser::changedBy(const MachineInstr &MI) const {
  HolderSet Changed = 0;
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

/// The last point in \p MBB, which leads to a loop, from which on \p Holder is
/// left alone, and where the load may change the flags and a register.
std::optional<AddressLoad> Chooser::loadAtEnd(MachineBasicBlock &MBB,
                                              AddressHolder Holder) const {
  auto IsUsable = [&](MachineBasicBlock::iterator At) {
    return usableAt(MBB, At) >> Holder & 1;
  };
  if (!IsUsable(MBB.end()))
    return std::nullopt;
  bool BeforeTerminators = MBB.getFirstTerminator() == MBB.end();
  for (auto At = MBB.end();; --At) {
    BeforeTerminators |= At == MBB.getFirstTerminator();
    FreeState State = Free.at(MBB, At);
    if (BeforeTerminators && State.Flags && State.General) {
      AddressLoad Load;
      Load.Block = &MBB;
      Load.At = At;
      Load.Holder = Holder;
      Load.Register = Holder < FirstVector
                          ? Holder
                          : llvm::countr_zero<unsigned>(State.General);
      return Load;
    }
    if (At == MBB.begin())
      return std::nullopt;
    const MachineInstr &Before = *std::prev(At);
    if (Before.isPosition() || changedBy(Before) >> Holder & 1 ||
        !IsUsable(std::prev(At)))
      return std::nullopt;
  }
}

/// What the code of \p L leaves alone.
HolderSet Chooser::leftAloneIn(const MachineLoop &L) const {
  HolderSet Unused = AllHolders;
  for (MachineBasicBlock *MBB : L.blocks()) {
    if (MBB->isEHPad() || MBB->hasAddressTaken())
      return 0;
    Unused &= usableAt(*MBB, MBB->end());
    for (const MachineInstr &MI : MBB->instrs())
      if (!MI.isDebugInstr())
        Unused &= (MI.isBundledWithPred() ? AllHolders
                                          : usableAt(*MBB, MI.getIterator())) &
                  ~changedBy(MI);
  }
  return Unused;
}

/// Whether the uses \p Inside a loop, if \p Holder has the address there, need
/// less code for saving other registers than for copying the address.
bool Chooser::isWorthHolding(AddressHolder Holder,
                             ArrayRef<unsigned> Inside) const {
  if (Holder >= FirstVector)
    return true;
  constexpr unsigned Copy = 1, Save = 2;
  unsigned Saving = 0;
  for (unsigned I : Inside) {
    const AddressUse &U = Uses[I];
    unsigned NumFree = llvm::popcount(uint16_t(freeAt(U) & ~(1 << Holder)));
    if (NumFree < U.NumScratch)
      Saving += Save * (U.NumScratch - NumFree);
  }
  return Saving <= Copy * Inside.size();
}

/// Makes \p Holder keep the address in \p L, if it can be loaded on all ways
/// into the loop.
bool Chooser::holdIn(const MachineLoop &L, AddressHolder Holder,
                     ArrayRef<unsigned> Inside) {
  SmallVector<AddressLoad, 2> Entries;
  for (MachineBasicBlock *From : L.getHeader()->predecessors()) {
    if (L.contains(From))
      continue;
    std::optional<AddressLoad> Load = loadAtEnd(*From, Holder);
    if (!Load)
      return false;
    Entries.push_back(*Load);
  }
  if (Entries.empty())
    return false;
  if (Holder < FirstVector)
    for (unsigned I : Inside) {
      Uses[I].Register = Holder;
      IsHeld[I] = true;
    }
  for (const AddressLoad &E : Entries) {
    auto &At = E.At == E.Block->end() ? AtEnd[E.Block] : AtCode[&*E.At];
    At.Loads.push_back(Loads.size());
    Loads.push_back(E);
  }
  return true;
}

/// If the code of \p L leaves a general register alone, its uses take that.
/// Otherwise a keeper may have the address, from which its uses and nested
/// loops copy it.
void Chooser::holdIn(const MachineLoop &L, bool IsKept) {
  SmallVector<unsigned> Inside;
  for (auto [Index, U] : enumerate(Uses))
    if (U.NeedsAddress && L.contains(U.Block))
      Inside.push_back(Index);
  if (Inside.empty())
    return;
  HolderSet Unused = leftAloneIn(L);
  AddressHolder Last = IsKept ? FirstVector - 1 : StackHolder;
  for (AddressHolder Holder = 0; Holder <= Last; ++Holder)
    if (Unused >> Holder & 1 && isWorthHolding(Holder, Inside) &&
        holdIn(L, Holder, Inside)) {
      if (Holder < FirstVector)
        return;
      IsKept = true;
      break;
    }
  for (const MachineLoop *Inner : L)
    holdIn(*Inner, IsKept);
}

void Chooser::chooseOthers() {
  std::array<unsigned, X86Code::NumRegisters> Points = {};
  for (const AddressUse &U : Uses)
    if (U.Register)
      Points[*U.Register] += Uses.size(); // More than any others together.
    else if (U.NeedsAddress)
      for (int R = 0; R != X86Code::NumRegisters; ++R)
        Points[R] += freeAt(U) >> R & 1;
  for (AddressUse &U : Uses) {
    uint16_t Usable = freeAt(U);
    if (U.Register || !U.NeedsAddress)
      continue;
    for (int R = 0; R != X86Code::NumRegisters; ++R)
      if (Usable >> R & 1 && (!U.Register || Points[R] > Points[*U.Register]))
        U.Register = R;
  }
}

/// The registers that are free besides. Those that have the address elsewhere
/// come last.
void Chooser::chooseScratch() {
  uint16_t Chosen = 0;
  for (const AddressUse &U : Uses)
    if (U.Register)
      Chosen |= 1 << *U.Register;
  for (auto [Index, U] : enumerate(Uses)) {
    uint16_t Own = U.Register ? 1 << *U.Register : 0;
    uint16_t Others = freeAt(U) & ~Own;
    unsigned Wanted = U.NumScratch;
    // A loop keeps it, at the price of saving another register.
    bool IsShort = unsigned(llvm::popcount(Others)) < Wanted;
    if (U.MayOverwrite && U.Register && IsShort && !IsHeld[Index]) {
      U.Scratch |= Own;
      --Wanted;
    }
    for (uint16_t Candidates :
         {uint16_t(Others & ~Chosen), uint16_t(Others & Chosen)})
      for (; Candidates && Wanted; Candidates &= Candidates - 1, --Wanted)
        U.Scratch |= Candidates & -Candidates;
  }
}

/// What has the address behind \p P, if \p Known do at it.
HolderSet Chooser::pass(const Point &P, HolderSet Known, bool IsFinal) {
  constexpr HolderSet Keepers = AllHolders & ~(setOf(FirstVector) - 1);
  // Sets \p Item's fields; returns whether it needs a load.
  auto Find = [&](auto &Item, bool IsKnown) {
    bool HasSource = Known & Keepers;
    if (IsFinal) {
      Item.IsKnown = IsKnown;
      Item.Source.reset();
      if (!IsKnown && HasSource)
        Item.Source = llvm::countr_zero(Known & Keepers);
    }
    return !IsKnown && !HasSource;
  };
  for (unsigned I : P.Uses) {
    AddressUse &U = Uses[I];
    if (U.NeedsAddress) {
      bool MustLoad = Find(U, U.Register && Known >> *U.Register & 1);
      U.Stores = MustLoad && Slot.existsAt(*U.Block, U.At);
      if (U.Stores)
        Known |= setOf(StackHolder);
      if (U.Register)
        Known |= setOf(*U.Register);
    }
    Known &= ~HolderSet(U.Scratch);
  }
  for (unsigned I : P.Loads) {
    if (AreDropped[I])
      continue;
    AddressLoad &L = Loads[I];
    bool IsKnown = Known >> L.Holder & 1;
    Find(L, IsKnown);
    if (IsFinal && Known >> L.Register & 1)
      L.Source = L.Register;
    if (!IsKnown)
      Known |= setOf(L.Register) | setOf(L.Holder);
  }
  return Known;
}

/// What has the address at the end of \p MBB, if \p Known do at its start.
HolderSet Chooser::transfer(MachineBasicBlock &MBB, HolderSet Known,
                            bool IsFinal) {
  // The successors of the first terminator are not behind the points that
  // follow it.
  HolderSet KnownAtBranch = AllHolders;
  for (MachineInstr &MI : MBB.instrs()) {
    if (!MI.isBundledWithPred())
      if (Point *P = pointAt(MBB, MachineBasicBlock::iterator(MI)))
        Known = pass(*P, Known, IsFinal);
    Known &= ~changedBy(MI);
    if (MI.isTerminator())
      KnownAtBranch &= Known;
  }
  if (Point *P = pointAt(MBB, MBB.end()))
    Known = pass(*P, Known, IsFinal);
  return Known & KnownAtBranch;
}

void Chooser::findKnown() {
  ReversePostOrderTraversal<MachineFunction *> Order(&MF);
  DenseMap<const MachineBasicBlock *, HolderSet> Out;
  for (const MachineBasicBlock *MBB : Order)
    Out[MBB] = AllHolders;
  auto In = [&](const MachineBasicBlock &MBB) {
    // The unwinder and indirect jumps come from unknown places.
    if (&MBB == &MF.front() || MBB.pred_empty() || MBB.isEHPad() ||
        MBB.hasAddressTaken() || MBB.isInlineAsmBrIndirectTarget())
      return HolderSet(0);
    HolderSet Known = AllHolders;
    for (const MachineBasicBlock *From : MBB.predecessors())
      Known &= Out.lookup(From);
    return Known;
  };
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (MachineBasicBlock *MBB : Order) {
      // What is known later may depend on what is not known before, as that
      // decides where the address is stored. So facts are only removed: then
      // this ends, and what remains holds.
      HolderSet New = Out[MBB] & transfer(*MBB, In(*MBB), /*IsFinal=*/false);
      HasChanged |= New != std::exchange(Out[MBB], New);
    }
  }
  for (MachineBasicBlock *MBB : Order)
    transfer(*MBB, In(*MBB), /*IsFinal=*/true);
}

/// Removes the loads in keepers from which nothing copies, and the stores.
/// Returns whether there were such loads.
bool Chooser::dropUnused() {
  HolderSet Sources = 0;
  auto Note = [&](const auto &Item) {
    if (Item.Source)
      Sources |= setOf(*Item.Source);
  };
  for_each(Uses, Note);
  for_each(Loads, Note);
  if (!(Sources & setOf(StackHolder)))
    for (AddressUse &U : Uses)
      U.Stores = false;
  bool HasDropped = false;
  for (auto [Load, IsDropped] : zip(Loads, AreDropped))
    if (!IsDropped && !Load.IsKnown && Load.Holder >= FirstVector &&
        !(Sources & setOf(Load.Holder)))
      HasDropped = IsDropped = true;
  return HasDropped;
}

std::vector<AddressLoad> Chooser::run() {
  AreDropped.resize(Loads.size());
  do
    findKnown();
  while (dropUnused());
  std::vector<AddressLoad> Needed;
  for (auto [Load, IsDropped] : zip(Loads, AreDropped))
    if (!IsDropped && !Load.IsKnown)
      Needed.push_back(Load);
  return Needed;
}

std::vector<AddressLoad> udpc::chooseRegisters(MachineFunction &MF,
                                               const MachineLoopInfo &Loops,
                                               const FreeRegisters &Free,
                                               const UnusedStackSlot &Slot,
                                               std::vector<AddressUse> &Uses) {
  Chooser C(MF, Free, Slot, Uses);
  for (const MachineLoop *L : Loops)
    C.holdIn(*L);
  C.chooseOthers();
  C.chooseScratch();
  return C.run();
}
