//===- Planned.cpp - An indirect prefetch to insert -----------------------===//

#include "passes/prefetch/indirect/Planned.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;
using namespace udpc;

void udpc::dropNextSlots(std::vector<Planned> &Plan) {
  auto IsNear = [](const Planned &First, const Planned &Next) {
    return First.Slice.In == Next.Slice.In && First.Slice.Initial.empty() &&
           First.Slice.Loads == Next.Slice.Loads &&
           getUnderlyingObject(First.Slice.Address) ==
               getUnderlyingObject(Next.Slice.Address);
  };
  std::vector<bool> IsDropped;
  for (const Planned &P : Plan)
    IsDropped.push_back(
        !P.Slice.Initial.empty() &&
        any_of(Plan, [&](const Planned &First) { return IsNear(First, P); }));
  unsigned Index = 0;
  llvm::erase_if(Plan, [&](const Planned &) { return IsDropped[Index++]; });
}

SourcePlace udpc::sourcePlaceOf(const Instruction &I) {
  const DILocation *At = I.getDebugLoc();
  if (!At)
    return {};
  return {At->getScope()->getSubprogram(), At->getLine(), At->getColumn(),
          At->getInlinedAt()};
}

void udpc::countCopies(std::vector<Planned> &Plan) {
  std::map<std::tuple<const Loop *, SourcePlace, const Value *, bool>, unsigned>
      Copies;
  auto Origin = [](const Planned &P) {
    return std::tuple(P.Slice.In, sourcePlaceOf(*P.Access),
                      P.InCalled || P.Access->getDebugLoc()
                          ? static_cast<const Value *>(P.InCalled)
                          : getUnderlyingObject(P.Slice.Address),
                      P.IsNodeAfter);
  };
  for (const Planned &P : Plan)
    ++Copies[Origin(P)];
  for (Planned &P : Plan)
    P.Copies = Copies[Origin(P)];
}

void udpc::countLevels(std::vector<Planned> &Plan) {
  DenseMap<const Instruction *, Planned *> Of;
  for (Planned &P : Plan)
    if (!P.IsNodeAfter)
      Of[P.Access] = &P;
  std::vector<Planned *> Deepest;
  for (Planned &P : Plan)
    Deepest.push_back(&P);
  llvm::sort(Deepest, [](const Planned *A, const Planned *B) {
    return A->Slice.Loads.size() > B->Slice.Loads.size();
  });
  for (const Planned *P : Deepest) {
    auto Needs = [&](const Instruction *Access) {
      if (Planned *Earlier = Of.lookup(Access)) {
        Earlier->Levels = std::max(Earlier->Levels, P->Levels + 1);
        // The load ahead comes to the line before the program does.
        Earlier->Prefetch = HintType::T0;
        // Else the load ahead would wait for the line.
        Earlier->Distance = std::max(Earlier->Distance, P->Distance);
      }
    };
    for (const LoadInst *Load : P->Slice.Loads)
      Needs(Load);
    if (P->IsNodeAfter && !is_contained(P->Slice.Loads, P->Access))
      Needs(P->Access);
  }
}
