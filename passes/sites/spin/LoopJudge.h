//===- LoopJudge.h - Decides whether a loop only waits ----------*- C++ -*-===//
//
// Judges one loop for SpinJudge.cpp, by the values that decide its exits and
// its side effects.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_LOOPJUDGE_H
#define UDPC_PASSES_SITES_SPIN_LOOPJUDGE_H

#include "passes/sites/spin/Describe.h"
#include "passes/sites/spin/LoopValues.h"
#include "passes/sites/spin/SpinJudge.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace llvm {
class BasicBlock;
class CallBase;
class StoreInst;
} // namespace llvm

namespace udpc {

/// Classifies one loop of a SimpleCopy. SideEffects.cpp has the analysis of
/// side effects.
class LoopJudge {
public:
  /// \p TrustHelpers: calls of helpers are assumed to test a lock. A loop that
  /// is no spin loop under this assumption is none.
  LoopJudge(const llvm::Loop &L, const llvm::LoopInfo &Loops,
            const llvm::DominatorTree &Dominators, const llvm::Triple &T,
            bool TrustHelpers)
      : L(L), Loops(Loops), Dominators(Dominators),
        Values(L, Loops, Dominators, T, TrustHelpers) {}

  SpinVerdict judge();

private:
  using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;
  SpinVerdict refuse(const llvm::Instruction &I,
                     const llvm::Twine &What) const {
    return {false, describe(I) + " " + What.str()};
  }

  void findExits();
  bool repeatsInterrupted() const;
  const llvm::Instruction &mainPoll() const;
  void findBackOff();
  bool isAvoidable(const Blocks &Region) const;
  bool hasHint(const Blocks &Region) const;
  /// Describes the side effect of \p I; "" if it has none.
  std::string effectOf(const llvm::Instruction &I) const;
  std::string effectOfCall(const llvm::CallBase &Call) const;
  bool isOwnCounter(const llvm::StoreInst &Store) const;
  bool isRepeatable(const llvm::Instruction &I) const;
  bool isOnPolledPlace(const llvm::Instruction &I) const;
  bool isAwaitedAttempt(const llvm::Instruction &I) const;
  const llvm::Instruction *findUnbalanced();
  const llvm::Instruction *findResult() const;

  const llvm::Loop &L;
  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  LoopValues Values;

  /// The polled accesses of exits, in code order, and their addresses.
  llvm::SmallSetVector<llvm::Instruction *, 4> Polls;
  llvm::SmallPtrSet<const llvm::Value *, 4> PolledPlaces;
  /// The polled accesses of nested loops.
  llvm::SmallPtrSet<const llvm::Value *, 4> AwaitedPlaces;
  const llvm::Instruction *LastExit = nullptr;
  /// The last exit that depends on the result of a call.
  const llvm::Instruction *LastOfCall = nullptr;
  /// The values that exits compare `errno` with.
  llvm::SmallSet<uint64_t, 2> Errors;
  /// An exit that depends on a value read in the previous iteration.
  const llvm::Instruction *LastCarried = nullptr;
  /// The blocks of back-off code, which is executed only after a number of
  /// polls.
  Blocks BackOff;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_LOOPJUDGE_H
