//===- LoopValues.h - Where a loop's values come from ----------*- C++ -*-===//

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

/// What a value is made of, as far as the loop's instructions go.
struct Ingredients {
  /// Reads of memory at a place that stays the same: *polls*.
  llvm::SmallSetVector<llvm::Instruction *, 4> Polls;
  /// The loop's own variables, that go on each time round.
  bool Own = false;
  /// What calls have returned that are no polls.
  bool Told = false;
  /// What was read in an earlier round.
  bool Carried = false;

  /// Only what others write to memory makes a difference. Plain memory, which
  /// others may not write meanwhile by the rules, must at least be read anew
  /// each time: else it is a step of a computation that has been made before.
  bool isNews() const;
};

/// Whether \p Pointer is to `errno` or the like: the calling thread's own.
bool isOfThread(const llvm::Value *Pointer);
/// Whether \p V is what `errno` held.
bool isErrno(const llvm::Value *V);

/// What decides where control goes next, if anything does.
llvm::Value *conditionOf(const llvm::Instruction &Terminator);

/// Tells, for the instructions of one loop, news from the loop's own doing.
///
/// A value is *steady* if, whatever the loop has done before, it depends on
/// what is outside and on what memory holds now: invariants, reads at steady
/// addresses, what is computed of them, and loop-carried variables that are
/// nothing else (the value that a failed compare-and-swap returns). `p` in
/// `p = p->next` is not steady: its place moves on.
class LoopValues {
public:
  LoopValues(const llvm::Loop &L, const llvm::LoopInfo &Loops,
             const llvm::DominatorTree &Dominators, const llvm::Triple &T,
             bool TrustHelpers);

  bool isSteady(const llvm::Value *V) const;
  /// Whether \p I reads memory that others may write.
  bool readsNews(const llvm::Instruction &I) const;
  /// Whether \p Pointer is a variable of the function that nobody else sees.
  bool isLocal(const llvm::Value *Pointer) const;
  /// The addresses that \p I reads or writes.
  llvm::SmallVector<llvm::Value *, 2>
  addressesOf(const llvm::Instruction &I) const;
  CallRole roleOf(const llvm::Instruction &Call) const;

  Ingredients ingredientsOf(llvm::Value *V) const;
  /// What decides \p Condition, taken apart at its ands, ors and nots.
  llvm::SmallVector<llvm::Value *> partsOf(llvm::Value *Condition) const;

private:
  using Values = llvm::SmallPtrSet<const llvm::Value *, 32>;
  bool isPrivate(const llvm::AllocaInst &A) const;
  llvm::Instruction *resultIn(const llvm::Instruction &I) const;
  bool inLoop(const llvm::Value *V) const;
  /// Adds to \p Known what is steady, where \p Places are what addresses may
  /// be made of.
  void findSteady(Values &Known, const Values &Places, bool MayWaver) const;
  bool canBecomeSteady(llvm::Instruction &I, const Values &Known,
                       const Values &Places, bool MayWaver) const;
  bool isWavering(llvm::Instruction &I) const;
  llvm::SmallVector<llvm::Value *> leavesOf(llvm::PHINode &Phi,
                                            bool MayWaver) const;
  bool isSettled(const llvm::PHINode &Phi, const llvm::BasicBlock *From,
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
  Values Steady;
  /// Choices between values that the loop's own variables make.
  Values Wavering;
  /// Variables of the function that the loop writes, and what writes them; null
  /// for several.
  llvm::DenseMap<const llvm::Value *, llvm::Instruction *> Written;
  mutable llvm::DenseMap<const llvm::AllocaInst *, bool> Locals;
  /// Names are taken apart once.
  mutable llvm::DenseMap<const llvm::Instruction *, CallRole> Roles;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_LOOPVALUES_H
