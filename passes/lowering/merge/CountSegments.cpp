//===- CountSegments.cpp - Increments of code segments --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/merge/CountSegments.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

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
  S->Block = &B;
  SmallPtrSet<const Instruction *, 4> Lasts; // Last instructions of increments.
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
    } else if (!Lasts.contains(&I) && !mayMergeOver(I) && !I.isTerminator()) {
      S = &Segments.emplace_back();
      S->Block = &B;
      S->Begin = &I;
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

bool FunctionSegments::runsThrough(const BasicBlock *B) const {
  return &firstOf(B) == &lastOf(B) && lastOf(B).EndsBlock;
}

/// Whether control always goes from the end of \p From, which dominates \p To,
/// to \p To without another execution of either, and no other code can read
/// counts meanwhile.
bool FunctionSegments::alwaysReaches(BasicBlock *From, BasicBlock *To,
                                     const CycleInfo &Cycles) const {
  constexpr unsigned MaxBlocks = 32;
  // In an irreducible cycle To may be executed again without From.
  const Cycle *C = Cycles.getCycle(To);
  if (Cycles.getCycle(From) != C || (C && !C->isReducible()) ||
      !lastOf(From).EndsBlock)
    return false;
  SmallPtrSet<BasicBlock *, MaxBlocks> Seen;
  SmallVector<BasicBlock *> Work = {From};
  while (!Work.empty())
    for (BasicBlock *Next : successors(Work.pop_back_val())) {
      if (Next == To || !Seen.insert(Next).second)
        continue;
      // A path that avoids the cycles within C goes through C's only entry, and
      // so reaches To through From.
      if (Next == From || Seen.size() > MaxBlocks || !runsThrough(Next) ||
          Cycles.getCycle(Next) != C)
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
                                       const CycleInfo &Cycles) {
  constexpr unsigned MaxSteps = 8;
  CountSegment &S = firstOf(B);
  DomTreeNode *Node = DT.getNode(B);
  if (!S.isCounted() || !Node)
    return;
  for (unsigned I = 0; I != MaxSteps && (Node = Node->getIDom()); ++I) {
    BasicBlock *Earlier = Node->getBlock();
    if (!alwaysReaches(Earlier, B, Cycles))
      return;
    if (CountSegment &To = lastOf(Earlier); To.isCounted()) {
      add(S, To);
      return clear(S, "with an earlier block, which is executed as often");
    }
    if (!runsThrough(Earlier))
      return;
  }
}

/// \p Slots if it is defined at \p Place, else null.
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

bool udpc::isNeverEntered(const BasicBlock &B) {
  return isa<UnreachableInst>(B.getFirstNonPHIOrDbg());
}

/// Whether \p B is executed to its end unless a signal stops it: nothing in it
/// may fault.
bool FunctionSegments::cannotStop(const BasicBlock *B) const {
  return runsThrough(B) && all_of(*B, [](const Instruction &I) {
           return I.isTerminator() || isa<PHINode>(I) || isPlaceholder(I) ||
                  (!I.mayHaveSideEffects() && isSafeToSpeculativelyExecute(&I));
         });
}

CountSegment &FunctionSegments::splitEdge(BasicBlock *From, BasicBlock *To,
                                          DominatorTree &DT, LoopInfo &LI,
                                          EdgeFrequencies Frequencies) {
  double Frequency = Frequencies(From, To);
  Instruction *Branch = From->getTerminator();
  unsigned I = 0;
  while (Branch->getSuccessor(I) != To)
    ++I;
  // With LI it would also split other edges, to keep the form of loops.
  BasicBlock *Between = SplitCriticalEdge(
      Branch, I, CriticalEdgeSplittingOptions(&DT).setMergeIdenticalEdges());
  Loop *Around = LI.getLoopFor(From);
  while (Around && !Around->contains(To))
    Around = Around->getParentLoop();
  if (Around)
    Around->addBasicBlockToLoop(Between, LI);
  CountSegment &S = Segments.emplace_back();
  S.BeginsBlock = S.EndsBlock = true;
  S.Block = Between;
  S.Frequency = Frequency;
  S.Place = Between->getTerminator();
  Ends[Between] = {&S, &S};
  return S;
}

/// Whether increments on the edges from \p B to \p Uncounted, some of \p Next,
/// instead of one in \p B, save time that is worth the text.
static bool paysEdges(const BasicBlock *B, ArrayRef<BasicBlock *> Next,
                      ArrayRef<BasicBlock *> Uncounted,
                      EdgeFrequencies Frequencies) {
  // The minimum saved for each increment, in one call of the function.
  constexpr double MinSaved = 1;
  // The maximum share of the edges. The estimates are rough.
  constexpr double MaxShare = 0.25;
  if (!Frequencies)
    return false;
  auto Sum = [&](ArrayRef<BasicBlock *> To) {
    double All = 0;
    for (const BasicBlock *N : To)
      All += Frequencies(B, N);
    return All;
  };
  double Edges = Sum(Uncounted), All = Sum(Next);
  return Edges <= All * MaxShare && All - Edges >= MinSaved * Uncounted.size();
}

void FunctionSegments::moveToSuccessors(BasicBlock *B, DominatorTree &DT,
                                        LoopInfo &LI,
                                        EdgeFrequencies Frequencies) {
  CountSegment &S = lastOf(B);
  // Counts move by one edge only, but over blocks that are executed to their
  // end.
  if (!S.isCounted() || !S.EndsBlock || succ_size(B) < 2 ||
      (S.HasEarlier && !cannotStop(B)))
    return;
  SmallSetVector<BasicBlock *, 4> Next;
  for (BasicBlock *N : successors(B))
    if (!isNeverEntered(*N))
      Next.insert(N);
  SmallVector<BasicBlock *, 4> Uncounted;
  bool Splits = false;
  for (BasicBlock *N : Next) {
    if (N->isEHPad())
      return;
    bool IsCritical = N->getUniquePredecessor() != B;
    if (IsCritical || !firstOf(N).isCounted())
      Uncounted.push_back(N);
    Splits |= IsCritical;
  }
  if (Uncounted.size() == Next.size() ||
      ((Splits || Uncounted.size() > 1) &&
       !paysEdges(B, Next.getArrayRef(), Uncounted, Frequencies)))
    return;
  for (BasicBlock *N : Next) {
    bool IsCritical = N->getUniquePredecessor() != B;
    CountSegment &To =
        IsCritical ? splitEdge(B, N, DT, LI, Frequencies) : firstOf(N);
    add(S, To);
    // Counts are added before anything that may crash.
    if (!IsCritical)
      To.Place = &*N->getFirstInsertionPt();
    To.Slots = S.Slots;
    To.HasEarlier = true;
  }
  clear(S, "with the blocks behind, which are executed as often together");
}

void FunctionSegments::moveCounts(DominatorTree &DT, LoopInfo &LI,
                                  EdgeFrequencies Frequencies) {
  CycleInfo Cycles;
  Cycles.compute(F);
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *B : Order)
    moveToDominator(B, DT, Cycles);
  // Arms of a switch that count anyway take the count of an interpreter's
  // dispatch at no cost; the blocks before it would need an increment.
  for (BasicBlock *B : Order)
    moveToSuccessors(B, DT, LI, Frequencies);
  std::vector<BasicBlock *> Backwards(Order.begin(), Order.end());
  std::reverse(Backwards.begin(), Backwards.end());
  for (BasicBlock *B : Backwards)
    moveToPredecessors(B, DT);
  // Counts may move on from block to block. New blocks are not visited.
  for (BasicBlock *B : reverse(Backwards))
    moveToSuccessors(B, DT, LI, Frequencies);
}
