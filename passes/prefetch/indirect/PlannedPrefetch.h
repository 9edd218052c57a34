//===- PlannedPrefetch.h - An indirect prefetch to insert -------*- C++ -*-===//
//
// A planned prefetch: what PrefetchPlanner.h decides and SliceCopy.h inserts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_PLANNEDPREFETCH_H
#define UDPC_PASSES_PREFETCH_INDIRECT_PLANNEDPREFETCH_H

#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/indirect/safety/LoadSafety.h"
#include "passes/prefetch/indirect/safety/PageGroup.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>
#include <vector>

namespace llvm {
class DILocation;
class DISubprogram;
} // namespace llvm

namespace udpc {

struct PlannedPrefetch {
  llvm::Instruction *Access;
  AddressSlice Slice;
  LoadBound Bound;
  uint64_t Distance;
  /// The number of levels to prefetch, this one included.
  unsigned NumLevels = 1;
  /// The kind of prefetch, NTA to W. T0 for a line that a load ahead needs.
  HintType Prefetch = HintType::T0;
  /// Whether this is the node after that of Access, in the same chain.
  bool IsNodeAfter = false;
  /// The instruction of a called function that Access is a copy of; else null.
  const llvm::Instruction *InCalled = nullptr;
  /// The number of copies of this access in an unrolled iteration.
  unsigned Copies = 1;
  /// The length of the chain of planned accesses whose addresses depend on this
  /// one, itself included.
  unsigned Levels = 1;
  /// The group that checks the pages of its loads; null if there is none.
  PageGroup *Group = nullptr;
  /// Further prefetches: bytes from the address, and the kind.
  std::vector<Hint> Beside = {};

  /// The distance in iterations of the (unrolled) loop. An access that others
  /// depend on is prefetched earlier than they are.
  uint64_t ahead() const { return llvm::divideCeil(Distance * Levels, Copies); }
};

/// A place in the source: function, line, column, and the inlined calls. Copies
/// that unrolling makes have the same place; discriminators differ.
using SourcePlace = std::tuple<const llvm::DISubprogram *, unsigned, unsigned,
                               const llvm::DILocation *>;

/// Returns the place of \p I; without debug information, line 0.
SourcePlace sourcePlaceOf(const llvm::Instruction &I);

/// Removes from \p Plan first accesses of inner loops that are close to one of
/// the outer loop: both have the same indexes into the same object, as where
/// probing of a hash table continues at the next slot.
void dropNextSlots(std::vector<PlannedPrefetch> &Plan);

/// Sets PlannedPrefetch::Copies.
void countCopies(std::vector<PlannedPrefetch> &Plan);

/// Sets PlannedPrefetch::Levels.
void countLevels(std::vector<PlannedPrefetch> &Plan);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PLANNEDPREFETCH_H
