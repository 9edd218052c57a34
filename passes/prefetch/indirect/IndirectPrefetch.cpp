//===- IndirectPrefetch.cpp - Prefetches of what data says ----------------===//

#include "passes/prefetch/indirect/IndirectPrefetch.h"
#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/PrefetchOptions.h"
#include "passes/prefetch/indirect/IndirectHints.h"
#include "passes/prefetch/indirect/Planned.h"
#include "passes/prefetch/indirect/SliceCopy.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <set>

using namespace llvm;
using namespace udpc;

namespace {

constexpr int64_t LineSize = 64;

constexpr StringLiteral DoneAttribute = "udpc-indirect-prefetched";

class Planner {
public:
  Planner(llvm::Function &F, FunctionAnalysisManager &Analyses,
          IndirectHints &Hints, uint64_t Everywhere)
      : Hints(Hints), Everywhere(Everywhere),
        Loops(Analyses.getResult<LoopAnalysis>(F)),
        Dominators(Analyses.getResult<DominatorTreeAnalysis>(F)),
        Evolution(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        Remarks(Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F)),
        Safety(F, Loops, Dominators,
               Analyses.getResult<PostDominatorTreeAnalysis>(F), Evolution,
               Analyses.getResult<AAManager>(F)),
        Groups(Evolution), F(F) {}

  std::vector<Planned> plan();

  IndirectHints &Hints;
  /// The distance of accesses that have no hint; 0: they are not prefetched.
  uint64_t Everywhere;
  const LoopInfo &Loops;
  const DominatorTree &Dominators;
  ScalarEvolution &Evolution;
  OptimizationRemarkEmitter &Remarks;

private:
  /// The slice in the innermost loop for which there is one, \p From or one
  /// around it.
  AddressSlice sliceOf(Value &Address, const Instruction &Access,
                       const Loop *From);
  /// Adds a prefetch of \p Address, which \p I accesses, to \p Plan, or says
  /// why not. Without a hint, \p Hinted is empty.
  void consider(Instruction &I, Value &Address, std::optional<Hint> Hinted,
                std::vector<Planned> &Plan);
  bool isOfKnownLine(const AddressSlice &Slice);
  /// Removes from \p Plan accesses whose bound is a page that is too small for
  /// the distance.
  void groupByPage(std::vector<Planned> &Plan);
  /// Adds to \p Plan the copies of its accesses that unrolling has placed
  /// before or after the loop. In short inner loops these are a large part.
  void addRemainders(std::vector<Planned> &Plan);
  /// Adds to \p Plan the lines that its index loads access if those are far
  /// apart: hardware prefetchers do not follow, and loads ahead would wait.
  void addIndexLines(std::vector<Planned> &Plan);
  std::optional<Planned> remainderOf(const Planned &P, Instruction &Access);
  void missed(const Instruction &Access, StringRef Reason);
  /// Emits the remarks of missed() for lines that have no prefetch at all: on
  /// other lines the accesses that are not prefetched load indexes.
  void reportMissed(ArrayRef<Planned> Plan);

  std::vector<std::pair<const Instruction *, StringRef>> Missed;
  LoadSafety Safety;
  PageGroups Groups;
  llvm::Function &F;
  /// Address without its constant offset, and the offsets.
  DenseMap<std::pair<const Loop *, const Value *>, SmallVector<int64_t, 2>>
      Offsets;
};

} // namespace

AddressSlice Planner::sliceOf(Value &Address, const Instruction &Access,
                              const Loop *From) {
  AddressSlice First;
  for (const Loop *L = From; L; L = L->getParentLoop()) {
    AddressSlice Slice =
        AddressSlice::find(Address, Access, *L, Loops, Evolution);
    // An inner loop that advances by a constant step from a loaded address
    // needs no prefetch: the hardware prefetcher follows it.
    if (Slice.Problem.empty())
      return Slice;
    if (!First.In || First.Loads.empty())
      First = std::move(Slice);
  }
  return First;
}

/// Whether a prefetch for another access is of the same cache line.
bool Planner::isOfKnownLine(const AddressSlice &Slice) {
  const DataLayout &DL = F.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Slice.Address->getType()), 0);
  const Value *Base = Slice.Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  int64_t Own = Offset.getSExtValue();
  auto &Known = Offsets[{Slice.In, Base}];
  if (any_of(Known, [&](int64_t O) { return std::abs(O - Own) < LineSize; }))
    return true;
  Known.push_back(Own);
  return false;
}

void Planner::missed(const Instruction &Access, StringRef Reason) {
  Missed.push_back({&Access, Reason});
}

void Planner::reportMissed(ArrayRef<Planned> Plan) {
  auto LineOf = [](const Instruction &I) {
    const DILocation *At = I.getDebugLoc();
    return At ? std::tuple(At->getScope()->getSubprogram(), At->getInlinedAt(),
                           At->getLine())
              : std::tuple<DISubprogram *, DILocation *, unsigned>();
  };
  std::set<decltype(LineOf(*Plan.front().Access))> Lines;
  for (const Planned &P : Plan)
    Lines.insert(LineOf(*P.Access));
  for (const auto &[Access, Reason] : Missed)
    if (!Access->getDebugLoc() || !Lines.count(LineOf(*Access)))
      Remarks.emit([&, At = Access, Why = Reason] {
        return OptimizationRemarkMissed("udpc", "NoIndirectPrefetch", At)
               << "no indirect prefetch: " << ore::NV("Reason", Why);
      });
}

/// What \p I accesses: of a call what it gets pointers to, which the function
/// will access.
static SmallVector<Value *, 2> addressesOf(Instruction &I) {
  if (const Value *Address = addressOf(I))
    return {const_cast<Value *>(Address)};
  SmallVector<Value *, 2> Result;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<IntrinsicInst>(Call) || Call->doesNotAccessMemory())
    return Result;
  for (const Use &Argument : Call->args())
    if (Argument->getType()->isPointerTy() &&
        !Call->doesNotAccessMemory(Call->getArgOperandNo(&Argument)) &&
        !is_contained(Result, Argument.get()))
      Result.push_back(Argument.get());
  return Result;
}

void Planner::consider(Instruction &I, Value &Address,
                       std::optional<Hint> Hinted, std::vector<Planned> &Plan) {
  const Loop *From = Loops.getLoopFor(I.getParent());
  if (Hinted && Hinted->Type == HintType::Outer)
    From = From->getParentLoop();
  if (!From) {
    missed(I, "there is no loop around its own");
    return;
  }
  AddressSlice Slice = sliceOf(Address, I, From);
  if (!Slice.isIndirect()) {
    if (Hinted || (!Slice.Loads.empty() && addressOf(I)))
      missed(I, Slice.Problem.empty() ? "the loop loads no part of its address"
                                      : Slice.Problem);
    return;
  }
  LoadBound Bound = Safety.of(Slice);
  if (Bound.Problem.empty() && Bound.BeginsElsewhere &&
      !(Hinted && Hinted->Type == HintType::Inner)) {
    // Prefetches for a page are of other rows; those up to the last iteration
    // are useful if there are many, which hints of this type say there are not.
    bool MayStay = Bound.By != Bound::Page;
    AddressSlice OfNext = sliceOf(Address, I, Slice.In->getParentLoop());
    LoadBound BoundOfNext;
    if (OfNext.isIndirect())
      BoundOfNext = Safety.of(OfNext);
    bool CanBeOutside = OfNext.isIndirect() && BoundOfNext.Problem.empty() &&
                        !BoundOfNext.BeginsElsewhere;
    if (CanBeOutside && (Hinted || !MayStay)) {
      Slice = std::move(OfNext);
      Bound = BoundOfNext;
    } else if (!MayStay) {
      missed(I, "an inner loop may end before, and begins elsewhere again");
      return;
    }
  }
  if (!Bound.Problem.empty())
    missed(I, Bound.Problem);
  else if (!isOfKnownLine(Slice))
    Plan.push_back({&I, std::move(Slice), Bound,
                    Hinted ? uint64_t(Hinted->Delta) : Everywhere});
}

std::vector<Planned> Planner::plan() {
  std::vector<Planned> Result;
  for (Instruction &I : instructions(F)) {
    SmallVector<Value *, 2> Addresses = addressesOf(I);
    if (Addresses.empty())
      continue;
    std::optional<Hint> Hinted = Hints.hintFor(I);
    if (!Hinted && !Everywhere)
      continue;
    if (!Loops.getLoopFor(I.getParent())) {
      if (Hinted)
        missed(I, "it is in no loop of the function");
      continue;
    }
    for (Value *Address : Addresses)
      consider(I, *Address, Hinted, Result);
  }
  dropNextSlots(Result);
  countCopies(Result);
  countLevels(Result);
  groupByPage(Result);
  addRemainders(Result);
  addIndexLines(Result);
  reportMissed(Result);
  return Result;
}

void Planner::groupByPage(std::vector<Planned> &Plan) {
  DenseMap<const Instruction *, unsigned> Position;
  for (const Instruction &I : instructions(F))
    Position[&I] = Position.size();
  std::multimap<unsigned, Planned *> ByPlace;
  for (Planned &P : Plan)
    if (P.Bound.By == Bound::Page || P.Bound.By == Bound::PageOfLast ||
        P.Bound.By == Bound::LastRow) {
      unsigned First = Position.size();
      for (const LoadInst *Load : P.Slice.Loads)
        First = std::min(First, Position[Load]);
      ByPlace.insert({First, &P});
    }
  for (auto &[First, P] : ByPlace) {
    P->Group = Groups.add(P->Slice, P->ahead(), P->Bound);
    if (!P->Group && P->Bound.By == Bound::LastRow) {
      // Its page is another bound, but not for loads that need others.
      P->Bound.By = Bound::PageOfLast;
      P->Bound.Row = RowMark();
      if (!P->Slice.DependentLoads.empty())
        P->Bound.Problem = "the rows of the index do not follow each other";
      else
        P->Group = Groups.add(P->Slice, P->ahead(), P->Bound);
    }
    if (!P->Bound.Problem.empty())
      missed(*P->Access, P->Bound.Problem);
    if (P->Group && !P->Group->fits())
      missed(*P->Access, "so far ahead is another page");
  }
  llvm::erase_if(Plan, [](const Planned &P) {
    return !P.Bound.Problem.empty() || (P.Group && !P.Group->fits());
  });
}

/// Plans \p Access, which has the same source location as that of \p P, with
/// the same distance.
std::optional<Planned> Planner::remainderOf(const Planned &P,
                                            Instruction &Access) {
  AddressSlice Slice = AddressSlice::sinceLoad(
      Access, *Loops.getLoopFor(Access.getParent()), Dominators);
  if (!Slice.isIndirect())
    return std::nullopt;
  LoadInst *Load = Slice.Loads.front(), *Of = P.Slice.Loads.front();
  if (Load->getType() != Of->getType() || Load->getAlign() < Of->getAlign() ||
      Load->getPointerAddressSpace() || isOfKnownLine(Slice))
    return std::nullopt;
  Planned Result = {&Access, std::move(Slice), {}, P.Distance};
  Result.Copies = P.Copies;
  Result.Levels = P.Levels;
  Result.Bound.By = Bound::Page;
  Result.Bound.Place = Load;
  Result.Group = Groups.add(*Load, P.Group->Ahead);
  return Result.Group->fits() ? std::optional(std::move(Result)) : std::nullopt;
}

void Planner::addRemainders(std::vector<Planned> &Plan) {
  std::map<SourcePlace, const Planned *> Origins;
  SmallPtrSet<const Instruction *, 16> IsPlanned;
  for (const Planned &P : Plan) {
    IsPlanned.insert(P.Access);
    const DILocation *At = P.Access->getDebugLoc();
    if (P.Group && P.Slice.Loads.size() == 1 && At && At->getLine())
      Origins.insert({sourcePlaceOf(*P.Access), &P});
  }
  if (Origins.empty())
    return;
  std::vector<Planned> Remainders;
  for (Instruction &I : instructions(F)) {
    auto It = addressOf(I) && !IsPlanned.count(&I)
                  ? Origins.find(sourcePlaceOf(I))
                  : Origins.end();
    const Loop *In = Loops.getLoopFor(I.getParent());
    if (It == Origins.end() || !In || In == It->second->Slice.In ||
        !In->contains(It->second->Slice.In))
      continue;
    if (std::optional<Planned> Added = remainderOf(*It->second, I))
      Remainders.push_back(std::move(*Added));
  }
  llvm::append_range(Plan, Remainders);
}

void Planner::addIndexLines(std::vector<Planned> &Plan) {
  constexpr int64_t MinStride = 2 * LineSize;
  MapVector<LoadInst *, const Planned *> Indexes; // With the most levels.
  for (const Planned &P : Plan)
    for (LoadInst *Load : P.Slice.Loads) {
      const auto *Address = dyn_cast<SCEVAddRecExpr>(
          Evolution.getSCEV(Load->getPointerOperand()));
      const auto *Step =
          Address && Address->isAffine() && Address->getLoop() == P.Slice.In
              ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(Evolution))
              : nullptr;
      if (!Step || Step->getAPInt().abs().ult(MinStride * P.Copies))
        continue;
      const Planned *&Known = Indexes[Load];
      if (!Known || Known->Levels < P.Levels)
        Known = &P;
    }
  std::vector<Planned> Lines;
  for (const auto &[Load, P] : Indexes) {
    AddressSlice Slice =
        AddressSlice::find(*Load, *P->Slice.In, Loops, Evolution);
    if (!Slice.Problem.empty() || !Slice.Loads.empty() || isOfKnownLine(Slice))
      continue;
    Planned &Line = Lines.emplace_back(
        Planned{Load, std::move(Slice), {}, P->Distance, P->Copies});
    Line.Levels = P->Levels + 1;
    // A prefetch cannot fault, and there is no load.
    Line.Bound.By = Bound::Page;
    Line.Bound.Place = P->Bound.Place;
  }
  llvm::append_range(Plan, Lines);
}

static StringRef boundText(Bound By) {
  switch (By) {
  case Bound::LastIteration:
    return " up to the last iteration";
  case Bound::FirstIteration:
    return " and then of the first iterations";
  case Bound::LastRow:
    return " up to the last row";
  case Bound::PageOfLast:
    return " up to the last iteration's page";
  case Bound::Page:
    return " of this iteration's page";
  }
  llvm_unreachable("there are no others");
}

static void remarkInserted(const Planned &P,
                           OptimizationRemarkEmitter &Remarks) {
  Remarks.emit([&] {
    return OptimizationRemark("udpc", "IndirectPrefetch", P.Access)
           << "prefetch " << ore::NV("Distance", P.ahead())
           << " iterations ahead of the loop at line "
           << ore::NV("Loop", P.Slice.In->getStartLoc()
                                  ? P.Slice.In->getStartLoc().getLine()
                                  : 0)
           << ", by " << ore::NV("Instructions", P.Slice.Instructions.size())
           << " instructions with " << ore::NV("Loads", P.Slice.Loads.size())
           << (P.Slice.Loads.size() == 1 ? " load" : " loads")
           << (P.Slice.Loads.empty() ? ": an index" : boundText(P.Bound.By))
           << (P.Slice.Conditions.empty() ? "" : " that load it");
  });
}

IndirectPrefetchPass::IndirectPrefetchPass()
    : Source(std::make_shared<HintSource>(/*IsQuiet=*/true)) {}

PreservedAnalyses IndirectPrefetchPass::run(llvm::Function &F,
                                            FunctionAnalysisManager &Analyses) {
  IndirectHints Hints(*Source, F);
  uint64_t Everywhere =
      std::min(PrefetchOptions::of(F).IndirectDistance, MaxIndirectDistance);
  if (F.hasOptNone() || F.hasMinSize())
    Everywhere = 0;
  // Bitcode that already has prefetches may be compiled again.
  if ((Hints.empty() && !Everywhere) || F.hasFnAttribute(DoneAttribute))
    return PreservedAnalyses::all();
  F.addFnAttr(DoneAttribute);
  Planner P(F, Analyses, Hints, Everywhere);
  std::vector<Planned> Plan = P.plan();
  SliceCopier Copier(P.Evolution);
  for (const Planned &Each : Plan) {
    Copier.insert(Each.Slice, Each.Bound, Each.ahead(), Each.Group);
    remarkInserted(Each, P.Remarks);
  }
  Hints.forUnused([&](const MemoryOperationKey &Key) {
    P.Remarks.emit([&] {
      return OptimizationRemarkMissed("udpc", "NoIndirectPrefetch",
                                      DiagnosticLocation(F.getSubprogram()),
                                      &F.getEntryBlock())
             << "no indirect prefetch for hint " << ore::NV("Key", Key.text())
             << ": no access to memory is in that line; the source or the way "
                "it was compiled has changed since the hints were made";
    });
  });
  if (Plan.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
