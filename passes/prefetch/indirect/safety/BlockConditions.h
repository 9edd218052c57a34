//===- BlockConditions.h - Conditions to reach a block ----------*- C++ -*-===//
//
// Finds the conditions under which an iteration executes a block, so that a
// copied load can check them (LoadSafety.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_BLOCKCONDITIONS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_BLOCKCONDITIONS_H

#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include <optional>

namespace llvm {
class BasicBlock;
class DominatorTree;
class PostDominatorTree;
} // namespace llvm

namespace udpc {

/// The conditions under which the blocks of one function execute.
class BlockConditions {
public:
  BlockConditions(const llvm::LoopInfo &Loops,
                  const llvm::DominatorTree &Dominators,
                  const llvm::PostDominatorTree &PostDominators)
      : Loops(Loops), Dominators(Dominators), PostDominators(PostDominators) {}

  /// Returns the conditions of the branches on the path from the header of \p L
  /// to \p Block, the last one first: an iteration executes \p Block if and
  /// only if all of them hold. \p L has one exiting block. \p Block is in \p L,
  /// or in the first iteration of a loop in \p L. Returns nothing if there is
  /// no such list of conditions.
  std::optional<llvm::SmallVector<PathCondition, 2>>
  of(const llvm::BasicBlock &Block, const llvm::Loop &L) const;

  /// Returns the conditions under which \p Inner, a loop in \p L, begins a
  /// second iteration.
  std::optional<llvm::SmallVector<PathCondition, 2>>
  ofSecond(const llvm::Loop &Inner, const llvm::Loop &L) const;

private:
  const llvm::BasicBlock *before(const llvm::BasicBlock &Header,
                                 const llvm::Loop &L) const;
  /// Whether control always goes from \p From to \p Block before the loop
  /// around both ends or begins its next iteration.
  bool leadsTo(const llvm::BasicBlock &From,
               const llvm::BasicBlock &Block) const;
  /// The condition under which the branch at the end of \p From leads to \p
  /// Block, if each path from one of its successors goes to \p Block and none
  /// from the other does.
  std::optional<PathCondition> decision(const llvm::BasicBlock &From,
                                        const llvm::BasicBlock &Block) const;

  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  const llvm::PostDominatorTree &PostDominators;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_BLOCKCONDITIONS_H
