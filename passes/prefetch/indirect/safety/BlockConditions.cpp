//===- BlockConditions.cpp - Conditions to reach a block ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/BlockConditions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

/// The maximum of conditions: evaluating more costs more than the prefetch
/// gains.
static constexpr unsigned MaxConditions = 4;

/// The block of \p L from which control enters the loop of \p Header.
const BasicBlock *BlockConditions::before(const BasicBlock &Header,
                                          const Loop &L) const {
  const Loop *Of = Loops.getLoopFor(&Header);
  if (Of->getParentLoop() != &L || Of->getHeader() != &Header)
    return nullptr;
  const BasicBlock *Before = Of->getLoopPredecessor();
  return Before && Loops.getLoopFor(Before) == &L ? Before : nullptr;
}

bool BlockConditions::leadsTo(const BasicBlock &From,
                              const BasicBlock &Block) const {
  const Loop *In = Loops.getLoopFor(&Block);
  SmallVector<const BasicBlock *, 8> ToVisit = {&From};
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (!ToVisit.empty()) {
    const BasicBlock *Next = ToVisit.pop_back_val();
    if (Next == &Block || !Seen.insert(Next).second)
      continue;
    if (!In->contains(Next) || Next == In->getHeader())
      return false;
    append_range(ToVisit, successors(Next));
  }
  return true;
}

std::optional<PathCondition>
BlockConditions::decision(const BasicBlock &From,
                          const BasicBlock &Block) const {
  const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    const BasicBlock *To = Branch->getSuccessor(I);
    if (Dominators.dominates(BasicBlockEdge(&From, To), &Block) &&
        PostDominators.dominates(&Block, To) && leadsTo(*To, Block))
      return PathCondition{Branch->getCondition(), I == 0, Branch};
  }
  return std::nullopt;
}

std::optional<SmallVector<PathCondition, 2>>
BlockConditions::of(const BasicBlock &Block, const Loop &L) const {
  SmallVector<PathCondition, 2> Result;
  const BasicBlock *At = &Block, *Exiting = L.getExitingBlock();
  // In loops further in, a block that dominates the exit may not be executed in
  // the first iteration.
  if (const Loop *Of = Loops.getLoopFor(At);
      Of != &L && Of->getParentLoop() != &L)
    return std::nullopt;
  auto IsInFirst = [&] {
    const Loop *In = Loops.getLoopFor(At);
    return In->getParentLoop() == &L && In->getHeader() != At;
  };
  // A block that dominates the exit may not be executed in the first iteration
  // of its loop.
  while (IsInFirst() || !Dominators.dominates(At, Exiting)) {
    const BasicBlock *From;
    bool IsSame = false;
    const Loop *In = Loops.getLoopFor(At);
    if (In == &L || IsInFirst()) {
      From = Dominators.getNode(At)->getIDom()->getBlock();
      IsSame = PostDominators.dominates(At, From) &&
               all_of(successors(From),
                      [&](const BasicBlock *To) { return leadsTo(*To, *At); });
    } else {
      From = before(*At, L);
      In = &L;
      IsSame = From && From->getSingleSuccessor() == At;
    }
    // It is not known before a loop in between how that loop ends.
    if (!From || Loops.getLoopFor(From) != In)
      return std::nullopt;
    if (!IsSame) {
      std::optional<PathCondition> Decision = decision(*From, *At);
      if (!Decision || Result.size() == MaxConditions)
        return std::nullopt;
      Result.push_back(*Decision);
    }
    At = From;
  }
  return Result;
}

std::optional<SmallVector<PathCondition, 2>>
BlockConditions::ofSecond(const Loop &Inner, const Loop &L) const {
  const BasicBlock *Latch = Inner.getLoopLatch();
  auto Result = Latch ? of(*Latch, L) : std::nullopt;
  const auto *Branch =
      Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Result || !Branch)
    return std::nullopt;
  if (Branch->isConditional())
    Result->insert(Result->begin(),
                   {Branch->getCondition(),
                    Branch->getSuccessor(0) == Inner.getHeader(), Branch});
  return Result;
}
