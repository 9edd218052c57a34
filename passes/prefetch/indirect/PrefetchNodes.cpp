//===- PrefetchNodes.cpp - Prefetches of the nodes of lists ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/PrefetchPlanner.h"
#include "passes/prefetch/indirect/safety/NodeSafety.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

/// Whether iterations of \p L are so short that the processor accesses the next
/// node before it has finished one.
static bool isShort(const Loop &L) {
  constexpr size_t MaxInstructions = 64;
  size_t NumInstructions = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      ++NumInstructions;
      if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
        return false;
    }
  return L.isInnermost() && NumInstructions <= MaxInstructions;
}

/// Whether the iteration that loads \p Node, the address of a node, accesses
/// it: the next one loads the address of its own node.
static bool isAccessed(const LoadInst &Node) {
  return any_of(Node.users(), [&](const User *U) {
    const auto *Field = dyn_cast<GetElementPtrInst>(U);
    return Field ? any_of(Field->users(),
                          [&](const User *Of) {
                            return getLoadStorePointerOperand(Of) == Field;
                          })
                 : getLoadStorePointerOperand(U) == &Node;
  });
}

bool PrefetchPlanner::addNextNode(Instruction &I, Value &Address,
                                  const LineHint &As,
                                  std::vector<PlannedPrefetch> &Plan) {
  std::optional<ListStep> Step;
  for (const Loop *L = Loops.getLoopFor(I.getParent()); L && !Step;
       L = L->getParentLoop())
    Step = ListStep::find(Address, *L, Loops, Evolution);
  if (!Step)
    return false;
  AddressSlice Slice;
  Slice.In = Step->In;
  Slice.Address = Step->Next;
  Slice.Offset = Step->Offset;
  LoadBound Bound = NodeSafety(*Step, Loops, Dominators, Evolution).bound();
  if (Bound.Place != Step->Next->getNextNode())
    Slice.Last = Step->Next;
  StringRef Problem = Bound.Problem;
  if (As.Type == HintType::Indirect && isShort(*Step->In))
    Problem = "iterations of the list's loop are so short that they overlap";
  else if (!Slice.Last && isAccessed(*Step->Next))
    Problem = "the iteration that loads the node's address accesses the node";
  else if (!Slice.Last && !Step->In->isInnermost() &&
           Step->Next->getParent() == Step->In->getLoopLatch())
    Problem = "the next node is known only when the iteration ends";
  if (!Problem.empty())
    missed(I, Problem);
  else if (!isOfKnownLine(Slice))
    Plan.push_back({&I, std::move(Slice), Bound, /*Distance=*/1,
                    /*NumLevels=*/1, As.Prefetch});
  return true;
}

/// Whether a copy of \p Slice has the values that \p Index takes from outside
/// of the list's loop.
static bool isKnownAhead(const IndexStep &Index, const AddressSlice &Slice) {
  auto IsKnown = [&](Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    auto *Phi = dyn_cast<PHINode>(V);
    return !I || !Slice.In->contains(I) || I == Index.Node || I == Index.Next ||
           Index.Instructions.contains(I) || Slice.Instructions.contains(I) ||
           (Phi &&
            (Slice.Inductions.contains(Phi) || Slice.Initial.contains(Phi)));
  };
  return all_of(Index.Instructions,
                [&](Instruction *I) { return all_of(I->operands(), IsKnown); });
}

void PrefetchPlanner::addNodeAfter(Instruction &I, Value &Address,
                                   const LineHint &As, uint64_t Distance,
                                   std::vector<PlannedPrefetch> &Plan) {
  for (const Loop *L = Loops.getLoopFor(I.getParent()); L->getParentLoop();
       L = L->getParentLoop()) {
    auto Step = ListStep::find(Address, *L, Loops, Evolution);
    auto Index = Step ? std::nullopt : IndexStep::find(Address, *L, Loops);
    if (!Index && (!Step || !Step->NextPointer))
      continue;
    LoadInst *Next = Index ? Index->Next : Step->Next;
    Value *Pointer = Index ? Next->getPointerOperand() : Step->NextPointer;
    AddressSlice Slice = sliceOf(*Pointer, *L->getLoopLatch()->getTerminator(),
                                 L->getParentLoop());
    if (!Slice.isIndirect())
      return missed(I, Slice.Problem, NodeAfter);
    Slice.Last = Next;
    Slice.Index = std::move(Index);
    if (Step) {
      Slice.IsLastInSecond = Step->IsLoadedLate;
      Slice.Offset = Step->Offset;
    }
    LoadBound Bound = Safety.of(Slice);
    if (Bound.Problem.empty() && Slice.Index &&
        !isKnownAhead(*Slice.Index, Slice))
      Bound.Problem = "the node's address needs another value of the iteration";
    if (!Bound.Problem.empty())
      return missed(I, Bound.Problem, NodeAfter);
    if (!isOfKnownLine(Slice)) {
      Plan.push_back({&I, std::move(Slice), Bound, Distance,
                      /*NumLevels=*/1, As.Prefetch});
      Plan.back().IsNodeAfter = true;
    }
    return;
  }
  missed(I, "no inner loop walks a list", NodeAfter);
}
