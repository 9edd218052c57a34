//===- LoadDependences.cpp - Code that depends on loads -------------------===//
//
// Forward data flow from loads through registers, flags and spill slots,
// iterated over the loop until a fixed point. 64 loads at a time: each has a
// bit, and each register the bits of the loads that its value depends on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/memory/LoadDependences.h"
#include "passes/profile/memory/LoopAddresses.h"
#include "passes/profile/memory/LoopChains.h"
#include "passes/target/PrefetchTarget.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

using namespace llvm;
using namespace udpc;

/// The maximum of examined instructions in one function: some 50 ms.
static constexpr uint64_t MaxWork = 4000000;

namespace {

/// Locations of values: register units, then spill slots.
using Place = unsigned;

/// The effect of an instruction on values.
struct Effect {
  const MachineInstr *MI;
  SmallVector<Place, 6> Reads, Writes;
  SmallVector<Place, 2> Address;       ///< The reads in its address.
  SmallVector<Place, 1> AddedTo;       ///< Spill slots that are updated, not
                                       ///< overwritten.
  const uint32_t *Preserved = nullptr; ///< Mask of registers, of a call.
  int Load = -1;                       ///< Its index among the tracked loads.
};

/// The dependences on loads in one loop.
class LoopDependences {
public:
  /// \p Order is the reverse post-order of the function's blocks.
  LoopDependences(const MachineLoop &L, const MachineLoopInfo &Loops,
                  ArrayRef<const MachineBasicBlock *> Order,
                  DenseMap<const MachineInstr *, LoadDependences> &Result)
      : L(L), Loops(Loops), Order(Order), Result(Result),
        TII(*L.getHeader()->getParent()->getSubtarget().getInstrInfo()),
        TRI(*L.getHeader()->getParent()->getSubtarget().getRegisterInfo()),
        StackPointer(L.getHeader()
                         ->getParent()
                         ->getSubtarget()
                         .getTargetLowering()
                         ->getStackPointerRegisterToSaveRestore()) {}

  /// Takes its budget from \p Work; returns nothing if that is not enough.
  void run(uint64_t &Work);

private:
  using Bits = uint64_t;
  using State = std::vector<Bits>;

  Place slot(int FrameIndex);
  Effect effectOf(const MachineInstr &MI);
  bool isFollowed(const MachineInstr &MI) const;
  void enter(const MachineBasicBlock &MBB, State &Now) const;
  void execute(const Effect &E, unsigned First, State &Now, bool IsLast);
  void kill(const Effect &E, State &Now) const;
  void note(const Effect &E, unsigned First, Bits Address, Bits All);
  bool follow(unsigned First, uint64_t &Work);
  void noteChains(unsigned First);

  const MachineLoop &L;
  const MachineLoopInfo &Loops;
  ArrayRef<const MachineBasicBlock *> Order;
  DenseMap<const MachineInstr *, LoadDependences> &Result;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  const Register StackPointer;
  std::map<int, Place> Slots;
  std::vector<const MachineBasicBlock *> Blocks;
  std::vector<std::vector<Effect>> Effects; ///< The effects in each block.
  DenseMap<const MachineBasicBlock *, State> Exits;
  std::vector<const MachineInstr *> Loads;
  std::vector<LoopChain> Chains;
  uint64_t NumInstructions = 0;
};

} // namespace

Place LoopDependences::slot(int FrameIndex) {
  return Slots.try_emplace(FrameIndex, TRI.getNumRegUnits() + Slots.size())
      .first->second;
}

static const FixedStackPseudoSourceValue *slotOf(const MachineMemOperand &M) {
  return dyn_cast_or_null<FixedStackPseudoSourceValue>(M.getPseudoValue());
}

/// Whether \p MI is a load that may miss, other than of a spilled register.
bool LoopDependences::isFollowed(const MachineInstr &MI) const {
  if (!MI.mayLoad() || MI.isCall() || Loops.getLoopFor(MI.getParent()) != &L ||
      x86MemoryOperand(MI.getDesc(), TII.getName(MI.getOpcode())) < 0)
    return false;
  const PrefetchTarget *Prefetching =
      findPrefetchTarget(MI.getMF()->getTarget().getTargetTriple());
  return !(Prefetching && Prefetching->isPrefetch(MI)) &&
         none_of(MI.memoperands(),
                 [](const MachineMemOperand *M) { return slotOf(*M); });
}

Effect LoopDependences::effectOf(const MachineInstr &MI) {
  Effect E;
  E.MI = &MI;
  int First = x86MemoryOperand(MI.getDesc(), TII.getName(MI.getOpcode()));
  for (auto [Number, Op] : enumerate(MI.operands())) {
    if (Op.isRegMask())
      E.Preserved = Op.getRegMask();
    if (!Op.isReg() || !Op.getReg().isPhysical())
      continue;
    // A call changes the stack pointer and reads its arguments, but the places
    // of slots do not depend on them.
    if (StackPointer && TRI.isSubRegisterEq(StackPointer, Op.getReg()))
      continue;
    bool IsAddress = First >= 0 && MI.mayLoadOrStore() &&
                     int(Number) >= First &&
                     int(Number) < First + X86NumAddressOperands;
    for (auto Unit : TRI.regunits(Op.getReg().asMCReg())) {
      Place P = static_cast<unsigned>(Unit);
      if (Op.isDef())
        E.Writes.push_back(P);
      else if (!Op.isUndef())
        E.Reads.push_back(P);
      if (IsAddress)
        E.Address.push_back(P);
    }
  }
  for (const MachineMemOperand *M : MI.memoperands()) {
    const FixedStackPseudoSourceValue *Slot = slotOf(*M);
    if (!Slot)
      continue;
    Place P = slot(Slot->getFrameIndex());
    if (M->isLoad())
      E.Reads.push_back(P);
    if (!M->isStore())
      continue;
    // Only a store of a register is known to write all of it.
    int Stored;
    if (TII.isStoreToStackSlotPostFE(MI, Stored) &&
        Stored == Slot->getFrameIndex())
      E.Writes.push_back(P);
    else
      E.AddedTo.push_back(P);
  }
  return E;
}

void LoopDependences::enter(const MachineBasicBlock &MBB, State &Now) const {
  std::fill(Now.begin(), Now.end(), 0);
  for (const MachineBasicBlock *From : MBB.predecessors())
    if (auto It = Exits.find(From); It != Exits.end())
      for (size_t P = 0; P != Now.size(); ++P)
        Now[P] |= It->second[P];
}

/// Clears the registers that the call \p E may change.
void LoopDependences::kill(const Effect &E, State &Now) const {
  for (Place P = 0; P != TRI.getNumRegUnits(); ++P)
    if (Now[P])
      for (MCRegUnitRootIterator Root(static_cast<MCRegUnit>(P), &TRI);
           Root.isValid(); ++Root)
        if (MachineOperand::clobbersPhysReg(E.Preserved, *Root))
          Now[P] = 0;
}

/// Records that \p E depends on the loads \p All, and its address on \p
/// Address.
void LoopDependences::note(const Effect &E, unsigned First, Bits Address,
                           Bits All) {
  bool IsBranch = E.MI->isConditionalBranch() || E.MI->isIndirectBranch();
  Bits Which = IsBranch ? All : Address;
  for (; Which; Which &= Which - 1) {
    unsigned Load = First + llvm::countr_zero(Which);
    LoadDependences &W = Result[Loads[Load]];
    if (IsBranch)
      W.Branches.push_back(E.MI);
    if (!(Address & (Which & -Which)))
      continue;
    (E.Load == int(Load) ? W.FeedsOwnAddress : W.FeedsAddress) = true;
  }
}

/// Applies \p E to \p Now. \p First is the number of the load that has the
/// first bit.
void LoopDependences::execute(const Effect &E, unsigned First, State &Now,
                              bool IsLast) {
  Bits All = 0, Address = 0;
  for (Place P : E.Reads)
    All |= Now[P];
  for (Place P : E.Address)
    Address |= Now[P];
  if (IsLast)
    note(E, First, Address, All);
  if (E.Load >= int(First) && E.Load < int(First) + 64)
    All |= Bits(1) << (E.Load - First);
  if (E.Preserved)
    kill(E, Now);
  for (Place P : E.Writes)
    Now[P] = All;
  for (Place P : E.AddedTo)
    Now[P] |= All;
}

/// Follows 64 loads from \p First on. False if \p Work is not enough.
bool LoopDependences::follow(unsigned First, uint64_t &Work) {
  State Now(TRI.getNumRegUnits() + Slots.size());
  for (const MachineBasicBlock *MBB : Blocks)
    Exits[MBB].assign(Now.size(), 0);
  bool Changed = true;
  for (bool IsLast = false;; IsLast = !Changed) {
    if (Work < NumInstructions)
      return false;
    Work -= NumInstructions;
    Changed = false;
    for (auto [Block, MBB] : enumerate(Blocks)) {
      enter(*MBB, Now);
      for (const Effect &E : Effects[Block])
        execute(E, First, Now, IsLast);
      State &Exit = Exits[MBB];
      if (Exit == Now)
        continue;
      Exit = Now;
      Changed = true;
    }
    if (IsLast) {
      noteChains(First);
      return true;
    }
  }
}

/// Records the chains that loaded values enter: they are in the chain's
/// register at the end of an iteration.
void LoopDependences::noteChains(unsigned First) {
  SmallVector<MachineBasicBlock *, 2> Latches;
  L.getLoopLatches(Latches);
  for (const LoopChain &C : Chains)
    for (const MachineBasicBlock *Latch : Latches) {
      const State &Exit = Exits[Latch];
      for (Bits Which = Exit.empty() ? 0 : Exit[C.Unit]; Which;
           Which &= Which - 1) {
        LoadDependences &W = Result[Loads[First + llvm::countr_zero(Which)]];
        W.ChainCycles = std::max(W.ChainCycles, C.Cycles);
      }
    }
}

void LoopDependences::run(uint64_t &Work) {
  for (const MachineBasicBlock *MBB : L.blocks())
    for (const MachineInstr &MI : MBB->instrs()) {
      if (isFollowed(MI))
        Loads.push_back(&MI);
      ++NumInstructions;
    }
  if (Loads.empty() || Work < NumInstructions)
    return;
  for (const MachineBasicBlock *MBB : Order)
    if (L.contains(MBB))
      Blocks.push_back(MBB);
  DenseMap<const MachineInstr *, int> Number;
  for (auto [I, MI] : enumerate(Loads))
    Number[MI] = I;
  for (const MachineBasicBlock *MBB : Blocks) {
    Effects.emplace_back();
    for (const MachineInstr &MI : MBB->instrs()) {
      if (MI.isDebugInstr() || MI.isBundle())
        continue;
      Effects.back().push_back(effectOf(MI));
      if (auto It = Number.find(&MI); It != Number.end())
        Effects.back().back().Load = It->second;
    }
  }
  Chains = findLoopChains(L, Blocks, Work);
  for (unsigned First = 0; First < Loads.size(); First += 64)
    if (!follow(First, Work))
      return;
}

/// Lets dependences on one load apply to all operations that access its line.
static void share(const LoopAddresses &Addresses,
                  DenseMap<const MachineInstr *, LoadDependences> &Found) {
  // All pairs use the original results, not merged ones.
  DenseMap<const MachineInstr *, LoadDependences> Shared;
  Addresses.forNeighbours([&](const MachineInstr &A, const MachineInstr &B) {
    for (auto [To, From] : {std::pair(&A, &B), std::pair(&B, &A)}) {
      auto It = Found.find(From);
      if (It == Found.end())
        continue;
      auto [New, IsNew] = Shared.try_emplace(To);
      if (IsNew)
        New->second = Found.lookup(To);
      LoadDependences &W = New->second;
      W.FeedsOwnAddress |= It->second.FeedsOwnAddress;
      W.FeedsAddress |= It->second.FeedsAddress;
      W.ChainCycles = std::max(W.ChainCycles, It->second.ChainCycles);
      for (const MachineInstr *Branch : It->second.Branches)
        if (!is_contained(W.Branches, Branch))
          W.Branches.push_back(Branch);
    }
  });
  for (auto &[MI, W] : Shared)
    Found[MI] = std::move(W);
}

DenseMap<const MachineInstr *, LoadDependences>
udpc::findLoadDependences(const MachineFunction &MF,
                          const MachineLoopInfo &Loops,
                          const MachineDominatorTree &Dominators) {
  DenseMap<const MachineInstr *, LoadDependences> Found;
  uint64_t Work = MaxWork;
  ReversePostOrderTraversal<const MachineFunction *> Traversal(&MF);
  std::vector<const MachineBasicBlock *> Order(Traversal.begin(),
                                               Traversal.end());
  LoopAddresses::BlockOrder PlaceOf;
  for (auto [Place, MBB] : enumerate(Order))
    PlaceOf[MBB] = Place;
  for (const MachineLoop *L : Loops.getLoopsInPreorder()) {
    LoopDependences(*L, Loops, Order, Found).run(Work);
    LoopAddresses Addresses(*L, Loops, Dominators, PlaceOf);
    share(Addresses, Found);
    for (const MachineBasicBlock *MBB : L->blocks())
      if (Loops.getLoopFor(MBB) == L)
        for (const MachineInstr &MI : MBB->instrs())
          if (int64_t Step = Addresses.stepOf(MI))
            Found[&MI].KnownStep = Step;
  }
  DenseMap<const MachineInstr *, unsigned> Place;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs())
      Place[&MI] = Place.size();
  for (auto &[MI, W] : Found) {
    auto Before = [&](const MachineInstr *A, const MachineInstr *B) {
      return Place.lookup(A) < Place.lookup(B);
    };
    llvm::sort(W.Branches, Before);
    if (W.Branches.size() <= LoadDependences::MaxBranches)
      continue;
    auto Next = llvm::upper_bound(W.Branches, MI, Before);
    std::rotate(W.Branches.begin(), Next, W.Branches.end());
    W.Branches.truncate(LoadDependences::MaxBranches);
    llvm::sort(W.Branches, Before);
  }
  return Found;
}
