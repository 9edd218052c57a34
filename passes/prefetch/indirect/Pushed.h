//===- Pushed.h - Prefetches at pushes to a work list -----------*- C++ -*-===//
//
// Prefetches lines that will be accessed when a value is popped from a work
// list, where the value is pushed. WorkList.h finds the lists.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_PUSHED_H
#define UDPC_PASSES_PREFETCH_INDIRECT_PUSHED_H

#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/indirect/slice/WorkList.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class DominatorTree;
class OptimizationRemarkEmitter;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace udpc {

/// Prefetches lines that accesses will need for the values that one function
/// pushes to its work lists, where they are pushed.
class PushedPrefetcher {
public:
  PushedPrefetcher(const llvm::LoopInfo &Loops,
                   const llvm::DominatorTree &Dominators,
                   llvm::ScalarEvolution &Evolution, llvm::AAResults &Aliases,
                   llvm::OptimizationRemarkEmitter &Remarks)
      : Loops(Loops), Dominators(Dominators), Evolution(Evolution),
        Aliases(Aliases), Remarks(Remarks) {}

  /// Plans prefetches of \p Address, which \p Access needs, of \p Kind, NTA to
  /// W. Without a hint \p IsHinted is false, and no remark is emitted if there
  /// is no work list.
  void add(const llvm::Instruction &Access, llvm::Value &Address, HintType Kind,
           bool IsHinted);
  /// Inserts all prefetches; returns whether there are any.
  bool insert();

private:
  struct Prefetch {
    llvm::Value *Address;
    unsigned List; ///< Index into Lists.
    Push At;
    HintType Kind;
    /// The instructions that compute the address, operands before users.
    llvm::SetVector<llvm::Instruction *> Instructions;
  };
  /// Returns why \p P cannot be inserted; "" if it can.
  llvm::StringRef plan(Prefetch &P);
  bool isTheSameLater(const llvm::Instruction &I, const Prefetch &P);
  /// Adds to the instructions of \p P those that \p V needs to be computed
  /// there. Sets \p NeedsPopped if that depends on the popped value.
  bool collect(llvm::Value *V, Prefetch &P, bool &NeedsPopped,
               unsigned &NumSteps);
  /// Returns \p OfPopped for the pushed value in place of the popped one; null
  /// if it is no expression of that.
  const llvm::SCEV *addressOf(const Prefetch &P, const llvm::SCEV *OfPopped);
  bool isAccessedBefore(const llvm::SCEV &Address,
                        const llvm::StoreInst &Store);
  bool isNear(const llvm::SCEV &A, const llvm::SCEV &B);
  void insert(const Prefetch &P);

  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  llvm::ScalarEvolution &Evolution;
  llvm::AAResults &Aliases;
  llvm::OptimizationRemarkEmitter &Remarks;
  std::vector<WorkList> Lists;
  std::vector<Prefetch> Plan;
  /// The addresses of the prefetches at each store, and lane of it.
  llvm::DenseMap<std::pair<const llvm::StoreInst *, int>,
                 llvm::SmallVector<const llvm::SCEV *, 2>>
      Known;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PUSHED_H
