//===- LoopValues.h - Sources of a loop's values ----------------*- C++ -*-===//
//
// Tells, for the values of a loop, which depend on memory that other threads
// write. LoopJudge.cpp decides by them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_LOOPVALUES_H
#define UDPC_PASSES_SITES_SPIN_LOOPVALUES_H

#include "passes/sites/spin/CallRole.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/TargetParser/Triple.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class Value;
} // namespace llvm

namespace udpc {

/// The sources of a value within the loop.
struct ValueSources {
  /// *Polls*: reads of memory at an address that does not change between
  /// iterations.
  llvm::SmallSetVector<llvm::Instruction *, 4> Polls;
  /// Whether it depends on variables that the loop itself changes.
  bool LoopState = false;
  /// Whether it depends on results of calls that are no polls.
  bool FromCall = false;
  /// Whether it depends on values read in an earlier iteration.
  bool FromEarlierIteration = false;

  /// Whether the value changes only by writes of other threads. Plain memory,
  /// which they must not write concurrently, has to be read in the same
  /// iteration; otherwise the value belongs to an ordinary computation.
  bool isExternallyDetermined() const;
};

/// Whether \p Pointer points to thread-local memory, such as `errno`.
bool isOfThread(const llvm::Value *Pointer);
/// Whether \p V is a value of `errno`.
bool isErrno(const llvm::Value *V);

/// The condition of \p Terminator, or null.
llvm::Value *conditionOf(const llvm::Instruction &Terminator);

/// Distinguishes, for the instructions of one loop, externally determined
/// values from those that the loop computes.
///
/// A value is *stateless* if it depends only on loop invariants and the current
/// contents of memory, not on earlier iterations: invariants, reads at
/// stateless addresses, computations on them, and loop-carried variables with
/// only such values (the result of a failed compare-and-swap). `p` in `p =
/// p->next` is not stateless.
class LoopValues {
public:
  LoopValues(const llvm::Loop &L, const llvm::LoopInfo &Loops,
             const llvm::DominatorTree &Dominators, const llvm::Triple &T,
             bool TrustHelpers);

  bool isStateless(const llvm::Value *V) const;
  /// Whether \p I reads memory that others may write.
  bool readsSharedMemory(const llvm::Instruction &I) const;
  /// Whether \p Pointer is a local variable whose address does not escape.
  bool isLocal(const llvm::Value *Pointer) const;
  /// The addresses that \p I reads or writes.
  llvm::SmallVector<llvm::Value *, 2>
  addressesOf(const llvm::Instruction &I) const;
  CallRole roleOf(const llvm::Instruction &Call) const;

  ValueSources sourcesOf(llvm::Value *V) const;
  /// The operands of \p Condition, split at ands, ors and nots.
  llvm::SmallVector<llvm::Value *> partsOf(llvm::Value *Condition) const;

private:
  using Values = llvm::SmallPtrSet<const llvm::Value *, 32>;
  bool isPrivate(const llvm::AllocaInst &A) const;
  llvm::Instruction *resultIn(const llvm::Instruction &I) const;
  bool inLoop(const llvm::Value *V) const;
  /// Adds the stateless values to \p Known; addresses may be computed from \p
  /// Places.
  void findStateless(Values &Known, const Values &Places,
                     bool AllowStateDependent) const;
  bool isStatelessGiven(llvm::Instruction &I, const Values &Known,
                        const Values &Places, bool AllowStateDependent) const;
  bool isStateDependentChoice(llvm::Instruction &I) const;
  llvm::SmallVector<llvm::Value *> leavesOf(llvm::PHINode &Phi,
                                            bool AllowStateDependent) const;
  bool isConstantAfterEdge(const llvm::PHINode &Phi,
                           const llvm::BasicBlock *From,
                           const llvm::BasicBlock *To) const;
  llvm::SmallVector<llvm::Value *> decisionsOf(const llvm::PHINode &Phi,
                                               bool Alone) const;
  bool isLoopHeaderPhi(const llvm::PHINode &Phi) const;
  void addParts(llvm::Value *V, llvm::SmallVectorImpl<llvm::Value *> &Parts,
                llvm::SmallPtrSetImpl<llvm::Value *> &Seen) const;

  const llvm::Loop &L;
  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  const llvm::Triple &T;
  const bool TrustHelpers;
  Values Stateless;
  /// PHIs and selects that the loop's own variables decide.
  Values StateDependentChoices;
  /// Local variables that the loop writes, with the writing instruction; null
  /// if there are several.
  llvm::DenseMap<const llvm::Value *, llvm::Instruction *> Written;
  mutable llvm::DenseMap<const llvm::AllocaInst *, bool> Locals;
  /// Cached roles.
  mutable llvm::DenseMap<const llvm::Instruction *, CallRole> Roles;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_LOOPVALUES_H
