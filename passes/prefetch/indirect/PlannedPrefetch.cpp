//===- PlannedPrefetch.cpp - An indirect prefetch to insert ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/PlannedPrefetch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;
using namespace udpc;

void udpc::dropNextSlots(std::vector<PlannedPrefetch> &Plan) {
  auto IsNear = [](const PlannedPrefetch &First, const PlannedPrefetch &Next) {
    return First.Slice.In == Next.Slice.In && First.Slice.Initial.empty() &&
           First.Slice.Loads == Next.Slice.Loads &&
           getUnderlyingObject(First.Slice.Address) ==
               getUnderlyingObject(Next.Slice.Address);
  };
  std::vector<bool> IsDropped;
  for (const PlannedPrefetch &P : Plan)
    IsDropped.push_back(!P.Slice.Initial.empty() &&
                        any_of(Plan, [&](const PlannedPrefetch &First) {
                          return IsNear(First, P);
                        }));
  unsigned Index = 0;
  llvm::erase_if(Plan,
                 [&](const PlannedPrefetch &) { return IsDropped[Index++]; });
}

SourcePlace udpc::sourcePlaceOf(const Instruction &I) {
  const DILocation *At = I.getDebugLoc();
  if (!At)
    return {};
  return {At->getScope()->getSubprogram(), At->getLine(), At->getColumn(),
          At->getInlinedAt()};
}

void udpc::countCopies(std::vector<PlannedPrefetch> &Plan) {
  std::map<std::tuple<const Loop *, SourcePlace, const Value *, bool>, unsigned>
      Copies;
  auto Origin = [](const PlannedPrefetch &P) {
    return std::tuple(P.Slice.In, sourcePlaceOf(*P.Access),
                      P.InCalled || P.Access->getDebugLoc()
                          ? static_cast<const Value *>(P.InCalled)
                          : getUnderlyingObject(P.Slice.Address),
                      P.IsNodeAfter);
  };
  for (const PlannedPrefetch &P : Plan)
    ++Copies[Origin(P)];
  for (PlannedPrefetch &P : Plan)
    P.Copies = Copies[Origin(P)];
}

void udpc::countLevels(std::vector<PlannedPrefetch> &Plan) {
  DenseMap<const Instruction *, PlannedPrefetch *> Of;
  for (PlannedPrefetch &P : Plan)
    if (!P.IsNodeAfter)
      Of[P.Access] = &P;
  std::vector<PlannedPrefetch *> Deepest;
  for (PlannedPrefetch &P : Plan)
    Deepest.push_back(&P);
  llvm::sort(Deepest, [](const PlannedPrefetch *A, const PlannedPrefetch *B) {
    return A->Slice.Loads.size() > B->Slice.Loads.size();
  });
  for (const PlannedPrefetch *P : Deepest) {
    auto Needs = [&](const Instruction *Access) {
      if (PlannedPrefetch *Earlier = Of.lookup(Access)) {
        Earlier->Levels = std::max(Earlier->Levels, P->Levels + 1);
        // The load ahead accesses the line before the program does.
        Earlier->Prefetch = HintType::T0;
        // Otherwise the load ahead would wait for the line.
        Earlier->Distance = std::max(Earlier->Distance, P->Distance);
      }
    };
    for (const LoadInst *Load : P->Slice.Loads)
      Needs(Load);
    if (P->IsNodeAfter && !is_contained(P->Slice.Loads, P->Access))
      Needs(P->Access);
  }
}
