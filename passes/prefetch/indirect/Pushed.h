//===- Pushed.h - Prefetches of what is pushed to a work list ---*- C++ -*-===//

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

/// Prefetches what accesses will need of values that one function pushes to its
/// work lists, where they are pushed.
class PushedPrefetcher {
public:
  PushedPrefetcher(const llvm::LoopInfo &Loops,
                   const llvm::DominatorTree &Dominators,
                   llvm::ScalarEvolution &Evolution, llvm::AAResults &Aliases,
                   llvm::OptimizationRemarkEmitter &Remarks)
      : Loops(Loops), Dominators(Dominators), Evolution(Evolution),
        Aliases(Aliases), Remarks(Remarks) {}

  /// Plans prefetches of \p Address, which \p Access needs, of \p Kind, NTA to
  /// W; without a hint \p IsHinted is false, and there are no remarks if there
  /// is no work list.
  void add(const llvm::Instruction &Access, llvm::Value &Address, HintType Kind,
           bool IsHinted);
  /// Inserts all; returns whether there are any.
  bool insert();

private:
  struct Prefetch {
    llvm::Value *Address;
    unsigned List; ///< Which of Lists.
    Push At;
    HintType Kind;
    /// What computes the address, operands before users.
    llvm::SetVector<llvm::Instruction *> Instructions;
  };
  /// Returns why there is no prefetch of \p P; "": there is one.
  llvm::StringRef plan(Prefetch &P);
  bool isTheSameLater(const llvm::Instruction &I, const Prefetch &P);
  /// Adds to the instructions of \p P what \p V needs to be computed there.
  /// Sets \p NeedsPopped if that depends on what is popped.
  bool collect(llvm::Value *V, Prefetch &P, bool &NeedsPopped,
               unsigned &NumSteps);
  /// \p OfPopped for the pushed value in place of the popped one; null: it is
  /// no expression of it.
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
  /// Of the prefetches at each store, and lane of it.
  llvm::DenseMap<std::pair<const llvm::StoreInst *, int>,
                 llvm::SmallVector<const llvm::SCEV *, 2>>
      Known;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PUSHED_H
