//===- PrefetchGroups.cpp - Prefetches that share page checks -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/PrefetchPlanner.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include <map>

using namespace llvm;
using namespace udpc;

void PrefetchPlanner::groupByPage(std::vector<PlannedPrefetch> &Plan) {
  DenseMap<const Instruction *, unsigned> Position;
  for (const Instruction &I : instructions(F))
    Position[&I] = Position.size();
  std::multimap<unsigned, PlannedPrefetch *> ByPlace;
  for (PlannedPrefetch &P : Plan)
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
      // The page of the last iteration is another bound, but not for dependent
      // loads.
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
  llvm::erase_if(Plan, [](const PlannedPrefetch &P) {
    return !P.Bound.Problem.empty() || (P.Group && !P.Group->fits());
  });
}

/// Plans \p Access, which has the same source location as that of \p P, with
/// the same distance.
std::optional<PlannedPrefetch>
PrefetchPlanner::remainderOf(const PlannedPrefetch &P, Instruction &Access) {
  AddressSlice Slice = AddressSlice::sinceLoad(
      Access, *Loops.getLoopFor(Access.getParent()), Dominators);
  if (!Slice.isIndirect())
    return std::nullopt;
  LoadInst *Load = Slice.Loads.front(), *Of = P.Slice.Loads.front();
  if (Load->getType() != Of->getType() || Load->getAlign() < Of->getAlign() ||
      Load->getPointerAddressSpace() || isOfKnownLine(Slice))
    return std::nullopt;
  PlannedPrefetch Result = {&Access,         std::move(Slice), {}, P.Distance,
                            /*NumLevels=*/1, P.Prefetch};
  Result.Copies = P.Copies;
  Result.Levels = P.Levels;
  Result.Bound.By = Bound::Page;
  Result.Bound.Place = Load;
  Result.Group = Groups.add(*Load, P.Group->Ahead);
  return Result.Group->fits() ? std::optional(std::move(Result)) : std::nullopt;
}

void PrefetchPlanner::addRemainders(std::vector<PlannedPrefetch> &Plan) {
  std::map<SourcePlace, const PlannedPrefetch *> Origins;
  SmallPtrSet<const Instruction *, 16> IsPlanned;
  for (const PlannedPrefetch &P : Plan) {
    IsPlanned.insert(P.Access);
    const DILocation *At = P.Access->getDebugLoc();
    if (P.Group && P.Slice.Loads.size() == 1 && At && At->getLine())
      Origins.insert({sourcePlaceOf(*P.Access), &P});
  }
  if (Origins.empty())
    return;
  std::vector<PlannedPrefetch> Remainders;
  for (Instruction &I : instructions(F)) {
    auto It = addressOf(I) && !IsPlanned.count(&I)
                  ? Origins.find(sourcePlaceOf(I))
                  : Origins.end();
    const Loop *In = Loops.getLoopFor(I.getParent());
    if (It == Origins.end() || !In || In == It->second->Slice.In ||
        !In->contains(It->second->Slice.In))
      continue;
    if (std::optional<PlannedPrefetch> Added = remainderOf(*It->second, I))
      Remainders.push_back(std::move(*Added));
  }
  llvm::append_range(Plan, Remainders);
}

void PrefetchPlanner::addIndexLines(std::vector<PlannedPrefetch> &Plan) {
  constexpr int64_t MinStride = 128; // Two lines.
  MapVector<LoadInst *, const PlannedPrefetch *>
      Indexes; // With the most levels.
  for (const PlannedPrefetch &P : Plan)
    for (LoadInst *Load : P.Slice.Loads) {
      const auto *Address = dyn_cast<SCEVAddRecExpr>(
          Evolution.getSCEV(Load->getPointerOperand()));
      const auto *Step =
          Address && Address->isAffine() && Address->getLoop() == P.Slice.In
              ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(Evolution))
              : nullptr;
      if (!Step || Step->getAPInt().abs().ult(MinStride * P.Copies))
        continue;
      const PlannedPrefetch *&Known = Indexes[Load];
      if (!Known || Known->Levels < P.Levels)
        Known = &P;
    }
  std::vector<PlannedPrefetch> Lines;
  for (const auto &[Load, P] : Indexes) {
    AddressSlice Slice =
        AddressSlice::find(*Load, *P->Slice.In, Loops, Evolution);
    if (!Slice.Problem.empty() || !Slice.Loads.empty() || isOfKnownLine(Slice))
      continue;
    PlannedPrefetch &Line = Lines.emplace_back(
        PlannedPrefetch{Load, std::move(Slice), {}, P->Distance});
    Line.Copies = P->Copies;
    Line.Levels = P->Levels + 1;
    // A prefetch cannot fault, and there is no load, so no check is needed.
    Line.Bound.By = Bound::Page;
    Line.Bound.Place = P->Bound.Place;
  }
  llvm::append_range(Plan, Lines);
}
