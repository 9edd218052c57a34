//===- HintGroup.h - Hints that are tried together --------------*- C++ -*-===//
//
// The unit that the search varies, with its variants. Pure.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTGROUP_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTGROUP_H

#include "profdata/calibration/Calibration.h"
#include "profdata/hints/HintSet.h"
#include <optional>

namespace udpc {

/// Sorted indices of groups.
using GroupSet = std::vector<unsigned>;

/// The hints of one source line at one place of the inline stack. Copies of a
/// load in an unrolled loop are equivalent, and are kept or dropped together.
struct HintGroup {
  /// The common key without discriminators.
  MemoryOperationKey Line;
  HintSet::FunctionHints Hints;
  std::string Place;  ///< "file:line"; "" if not known.
  std::string Reason; ///< The reason of the recommendation; "" for given hints.
  /// Bytes from one miss to the next; 0 if not known.
  double Stride = 0;
  /// Share of the latency of the program's misses; 0 if not known.
  double Share = 0;
  /// The distance relative to the first variant.
  double Farther = 1;

  HintType type() const { return Hints.begin()->second.front().Type; }
  /// Returns the place of indirect hints' prefetches (type) and their number of
  /// levels.
  std::pair<HintType, unsigned> loop() const {
    return {type(), Hints.begin()->second.front().Level};
  }
  /// Returns the kind of prefetch, also of indirect hints.
  HintType prefetch() const;
  /// Returns the group with \p Times the distance, in whole strides. None if
  /// that is not possible: several hints for one operation are for particular
  /// lines.
  std::optional<HintGroup> scaled(double Times) const;
  /// Returns the group with only the middle hint of each operation that has
  /// several for parts of a run. None if each has one already.
  std::optional<HintGroup> middleOnly() const;
  /// Returns the group with another kind of prefetch.
  HintGroup withPrefetch(HintType Kind) const;
  /// Returns the group with indirect hints of this type and level. Outer and
  /// Next take the distance of a hint of type Outer beside the others, if any.
  /// Pushed has no distance; others get a usual one if they replace Pushed.
  /// None if the group is unchanged, or has no indirect hints.
  std::optional<HintGroup> withPlace(HintType Type, unsigned Level) const;
  /// Returns the group without hints in bytes of operations that also have an
  /// indirect one; these are for further lines of the same object. None if
  /// there are no such hints.
  std::optional<HintGroup> withoutBeside() const;
  /// Returns the group with hints for the next line after each access in place
  /// of indirect hints. A cursor that is kept in memory, such as those of a
  /// merge's runs, accesses that line next.
  HintGroup withNextLine() const;
  /// Returns the group with the hints that \p Joined has for its line.
  HintGroup partOf(const HintGroup &Joined) const;
  /// Returns "t0 +4096", "t0 +64..+960 (15)", "indirect +32, outer +4", with ",
  /// and others" if the copies differ.
  std::string hintsText() const;
};

/// Returns the groups of \p Hints, sorted by function.
std::vector<HintGroup> groupsOf(const HintSet &Hints);
/// Joins indirect hints of several lines into one group, which varies together.
HintGroup joined(llvm::ArrayRef<HintGroup> Groups);
/// Returns the hints of a subset of \p Groups.
HintSet hintsOf(llvm::ArrayRef<HintGroup> Groups, const GroupSet &Which,
                bool HasHashes);

/// Returns the variants of \p First: types times distances, or for indirect
/// hints types, near distances and places. The first one is \p First; the
/// others are sorted by promise: near distances before far ones, and types by
/// their worth in \p C. No two are equal.
std::vector<HintGroup> variantsOf(const HintGroup &First, const Calibration &C);

/// Returns untried neighbours of \p Best, which differ from it in type or
/// distance. None of them is in \p Tried.
std::vector<HintGroup> neighboursOf(const HintGroup &Best,
                                    llvm::ArrayRef<HintGroup> Tried,
                                    const Calibration &C);

/// Returns the same indirect hints in other places: in outer or inner loops,
/// for the second nodes of lists, with one more level. Empty for other hints.
std::vector<HintGroup> placesOf(const HintGroup &First);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTGROUP_H
