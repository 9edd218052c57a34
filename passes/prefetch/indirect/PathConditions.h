//===- PathConditions.h - When an iteration comes to a block ----*- C++ -*-===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_PATHCONDITIONS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_PATHCONDITIONS_H

#include "passes/prefetch/indirect/AddressSlice.h"
#include <optional>

namespace llvm {
class BasicBlock;
class DominatorTree;
class PostDominatorTree;
} // namespace llvm

namespace udpc {

/// The branches of one function.
class PathConditions {
public:
  PathConditions(const llvm::LoopInfo &Loops,
                 const llvm::DominatorTree &Dominators,
                 const llvm::PostDominatorTree &PostDominators)
      : Loops(Loops), Dominators(Dominators), PostDominators(PostDominators) {}

  /// What an iteration of \p L, which has one exiting block, decides on its way
  /// to \p Block, the last decision first: it comes there if and only if all
  /// hold. \p Block is in \p L itself, or it is the header of a loop in it, for
  /// its first iteration. None if there is more to it than conditions.
  std::optional<llvm::SmallVector<PathCondition, 2>>
  of(const llvm::BasicBlock &Block, const llvm::Loop &L) const;

private:
  const llvm::BasicBlock *before(const llvm::BasicBlock &Header,
                                 const llvm::Loop &L) const;
  /// The branch of \p From that leads to \p Block and to nothing else first.
  std::optional<PathCondition> decision(const llvm::BasicBlock &From,
                                        const llvm::BasicBlock &Block) const;

  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  const llvm::PostDominatorTree &PostDominators;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PATHCONDITIONS_H
