//===- LoadSafety.h - Loads that may execute ahead --------------*- C++ -*-===//
//
// A prefetch cannot fault, but the loads that compute its address can. They may
// load only from memory that the program loads from as well. PrefetchPlanner.h
// asks for the bound of each slice.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_LOADSAFETY_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_LOADSAFETY_H

#include "passes/prefetch/indirect/safety/BlockConditions.h"
#include "passes/prefetch/indirect/safety/CalledFunctions.h"
#include "passes/prefetch/indirect/safety/RowMarks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class AAResults;
class DominatorTree;
} // namespace llvm

namespace udpc {

/// The largest size and alignment of loads that have conditions, in bytes.
constexpr uint64_t MaxConditionalLoad = 64;

/// Which addresses the copied loads of a slice may access.
enum class Bound {
  /// Addresses of iterations up to the last one. The number of iterations is
  /// known, and each executes the loads. Induction variables are limited to
  /// their last values.
  LastIteration,
  /// Addresses of iterations up to the last one, and after it those of the
  /// first: an outer loop executes the loop again, and it loads from the same
  /// addresses.
  FirstIteration,
  /// Addresses of this row or of a later one, up to the end of the last row.
  LastRow,
  /// Addresses up to the end of the page in which the last iteration loads.
  PageOfLast,
  /// Addresses in the page that the original load accesses in this iteration.
  /// For others the copy loads from the address of the original load.
  Page,
  /// The address of the next node in a list, from which this iteration loads
  /// itself, or which, with Beside, is in the page of an access.
  ThisIteration,
};

struct LoadBound {
  Bound By = Bound::LastIteration;
  /// The insertion point of the prefetch.
  llvm::Instruction *Place = nullptr;
  /// If the bound is ThisIteration: the address of the load is NextOffset bytes
  /// after Node. If Beside, an access to that node, is not null, the load must
  /// be in its page, or is not executed.
  llvm::Value *Node = nullptr;
  int64_t NextOffset = 0;
  llvm::Instruction *Beside = nullptr;
  /// The elements that the loads access, if the bound is LastRow.
  RowMark Row;
  /// Whether the slice is in an inner loop whose next execution does not start
  /// where this one ends. If that has few iterations, most prefetched lines are
  /// not used (bound by a page), or are the last iteration's.
  bool BeginsElsewhere = false;
  /// The reason why the loads may not execute ahead; empty if they may.
  llvm::StringRef Problem;
};

/// Decides which loads of one function's loops may execute ahead.
class LoadSafety {
public:
  LoadSafety(llvm::Function &F, const llvm::LoopInfo &Loops,
             const llvm::DominatorTree &Dominators,
             const llvm::PostDominatorTree &PostDominators,
             llvm::ScalarEvolution &Evolution, llvm::AAResults &Aliases)
      : Loops(Loops), Dominators(Dominators),
        Paths(Loops, Dominators, PostDominators), Evolution(Evolution),
        Aliases(Aliases), Called(Aliases), Rows(F) {}

  /// Returns the bound of the loads of \p Slice, which has at least one. Adds
  /// to \p Slice the conditions of loads that some iterations do not execute.
  LoadBound of(AddressSlice &Slice);

  CalledFunctions &called() { return Called; }

private:
  bool endsEachIteration(const llvm::Loop &L);
  /// Whether all iterations of \p L, including the last, execute \p Block if
  /// one does.
  bool isOnAllPaths(const llvm::BasicBlock *Block, const llvm::Loop &L);
  bool executesEachIteration(const llvm::LoadInst &Load, const llvm::Loop &L);
  /// Adds to \p Slice the conditions under which an iteration executes its
  /// loads. Returns false if there are no such conditions.
  bool addConditions(AddressSlice &Slice);
  std::optional<llvm::SmallVector<PathCondition, 2>>
  lastConditions(const AddressSlice &Slice);
  /// Whether each iteration of the outer loop executes the loop of \p Slice
  /// with the same addresses, which stay valid.
  bool repeats(const AddressSlice &Slice);
  /// Whether the next execution of the loop probably starts where this one
  /// ends.
  bool continues(const AddressSlice &Slice);
  bool advances(llvm::Value *V, const llvm::Loop &Around,
                llvm::SmallPtrSetImpl<llvm::Value *> &Seen);
  llvm::StringRef problemOfLoop(const AddressSlice &Slice);
  llvm::StringRef problemUpToLast(const AddressSlice &Slice);
  llvm::Instruction *placeOf(const AddressSlice &Slice);
  llvm::StringRef problemInPage(llvm::ArrayRef<llvm::LoadInst *> Indexes,
                                const llvm::Loop &L);
  /// Returns the elements that the loads of \p Slice access that depend on no
  /// others, if the elements of all later rows may be loaded; else without End.
  RowMark rowOf(const AddressSlice &Slice);

  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  BlockConditions Paths;
  llvm::ScalarEvolution &Evolution;
  llvm::AAResults &Aliases;
  CalledFunctions Called;
  RowMarks Rows;
  llvm::DenseMap<const llvm::Loop *, bool> Ends;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_LOADSAFETY_H
