//===- PrefetchPlanner.cpp - Decides which indirect prefetches to insert --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/PrefetchPlanner.h"
#include "passes/prefetch/AccessPlace.h"
#include "passes/prefetch/indirect/Pushed.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <set>

using namespace llvm;
using namespace udpc;

PrefetchPlanner::PrefetchPlanner(llvm::Function &F,
                                 FunctionAnalysisManager &Analyses,
                                 IndirectHints &Hints,
                                 const LineHint &Everywhere,
                                 PushedPrefetcher &Pushed)
    : Hints(Hints), Everywhere(Everywhere), Pushed(Pushed),
      Loops(Analyses.getResult<LoopAnalysis>(F)),
      Dominators(Analyses.getResult<DominatorTreeAnalysis>(F)),
      Evolution(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
      Remarks(Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F)),
      Safety(F, Loops, Dominators,
             Analyses.getResult<PostDominatorTreeAnalysis>(F), Evolution,
             Analyses.getResult<AAManager>(F)),
      Groups(Evolution), F(F) {}

AddressSlice PrefetchPlanner::sliceOf(Value &Address, const Instruction &Access,
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

/// The first address of \p Slice, if inner loops advance it.
static const SCEV *firstAddress(const AddressSlice &Slice,
                                ScalarEvolution &Evolution) {
  const SCEV *Address = Evolution.getSCEV(Slice.Address);
  while (const auto *Inner = dyn_cast<SCEVAddRecExpr>(Address)) {
    if (Inner->getLoop() == Slice.In || !Slice.In->contains(Inner->getLoop()))
      break;
    Address = Inner->getStart();
  }
  return Address;
}

/// Whether two offsets are less than a line apart. Those of hints may have any
/// value.
static bool areNear(int64_t A, int64_t B) {
  uint64_t Distance = uint64_t(A) - uint64_t(B);
  return std::min(Distance, -Distance) < uint64_t(LineSize);
}

/// Whether a prefetch for another access is of the same cache line.
bool PrefetchPlanner::isOfKnownLine(const AddressSlice &Slice) {
  auto [Base, Own] = Slice.baseAndOffset();
  auto &Known = Offsets[{Slice.In, Base, Slice.Last != nullptr}];
  if (any_of(Known, [Own = Own](int64_t O) { return areNear(O, Own); }))
    return true;
  Known.push_back(Own);
  // Addresses may differ by a constant without pointer arithmetic.
  if (Slice.Last)
    return false;
  const SCEV *First = firstAddress(Slice, Evolution);
  SmallVector<const SCEV *, 2> &Others = Addresses[Slice.In];
  for (const SCEV *Other : Others)
    if (First->getType() == Other->getType())
      if (std::optional<APInt> Difference =
              Evolution.computeConstantDifference(First, Other);
          Difference && Difference->abs().ult(LineSize))
        return true;
  Others.push_back(First);
  return false;
}

void PrefetchPlanner::addBeside(std::vector<PlannedPrefetch> &Plan) {
  for (PlannedPrefetch &P : Plan) {
    std::optional<LineHint> Hinted = Hints.hintFor(*P.Access);
    if (!Hinted || Hinted->Beside.empty() || P.IsNodeAfter)
      continue;
    Hints.noteAhead(*P.Access, F);
    auto [Base, Own] = P.Slice.baseAndOffset();
    auto &Known = Offsets[{P.Slice.In, Base, P.Slice.Last != nullptr}];
    for (const Hint &H : Hinted->Beside) {
      auto At = int64_t(uint64_t(Own) + uint64_t(H.Delta));
      if (any_of(Known, [&](int64_t O) { return areNear(O, At); }))
        continue;
      Known.push_back(At);
      P.Beside.push_back(H);
    }
  }
}

void PrefetchPlanner::missed(const Instruction &Access, StringRef Reason,
                             MissedPart Part) {
  Missed.push_back({&Access, Reason, Part});
}

void PrefetchPlanner::reportMissed(ArrayRef<PlannedPrefetch> Plan) {
  auto LineOf = [](const Instruction &I) {
    const DILocation *At = placeOf(I);
    return At ? std::tuple(At->getScope()->getSubprogram(), At->getInlinedAt(),
                           At->getLine())
              : std::tuple<DISubprogram *, DILocation *, unsigned>();
  };
  std::set<decltype(LineOf(*Plan.front().Access))> Lines;
  for (const PlannedPrefetch &P : Plan)
    Lines.insert(LineOf(*P.Access));
  for (const MissedAccess &M : Missed)
    if (M.Part != All || !placeOf(*M.At) || !Lines.count(LineOf(*M.At)))
      Remarks.emit([&] {
        return OptimizationRemarkMissed("udpc", "NoIndirectPrefetch", M.At)
               << (M.Part == NodeAfter ? "no prefetch of the next node: "
                   : M.Part == Called
                       ? "no prefetch of what the function computes: "
                       : "no indirect prefetch: ")
               << ore::NV("Reason", M.Reason);
      });
}

/// The addresses that \p I accesses; for a call, the pointers that it passes to
/// the function.
static SmallVector<Value *, 2> addressesOf(Instruction &I) {
  if (const Value *Address = addressOf(I))
    return {const_cast<Value *>(Address)};
  SmallVector<Value *, 2> Result;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&I)) {
    Result.push_back(Copy->getRawDest());
    if (auto *From = dyn_cast<AnyMemTransferInst>(&I))
      Result.push_back(From->getRawSource());
    return Result;
  }
  if (!Call || isa<IntrinsicInst>(Call) || Call->doesNotAccessMemory())
    return Result;
  for (const Use &Argument : Call->args())
    if (Argument->getType()->isPointerTy() &&
        !Call->doesNotAccessMemory(Call->getArgOperandNo(&Argument)) &&
        !is_contained(Result, Argument.get()))
      Result.push_back(Argument.get());
  return Result;
}

void PrefetchPlanner::considerCalled(CallBase &Call,
                                     const std::optional<LineHint> &Hinted,
                                     std::vector<PlannedPrefetch> &Plan) {
  const CalledAccesses &Of = OfCalls.emplace_back(Call, Safety.called());
  if (Hinted && !Of.problem().empty())
    missed(Call, Of.problem(), Called);
  std::optional<LineHint> As = Hinted;
  // A load of the function that an address depends on would be waited for, so
  // prefetch all levels.
  constexpr unsigned AllLevels = 4;
  if (As && As->Type == HintType::Next)
    As->Type = HintType::Indirect;
  size_t First = Plan.size();
  for (LoadInst *Access : Of.accesses())
    consider(*Access, *Access->getPointerOperand(), As, Plan);
  for (PlannedPrefetch &P : MutableArrayRef(Plan).drop_front(First))
    P.NumLevels = AllLevels;
  addLevels(Plan, First);
}

void PrefetchPlanner::addLevels(std::vector<PlannedPrefetch> &Plan,
                                size_t First) {
  std::vector<PlannedPrefetch> Added;
  for (const PlannedPrefetch &P : ArrayRef(Plan).drop_front(First))
    for (LoadInst *Load : P.Slice.loadsOfLevels(P.NumLevels)) {
      // addIndexLines() adds the others.
      if (!is_contained(P.Slice.DependentLoads, Load))
        continue;
      AddressSlice Slice =
          AddressSlice::find(*Load, *P.Slice.In, Loops, Evolution);
      LoadBound Bound;
      if (Slice.isIndirect())
        Bound = Safety.of(Slice);
      if (Slice.isIndirect() && Bound.Problem.empty() && !isOfKnownLine(Slice))
        Added.push_back({Load, std::move(Slice), Bound, P.Distance});
    }
  llvm::append_range(Plan, Added);
}

void PrefetchPlanner::consider(Instruction &I, Value &Address,
                               const std::optional<LineHint> &Hinted,
                               std::vector<PlannedPrefetch> &Plan) {
  const LineHint &As = Hinted ? *Hinted : Everywhere;
  HintType Type = As.Type;
  const Loop *Innermost = Loops.getLoopFor(I.getParent()), *From = Innermost;
  if (Type == HintType::Outer || Type == HintType::Next)
    From = From->getParentLoop();
  if (!From) {
    if (Type != HintType::Next || !addNextNode(I, Address, As, Plan))
      missed(I, "there is no loop around its own");
    return;
  }
  // For a list in the innermost loop, no other address is of that loop.
  if (Type == HintType::Inner &&
      ListStep::find(Address, *Innermost, Loops, Evolution)) {
    addNextNode(I, Address, As, Plan);
    return;
  }
  AddressSlice Slice = sliceOf(Address, I, From);
  // The hardware prefetcher follows an inner loop that advances by a constant
  // step, but the loop's first accesses miss, and the hint says that they
  // matter.
  if (Hinted && Slice.Problem.empty() && !Slice.isIndirect() &&
      Type != HintType::Inner)
    if (AddressSlice OfFirst = sliceOf(Address, I, Slice.In->getParentLoop());
        OfFirst.isIndirect())
      Slice = std::move(OfFirst);
  if (!Slice.isIndirect()) {
    if (addNextNode(I, Address, As, Plan))
      return;
    if (Hinted || (!Slice.Loads.empty() && addressOf(I)))
      missed(I, Slice.Problem.empty() ? "the loop loads no part of its address"
                                      : Slice.Problem);
    return;
  }
  LoadBound Bound = Safety.of(Slice);
  if (Bound.Problem.empty() && Bound.BeginsElsewhere &&
      Type != HintType::Inner) {
    // Prefetches for a page are of other rows; those up to the last iteration
    // are useful if there are many iterations, which hints of this type deny.
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
  if (!Bound.Problem.empty()) {
    if (!addNextNode(I, Address, As, Plan))
      missed(I, Bound.Problem);
    return;
  }
  uint64_t Distance = As.distanceIn(Slice.In == Innermost);
  if (!isOfKnownLine(Slice))
    Plan.push_back(
        {&I, std::move(Slice), Bound, Distance, As.Level, As.Prefetch});
  if (Type == HintType::Next)
    addNodeAfter(I, Address, As, Distance, Plan);
}

std::vector<PlannedPrefetch> PrefetchPlanner::plan() {
  std::vector<PlannedPrefetch> Result;
  SmallVector<Instruction *, 64> OfProgram;
  for (Instruction &I : instructions(F))
    OfProgram.push_back(&I);
  for (Instruction *Each : OfProgram) {
    Instruction &I = *Each;
    SmallVector<Value *, 2> Addresses = addressesOf(I);
    auto *Call = dyn_cast<CallBase>(&I);
    bool IsKnown = Call && knownFunction(*Call);
    if (Addresses.empty() && !IsKnown)
      continue;
    std::optional<LineHint> Hinted = Hints.hintFor(I);
    const LineHint &As = Hinted ? *Hinted : Everywhere;
    if (As.Pushed)
      for (Value *Address : Addresses)
        Pushed.add(I, *Address, *As.Pushed, Hinted.has_value());
    if (!As.Distance)
      continue;
    if (!Loops.getLoopFor(I.getParent())) {
      if (Hinted)
        missed(I, "it is in no loop of the function");
      continue;
    }
    // Called functions come first: they claim the lines of the arguments that
    // they need earlier.
    if (IsKnown)
      considerCalled(*Call, Hinted, Result);
    for (Value *Address : Addresses)
      consider(I, *Address, Hinted, Result);
  }
  addLevels(Result);
  for (PlannedPrefetch &P : Result)
    for (const CalledAccesses &Of : OfCalls)
      if (const Instruction *Original = Of.originalOf(*P.Access))
        P.InCalled = Original;
  dropNextSlots(Result);
  countCopies(Result);
  countLevels(Result);
  groupByPage(Result);
  addRemainders(Result);
  addIndexLines(Result);
  addBeside(Result);
  reportMissed(Result);
  return Result;
}

void PrefetchPlanner::finish() {
  for (CalledAccesses &Each : OfCalls)
    Each.remove();
}
