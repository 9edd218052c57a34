//===- IndirectHints.h - Hints for indirect prefetches ----------*- C++ -*-===//
//
// Finds the hints by which the accesses of a function are prefetched several
// iterations ahead.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H

#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/OperationKey.h"
#include <map>
#include <set>

namespace udpc {

/// The hints for one line.
struct LineHint {
  HintType Type = HintType::Indirect;
  /// The distance in iterations; 0: only pushed addresses are prefetched.
  uint64_t Distance = 0;
  unsigned Level = 1;
  /// The kind of prefetch, NTA to W.
  HintType Prefetch = HintType::T0;
  /// The distance in a loop around the innermost one, if hints have another for
  /// it; 0 otherwise.
  uint64_t OuterDistance = 0;
  /// The kind of prefetch of an address pushed to a work list, at the push;
  /// none: it is not prefetched there.
  std::optional<HintType> Pushed = std::nullopt;
  /// Further parts of the object that the line accesses first: hints in bytes
  /// for the same operation.
  std::vector<Hint> Beside = {};

  uint64_t distanceIn(bool IsInnermost) const {
    return IsInnermost || !OuterDistance ? Distance : OuterDistance;
  }
};

/// The hints for one function.
class IndirectHints {
public:
  IndirectHints(HintSource &Source, const llvm::Function &F);

  bool empty() const { return Lines.empty(); }
  /// Returns the hints for \p Access. They name a line, so they are for all
  /// copies of the access.
  std::optional<LineHint> hintFor(const llvm::Instruction &Access);
  /// Calls \p Each with the line of each hint that hintFor() has not returned.
  void
  forUnused(llvm::function_ref<void(const MemoryOperationKey &)> Each) const;

  /// Records in \p F that LineHint::Beside of \p Access is prefetched ahead.
  void noteAhead(const llvm::Instruction &Access, llvm::Function &F);

private:
  void add(const Hint &H, LineHint &Line);

  std::optional<KeysOf> Keys;
  std::map<MemoryOperationKey, LineHint> Lines;
  /// Lines with accesses of the function, and lines of hints that are used.
  std::set<MemoryOperationKey> WithAccess, Used;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTHINTS_H
