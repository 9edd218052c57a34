//===- NodeSafety.h - Where a next node is known ----------------*- C++ -*-===//
//
// Finds the place in a list's loop from which the next node's address can be
// loaded, for PrefetchNodes.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_NODESAFETY_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_NODESAFETY_H

#include "passes/prefetch/indirect/safety/LoadSafety.h"
#include "passes/prefetch/indirect/slice/ListStep.h"

namespace udpc {

/// Decides where an iteration of a loop along a list may load the address of
/// the next node first: before its own load of it, if that follows in any case,
/// or where it has accessed another field of the node in the same page.
class NodeSafety {
public:
  NodeSafety(const ListStep &Step, const llvm::LoopInfo &Loops,
             const llvm::DominatorTree &Dominators,
             llvm::ScalarEvolution &Evolution)
      : Step(Step), Loops(Loops), Dominators(Dominators), Evolution(Evolution) {
  }

  /// Returns the bound of a copy of Step.Next. If Place is after Step.Next, no
  /// copy is needed.
  LoadBound bound();

private:
  /// The earliest place from which control always reaches Step.Next.
  llvm::Instruction *earliest();
  /// Whether control always goes from the end of \p From to \p To in the same
  /// iteration.
  bool leadsTo(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  bool leadsThrough(const llvm::BasicBlock &Block);
  /// The first access to the node that dominates \p Before.
  llvm::Instruction *accessBefore(const llvm::Instruction &Before);

  const ListStep &Step;
  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  llvm::ScalarEvolution &Evolution;
  std::optional<bool> IsReducible;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_NODESAFETY_H
