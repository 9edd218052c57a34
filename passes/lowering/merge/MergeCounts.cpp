//===- MergeCounts.cpp - One increment for sites that execute together ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/merge/MergeCounts.h"
#include "passes/lowering/code/Increments.h"
#include "passes/lowering/code/Placeholders.h"
#include "passes/lowering/merge/CountFlow.h"
#include "passes/lowering/merge/LateCounts.h"
#include "passes/lowering/merge/MergeInstructions.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnmergedUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include <map>
#include <numeric>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumMerged, "Number of increments that merging has removed");

namespace {

/// The slots of sites that are executed together, each with its number of
/// counts, which may be negative. Sorted; the numbers have no common factor.
using SlotSet = std::vector<std::pair<uint32_t, int32_t>>;

/// The single increment of a segment.
struct NewIncrement {
  Instruction *Place;
  Value *Slots = nullptr; ///< The address of the thread's slots.
  SlotSet Set;
  int32_t Amount = 0;
  uint32_t Slot = 0;

  explicit NewIncrement(const CountSegment &S) : Place(S.Place) {
    for (auto [Slot, Times] : S.Amounts)
      Amount = std::gcd(Amount, Times);
    for (auto [Slot, Times] : S.Amounts)
      Set.emplace_back(Slot, Times / Amount);
  }

  /// Whether it counts what a single slot counted.
  bool isAlone() const { return Set.size() == 1 && Set.front().second == 1; }
};

} // namespace

/// Emits one increment before \p Place. \p Address is the address of the
/// thread's slots, if the unit has any.
static void emitCount(const UnitGlobals &Unit, Instruction &Place,
                      Value *Address, uint32_t Slot, uint32_t Amount) {
  IRBuilder<> B(&Place);
  if (Unit.Slots)
    emitIncrement(B, slotAddress(B, Address, Slot), B.getInt64(Amount));
  else
    emitCountCall(B, *Unit.Unit, Slot, B.getInt64(Amount));
}

static bool mayBeLate(const UnitGlobals &Unit) {
  return Unit.Slots && mayBeLate(*Unit.Slots);
}

namespace {

class UnitMerger {
public:
  using Placeholders = DenseMap<Instruction *, Increment>;

  UnitMerger(const UnitGlobals &Unit, SlotUses Uses)
      : Unit(Unit), Uses(std::move(Uses)), Sites(Unit.readTable()) {}

  void run(Module &M, const Placeholders &All, FunctionAnalysisManager &FAM) {
    // By function: any of its placeholders, and how many there are.
    DenseMap<const Function *, std::pair<const Increment *, unsigned>> In;
    for (const auto &[Place, I] : All) {
      auto &[Any, Number] = In[Place->getFunction()];
      Any = &I;
      ++Number;
    }
    for (Function &F : M)
      if (auto [Any, Number] = In.lookup(&F); Number == 1)
        takeOnly(*Any, F, FAM);
      else if (Number)
        findSegments(F, All, FAM);
    if (AnyMerged) {
      NumMerged += Old.size() - New.size();
      numberSlots();
      Unit.replaceSlots(Sites, NumSlots, slotSums());
    } else {
      NewSlots.resize(Sites.numSlots());
      std::iota(NewSlots.begin(), NewSlots.end(), 0);
      for (NewIncrement &I : New)
        I.Slot = I.Set.front().first;
    }
    emit();
  }

private:
  const UnitGlobals &Unit;
  SlotUses Uses;
  SiteTable Sites;
  std::vector<NewIncrement> New;
  std::vector<Increment> Old;
  bool AnyMerged = false;
  std::vector<uint32_t> NewSlots; ///< By old slot that is still used alone.
  /// The slot of each other set, in one function, or in all if that is null.
  std::map<std::pair<const Function *, SlotSet>, uint32_t> Merged;
  uint32_t NumSlots = 0;

  static constexpr uint32_t None = ~0u;

  void take(const CountSegment &S) {
    if (S.Moved || S.Increments.size() > 1 || S.Amounts.size() > 1) {
      AnyMerged = true;
      explain(S);
    }
    append_range(Old, S.Increments);
    if (S.isCounted())
      New.emplace_back(S);
  }

  /// Takes the only placeholder of \p F, which has nothing to be merged with.
  void takeOnly(const Increment &I, Function &F, FunctionAnalysisManager &FAM) {
    CountSegment S;
    S.Place = I.First;
    S.Increments.push_back(I);
    for (auto [Slot, Amount] : I.Counts)
      S.Amounts[Slot] += Amount;
    take(S);
    findAddresses(New.size() - 1, ArrayRef(Old).take_back(), F, FAM);
  }

  void findSegments(Function &F, const Placeholders &All,
                    FunctionAnalysisManager &FAM) {
    FunctionSegments Segments(F, All);
    if (Segments.numCounted() > 1)
      moveCounts(Segments, F, FAM);
    size_t First = New.size(), FirstOld = Old.size();
    for (const CountSegment &S : Segments.segments())
      take(S);
    findAddresses(First, ArrayRef(Old).drop_front(FirstOld), F, FAM);
  }

  void moveCounts(FunctionSegments &Segments, Function &F,
                  FunctionAnalysisManager &FAM) const {
    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    size_t NumBlocks = F.size();
    auto Frequencies = [&](const BasicBlock *From, const BasicBlock *To) {
      auto &Blocks = FAM.getResult<BlockFrequencyAnalysis>(F);
      auto &Edges = FAM.getResult<BranchProbabilityAnalysis>(F);
      BlockFrequency Edge = Blocks.getBlockFreq(From);
      if (To)
        Edge *= Edges.getEdgeProbability(From, To);
      return double(Edge.getFrequency()) /
             double(Blocks.getEntryFreq().getFrequency());
    };
    if (!mayBeLate(Unit) ||
        !placeByFlow(F, Segments, DT, LI, Frequencies, CountOrder::Any)) {
      Segments.moveCounts(DT, LI, Frequencies);
      if (Unit.HasDifferences)
        placeByFlow(F, Segments, DT, LI, Frequencies, CountOrder::Forward);
    }
    if (F.size() == NumBlocks)
      return;
    // These analyses know nothing of blocks that split edges.
    PreservedAnalyses Kept;
    Kept.preserve<DominatorTreeAnalysis>();
    Kept.preserve<LoopAnalysis>();
    FAM.invalidate(F, Kept);
  }

  /// Gives the increments from \p First on, all in one function, the address of
  /// the thread's slots. It is computed at the first place that counted before
  /// merging, or before the loops around it, so not in each arm of a branch
  /// behind which counts were moved. In a coroutine that has not been split
  /// each increment computes its own, since another thread may resume it.
  void findAddresses(size_t First, ArrayRef<Increment> Before, Function &F,
                     FunctionAnalysisManager &FAM) {
    MutableArrayRef<NewIncrement> After =
        MutableArrayRef(New).drop_front(First);
    if (After.empty() || !Unit.Slots)
      return;
    // x86-64's increments in executables have the address in them.
    if (canShortenCounts(*Unit.Slots->getParent()) || F.isPresplitCoroutine()) {
      // Compiling copies takes less time.
      auto *First =
          cast<Instruction>(IRBuilder<>(After.front().Place)
                                .CreateThreadLocalAddress(Unit.Slots));
      After.front().Slots = First;
      for (NewIncrement &I : After.drop_front()) {
        Instruction *Copy = First->clone();
        Copy->setDebugLoc(DebugLoc());
        I.Slots = IRBuilder<>(I.Place).Insert(Copy);
      }
      return;
    }
    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    DT.updateDFSNumbers();
    struct Point {
      unsigned Node; ///< Dominators have smaller numbers.
      size_t Order;
      Instruction *Place;
      NewIncrement *New; ///< Null: it was a place before merging.
    };
    std::vector<Point> Points;
    auto Add = [&](Instruction *Place, NewIncrement *New) {
      DomTreeNode *Node = DT.getNode(Place->getParent());
      Points.push_back(
          {Node ? Node->getDFSNumIn() : 0, Points.size(), Place, New});
    };
    for (const Increment &I : Before)
      Add(I.First, nullptr);
    for (NewIncrement &I : After)
      Add(I.Place, &I);
    sort(Points, [](const Point &A, const Point &B) {
      return std::tie(A.Node, A.Order) < std::tie(B.Node, B.Order);
    });
    Instruction *At = nullptr;
    Value *Address = nullptr;
    for (const Point &P : Points) {
      if (!At || (At != P.Place && !DT.dominates(At, P.Place))) {
        At = P.Place;
        for (Loop *L = LI.getLoopFor(At->getParent()); L;
             L = L->getParentLoop())
          if (BasicBlock *Preheader = L->getLoopPreheader())
            At = Preheader->getTerminator();
        Address = nullptr;
      }
      if (!P.New)
        continue;
      if (!Address)
        Address = IRBuilder<>(At).CreateThreadLocalAddress(Unit.Slots);
      P.New->Slots = Address;
    }
  }

  /// Numbers the slots. Base registers of ShortenCounts reach few slots: with
  /// them, a function with several increments has adjacent slots of its own.
  void numberSlots() {
    bool HasOwn = Unit.Slots && canShortenCounts(*Unit.Slots->getParent());
    // Accesses at computed addresses rely on the old numbers.
    BitVector UsedAlone(Sites.numSlots(), !Uses.AreAllKnown);
    for (const SlotAccess &A : Uses.Known)
      UsedAlone.set(A.Slot);
    DenseMap<const Function *, unsigned> NumIncrements;
    for (const NewIncrement &I : New) {
      ++NumIncrements[I.Place->getFunction()];
      if (I.isAlone() && !HasOwn)
        UsedAlone.set(I.Set.front().first);
    }
    NewSlots.assign(Sites.numSlots(), None);
    for (unsigned Slot : UsedAlone.set_bits())
      NewSlots[Slot] = NumSlots++;
    for (NewIncrement &I : New) {
      if (I.isAlone() && !HasOwn) {
        I.Slot = NewSlots[I.Set.front().first];
        continue;
      }
      const Function *F = I.Place->getFunction();
      const Function *Owner = HasOwn && NumIncrements[F] > 1 ? F : nullptr;
      auto [It, IsNew] = Merged.try_emplace({Owner, I.Set}, NumSlots);
      NumSlots += IsNew;
      I.Slot = It->second;
    }
  }

  static void explain(const CountSegment &S) {
    if (S.Increments.empty())
      return; // It had only counts of other segments.
    Instruction *First = S.Increments.front().First;
    unsigned NumCounts = 0;
    for (const Increment &I : S.Increments)
      for (auto [Slot, Amount] : I.Counts)
        NumCounts += Amount;
    if (!S.Moved && NumCounts == 1)
      return; // Its other counts are of other segments.
    OptimizationRemarkEmitter ORE(First->getFunction());
    ORE.emit([&] {
      OptimizationRemark R(DEBUG_TYPE, "MergedCounts", First->getDebugLoc(),
                           First->getParent());
      if (S.Moved)
        return R << "counts of this block are added " << S.Moved;
      return R << ore::NV("Increments", NumCounts)
               << " increments, which are always executed together, are one";
    });
  }

  void emit() {
    for (const NewIncrement &I : New)
      emitCount(Unit, *I.Place, I.Slots, I.Slot, I.Amount);
    for (const Increment &I : Old)
      I.erase();
    for (const SlotAccess &A : Uses.Known)
      renumber(A);
  }

  void renumber(const SlotAccess &A) const {
    IRBuilder<> B(A.Access);
    if (auto *Call = dyn_cast<CallInst>(A.Access))
      return Call->setArgOperand(1, B.getInt32(NewSlots[A.Slot]));
    Value *Address = slotAddress(B, A.Slots, NewSlots[A.Slot]);
    if (auto *Load = dyn_cast<LoadInst>(A.Access))
      Load->setOperand(Load->getPointerOperandIndex(), Address);
    else
      A.Access->setOperand(StoreInst::getPointerOperandIndex(), Address);
  }

  std::vector<SlotSum> slotSums() const {
    std::vector<SlotSum> Sums(NewSlots.size());
    for (auto [Old, New] : enumerate(NewSlots))
      if (New != None)
        Sums[Old].Terms.push_back({New, 1});
    // In the order of slots' numbers, which does not depend on the order of
    // sets.
    std::map<uint32_t, const SlotSet *> ByNumber;
    for (const auto &[Key, Slot] : Merged)
      ByNumber[Slot] = &Key.second;
    for (auto [Slot, Set] : ByNumber)
      for (auto [Old, Times] : *Set)
        Sums[Old].Terms.push_back({Slot, Times});
    return Sums;
  }
};

} // namespace

/// Emits each placeholder's increments in its place.
static void emitApart(const UnitGlobals &Unit, Instruction &Placeholder,
                      const SlotAmounts &Counts) {
  for (auto [Slot, Amount] : Counts)
    emitCount(
        Unit, Placeholder,
        Unit.Slots
            ? IRBuilder<>(&Placeholder).CreateThreadLocalAddress(Unit.Slots)
            : nullptr,
        Slot, Amount);
  Placeholder.eraseFromParent();
}

/// Adds memory effects to functions. While they had placeholders, they were
/// found not to access memory of the program. Increments do, udpc instructions
/// do not.
static void widenMemoryEffects(Module &M) {
  for (Function &F : M) {
    MemoryEffects Found = F.getMemoryEffects();
    MemoryEffects Wide =
        Found.getWithModRef(IRMemLocation::Other, ModRefInfo::ModRef);
    if (!F.isDeclaration() && Found != Wide &&
        isModSet(Found.getModRef(IRMemLocation::InaccessibleMem)))
      F.setMemoryEffects(Wide);
  }
}

PreservedAnalyses MergeCountsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  SmallVector<UnitGlobals, 2> Units = unmergedUnits(M);
  if (Units.empty())
    return PreservedAnalyses::all();
  std::map<unsigned, UnitMerger::Placeholders> Placeholders; // By unit.
  for (CallInst *Call : findPlaceholders(M)) {
    auto [Number, Counts] = readPlaceholder(*Call);
    Placeholders[Number].try_emplace(
        Call, Increment{Call, Call, nullptr, std::move(Counts)});
  }
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool CountsInMemory = false;
  for (const UnitGlobals &Unit : Units) {
    CountsInMemory |= !Unit.HasInstructions;
    const UnitMerger::Placeholders &All = Placeholders[Unit.Number];
    if (Unit.HasInstructions)
      NumMerged += emitInstructions(M, Unit, All, Optimise ? &FAM : nullptr);
    else if (!Optimise)
      for (const auto &[Call, I] : All)
        emitApart(Unit, *Call, I.Counts);
    else
      UnitMerger(Unit, Unit.Slots ? findSlotUses(*Unit.Slots)
                                  : findCountCalls(*Unit.Unit))
          .run(M, All, FAM);
  }
  if (CountsInMemory)
    widenMemoryEffects(M);
  forgetUnmerged(M);
  // Where edges were split, these were updated, and all others invalidated.
  PreservedAnalyses Kept;
  Kept.preserve<DominatorTreeAnalysis>();
  Kept.preserve<LoopAnalysis>();
  Kept.preserve<FunctionAnalysisManagerModuleProxy>();
  return Kept;
}
