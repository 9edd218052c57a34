//===- PathConditions.cpp - When an iteration comes to a block ------------===//

#include "passes/prefetch/indirect/PathConditions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

/// The most conditions: evaluating more costs more than the prefetch gains.
static constexpr unsigned MaxConditions = 4;

/// The block of \p L from which control enters the loop of \p Header.
const BasicBlock *PathConditions::before(const BasicBlock &Header,
                                         const Loop &L) const {
  const Loop *Of = Loops.getLoopFor(&Header);
  if (Of->getParentLoop() != &L || Of->getHeader() != &Header)
    return nullptr;
  const BasicBlock *Before = Of->getLoopPredecessor();
  return Before && Loops.getLoopFor(Before) == &L ? Before : nullptr;
}

std::optional<PathCondition>
PathConditions::decision(const BasicBlock &From,
                         const BasicBlock &Block) const {
  const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    const BasicBlock *To = Branch->getSuccessor(I);
    if (Dominators.dominates(BasicBlockEdge(&From, To), &Block) &&
        PostDominators.dominates(&Block, To))
      return PathCondition{Branch->getCondition(), I == 0, Branch};
  }
  return std::nullopt;
}

std::optional<SmallVector<PathCondition, 2>>
PathConditions::of(const BasicBlock &Block, const Loop &L) const {
  SmallVector<PathCondition, 2> Result;
  const BasicBlock *At = &Block, *Exiting = L.getExitingBlock();
  while (!Dominators.dominates(At, Exiting)) {
    const BasicBlock *From;
    bool IsSame = false;
    if (Loops.getLoopFor(At) == &L) {
      From = Dominators.getNode(At)->getIDom()->getBlock();
      IsSame = PostDominators.dominates(At, From);
    } else {
      From = before(*At, L);
      IsSame = From && From->getSingleSuccessor() == At;
    }
    // Conditions in an inner loop are not known before it.
    if (!From || Loops.getLoopFor(From) != &L)
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
