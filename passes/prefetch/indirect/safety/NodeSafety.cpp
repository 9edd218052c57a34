//===- NodeSafety.cpp - Where a next node is known ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/NodeSafety.h"
#include "passes/prefetch/indirect/safety/LoopEffects.h"
#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

/// Whether a load after \p I may be executed before it: control always
/// continues after \p I, which neither makes memory accessible nor waits for
/// another thread that does.
static bool mayLoadBefore(const Instruction &I) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return true;
  return isGuaranteedToTransferExecutionToSuccessor(&I) && !I.isVolatile() &&
         !I.isAtomic() && !(isa<CallBase>(I) && I.mayWriteToMemory());
}

bool NodeSafety::leadsThrough(const BasicBlock &Block) {
  // Inner loops must end.
  const Loop *In = Loops.getLoopFor(&Block);
  if (In != Step.In && In->getHeader() == &Block && !isMustProgress(In) &&
      !Evolution.hasLoopInvariantBackedgeTakenCount(In))
    return false;
  return all_of(Block, [](const Instruction &I) { return mayLoadBefore(I); });
}

bool NodeSafety::leadsTo(const BasicBlock &From, const BasicBlock &To) {
  // LoopInfo does not contain cycles with several entries.
  if (!IsReducible)
    IsReducible = isReducible(*Step.In, Loops);
  if (!*IsReducible)
    return false;
  SmallVector<const BasicBlock *, 8> ToVisit(successors(&From));
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (!ToVisit.empty()) {
    const BasicBlock *Block = ToVisit.pop_back_val();
    if (Block == &To || !Seen.insert(Block).second)
      continue;
    if (!Step.In->contains(Block) || Block == Step.In->getHeader() ||
        !leadsThrough(*Block))
      return false;
    append_range(ToVisit, successors(Block));
  }
  return true;
}

Instruction *NodeSafety::earliest() {
  Instruction *Place = Step.Next;
  while (true) {
    BasicBlock *Block = Place->getParent();
    while (Place != &*Block->getFirstInsertionPt()) {
      if (!mayLoadBefore(*Place->getPrevNode()))
        return Place;
      Place = Place->getPrevNode();
    }
    if (Block == Step.In->getHeader())
      return Place;
    BasicBlock *Before = Block;
    // An inner loop would execute the load in each iteration.
    do {
      const Loop *Of = Loops.getLoopFor(Before);
      BasicBlock *From = Of == Step.In ? Before : Of->getHeader();
      Before = Dominators.getNode(From)->getIDom()->getBlock();
    } while (Loops.getLoopFor(Before) != Step.In);
    if (!leadsTo(*Before, *Block) || !mayLoadBefore(*Before->getTerminator()))
      return Place;
    Place = Before->getTerminator();
  }
}

Instruction *NodeSafety::accessBefore(const Instruction &Before) {
  for (BasicBlock *Block : Step.In->blocks()) {
    if (Loops.getLoopFor(Block) != Step.In ||
        !Dominators.dominates(Block, Before.getParent()))
      continue;
    for (Instruction &I : *Block) {
      if (&I == &Before)
        break;
      const Value *Address = getLoadStorePointerOperand(&I);
      if (Address && !I.isVolatile() && !I.isAtomic() &&
          Step.offsetInNode(*const_cast<Value *>(Address), Evolution))
        return &I;
    }
  }
  return nullptr;
}

LoadBound NodeSafety::bound() {
  LoadBound Result;
  Result.By = Bound::ThisIteration;
  Result.Node = Step.Node;
  Result.NextOffset = Step.NextOffset;
  Result.Place =
      Step.IsLoadedLate ? Step.In->getLoopLatch()->getTerminator() : earliest();
  if (Instruction *Access = accessBefore(*Result.Place)) {
    // The terminator is no access.
    Result.Place = Access->getNextNode();
    Result.Beside = Access;
    return Result;
  }
  if (Step.IsLoadedLate) {
    Result.Problem = "the next iteration loads the address of its node";
    return Result;
  }
  // In the same block, the processor executes the original load as early.
  if (Result.Place->getParent() == Step.Next->getParent())
    Result.Place = Step.Next->getNextNode();
  return Result;
}
