//===- CountSegments.cpp - Increments that one increment can replace ------===//

#include "passes/lowering/CountSegments.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

FunctionSegments::FunctionSegments(
    Function &F, const DenseMap<Instruction *, Increment> &Increments)
    : F(F) {
  for (BasicBlock &B : F)
    addBlock(B, Increments);
}

void FunctionSegments::addBlock(BasicBlock &B,
                                const DenseMap<Instruction *, Increment> &All) {
  CountSegment *First = &Segments.emplace_back(), *S = First;
  S->BeginsBlock = true;
  SmallPtrSet<const Instruction *, 4> Lasts; // Of the increments.
  for (Instruction &I : B) {
    if (auto It = All.find(&I); It != All.end()) {
      const Increment &Found = It->second;
      if (!S->Place)
        S->Place = Found.First;
      if (!S->Slots)
        S->Slots = Found.Slots;
      S->Increments.push_back(Found);
      for (auto [Slot, Amount] : Found.Counts)
        S->Amounts[Slot] += Amount;
      Lasts.insert(Found.Last);
    } else if (!Lasts.count(&I) && !mayMergeOver(I) && !I.isTerminator()) {
      S = &Segments.emplace_back();
    }
  }
  const Instruction *End = B.getTerminator();
  S->EndsBlock = isa<BranchInst, SwitchInst>(End);
  Ends[&B] = {First, S};
}

CountSegment &FunctionSegments::firstOf(const BasicBlock *B) const {
  return *Ends.lookup(B).first;
}
CountSegment &FunctionSegments::lastOf(const BasicBlock *B) const {
  return *Ends.lookup(B).second;
}

unsigned FunctionSegments::numCounted() const {
  return count_if(Segments,
                  [](const CountSegment &S) { return S.isCounted(); });
}

/// Whether no other code can read counts in \p B.
bool FunctionSegments::runsThrough(const BasicBlock *B) const {
  return &firstOf(B) == &lastOf(B) && lastOf(B).EndsBlock;
}

/// Whether control always comes from the end of \p From, which dominates \p To,
/// to \p To without another execution of either, and no other code can read
/// counts meanwhile.
bool FunctionSegments::alwaysReaches(BasicBlock *From, BasicBlock *To,
                                     const LoopInfo &LI) const {
  constexpr unsigned MaxBlocks = 32;
  const Loop *L = LI.getLoopFor(To);
  if (LI.getLoopFor(From) != L || !lastOf(From).EndsBlock)
    return false;
  SmallPtrSet<BasicBlock *, MaxBlocks> Seen;
  SmallVector<BasicBlock *> Work = {From};
  while (!Work.empty())
    for (BasicBlock *Next : successors(Work.pop_back_val())) {
      if (Next == To || !Seen.insert(Next).second)
        continue;
      // Without irreducible cycles, each cycle within a loop goes through its
      // header: from there to To through From.
      if (Next == From || Seen.size() > MaxBlocks || !runsThrough(Next) ||
          LI.getLoopFor(Next) != L)
        return false;
      Work.push_back(Next);
    }
  return true;
}

/// Adds the counts of \p From to \p To.
static void add(const CountSegment &From, CountSegment &To) {
  for (auto [Slot, Amount] : From.Amounts)
    To.Amounts[Slot] += Amount;
}

static void clear(CountSegment &S, const char *Reason) {
  S.Amounts.clear();
  S.Moved = Reason;
}

void FunctionSegments::moveToDominator(BasicBlock *B, const DominatorTree &DT,
                                       const LoopInfo &LI) {
  constexpr unsigned MaxSteps = 8;
  CountSegment &S = firstOf(B);
  DomTreeNode *Node = DT.getNode(B);
  if (!S.isCounted() || !Node)
    return;
  for (unsigned I = 0; I != MaxSteps && (Node = Node->getIDom()); ++I) {
    BasicBlock *Earlier = Node->getBlock();
    if (!alwaysReaches(Earlier, B, LI))
      return;
    if (CountSegment &To = lastOf(Earlier); To.isCounted()) {
      add(S, To);
      return clear(S, "with an earlier block, which is executed as often");
    }
    if (!runsThrough(Earlier))
      return;
  }
}

/// \p Slots, if it is known where \p Place is.
static Value *usableAt(Value *Slots, Instruction *Place,
                       const DominatorTree &DT) {
  auto *I = dyn_cast_or_null<Instruction>(Slots);
  return !I || DT.dominates(I, Place) ? Slots : nullptr;
}

bool FunctionSegments::moveToPredecessors(BasicBlock *B,
                                          const DominatorTree &DT) {
  CountSegment &S = firstOf(B);
  if (!S.isCounted() || S.HasEarlier || !B->hasNPredecessorsOrMore(2))
    return false;
  unsigned NumUncounted = 0;
  for (BasicBlock *P : predecessors(B)) {
    if (P == B || P->getUniqueSuccessor() != B || !lastOf(P).EndsBlock)
      return false;
    NumUncounted += !lastOf(P).isCounted();
  }
  if (NumUncounted > 1)
    return false;
  SmallPtrSet<BasicBlock *, 4> Done;
  for (BasicBlock *P : predecessors(B))
    if (Done.insert(P).second) {
      CountSegment &To = lastOf(P);
      if (!To.isCounted()) {
        To.Place = P->getTerminator();
        To.Slots = usableAt(S.Slots, To.Place, DT);
      }
      add(S, To);
    }
  clear(S, "with the blocks before, which are executed as often together");
  return true;
}

bool FunctionSegments::moveToSuccessors(BasicBlock *B) {
  CountSegment &S = lastOf(B);
  // Only by one edge.
  if (!S.isCounted() || S.HasEarlier || !S.EndsBlock || succ_size(B) < 2)
    return false;
  SmallSetVector<BasicBlock *, 4> Next;
  for (BasicBlock *N : successors(B))
    if (!isa<UnreachableInst>(N->getFirstNonPHIOrDbg()))
      Next.insert(N);
  unsigned NumUncounted = 0;
  for (BasicBlock *N : Next) {
    if (N == B || N->getUniquePredecessor() != B || N->isEHPad())
      return false;
    NumUncounted += !firstOf(N).isCounted();
  }
  if (NumUncounted > 1 || NumUncounted == Next.size())
    return false;
  for (BasicBlock *N : Next) {
    CountSegment &To = firstOf(N);
    add(S, To);
    // Before anything that may crash.
    To.Place = &*N->getFirstInsertionPt();
    To.Slots = S.Slots;
    To.HasEarlier = true;
  }
  clear(S, "with the blocks behind, which are executed as often together");
  return true;
}

void FunctionSegments::moveCounts(const DominatorTree &DT, const LoopInfo &LI) {
  ReversePostOrderTraversal<Function *> Order(&F);
  if (containsIrreducibleCFG<BasicBlock *>(Order, LI))
    return;
  for (BasicBlock *B : Order)
    moveToDominator(B, DT, LI);
  std::vector<BasicBlock *> Backwards(Order.begin(), Order.end());
  std::reverse(Backwards.begin(), Backwards.end());
  for (BasicBlock *B : Backwards)
    moveToPredecessors(B, DT);
  for (BasicBlock *B : Backwards)
    moveToSuccessors(B);
}
