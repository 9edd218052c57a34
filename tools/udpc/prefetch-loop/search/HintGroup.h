//===- HintGroup.h - Hints that are tried together --------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTGROUP_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTGROUP_H

#include "profdata/calibration/Calibration.h"
#include "profdata/hints/HintSet.h"
#include <optional>

namespace udpc {

/// Indices of groups, in order.
using GroupSet = std::vector<unsigned>;

/// The hints of one source line at one place of the inline stack. Copies of a
/// load in an unrolled loop are equivalent, and are kept or dropped together.
struct HintGroup {
  /// The common key without discriminators.
  MemoryOperationKey Line;
  HintSet::FunctionHints Hints;
  std::string Place;  ///< "file:line"; "" if not known.
  std::string Reason; ///< The reason of the recommendation; "" for given hints.
  /// Bytes from one miss to the next; 0: not known.
  double Stride = 0;
  /// Of the latency of the program's misses; 0: not known.
  double Share = 0;
  /// The distance relative to the first one.
  double Farther = 1;

  HintType type() const { return Hints.begin()->second.front().Type; }
  /// Of indirect hints: where prefetches are to be, and how many levels.
  std::pair<HintType, unsigned> loop() const {
    return {type(), Hints.begin()->second.front().Level};
  }
  /// The kind of prefetch, also of indirect hints.
  HintType prefetch() const;
  /// The same with \p Times the distance, in whole strides. None if that is not
  /// possible: several hints for one operation are for particular lines.
  std::optional<HintGroup> scaled(double Times) const;
  /// The same with one hint for each operation, of those for several parts of
  /// a run the middle one. None if each has one already.
  std::optional<HintGroup> middleOnly() const;
  /// The same with another kind of prefetch.
  HintGroup withPrefetch(HintType Kind) const;
  /// The same with the indirect hints' type and level. Outer and Next have the
  /// distance of the hint of type Outer, if there is one beside the others.
  /// Those of type Pushed have none: others get a usual one in their place.
  /// None if it is the same, or if there are no indirect hints.
  std::optional<HintGroup> withPlace(HintType Type, unsigned Level) const;
  /// The same without the hints in bytes of operations that have an indirect
  /// one, which are for further lines of the same object. None if there are
  /// none.
  std::optional<HintGroup> withoutBeside() const;
  /// The line after what each operation accesses, in place of indirect hints.
  /// That is what a cursor accesses next which is kept in memory, as those of
  /// the runs of a merge.
  HintGroup withNextLine() const;
  /// The same line with the hints that \p Joined has for it.
  HintGroup partOf(const HintGroup &Joined) const;
  /// "t0 +4096", "t0 +64..+960 (15)", "indirect +32, outer +4", with ", and
  /// others" if the copies differ.
  std::string hintsText() const;
};

/// \p Key without discriminators.
MemoryOperationKey lineOf(MemoryOperationKey Key);
/// Sorted by function.
std::vector<HintGroup> groupsOf(const HintSet &Hints);
/// Indirect hints of several lines as one group, which vary together.
HintGroup joined(llvm::ArrayRef<HintGroup> Groups);
/// The hints of a subset of \p Groups.
HintSet hintsOf(llvm::ArrayRef<HintGroup> Groups, const GroupSet &Which,
                bool HasHashes);

/// What can be tried in place of \p First: types times distances, or of
/// indirect hints types, near distances and places. The first one is \p First;
/// the others are in the order of their promise: near distances before far
/// ones, and types by what \p C says of them. No two are equal.
std::vector<HintGroup> variantsOf(const HintGroup &First, const Calibration &C);

/// What differs from \p Best, of those that were tried, in one respect: type or
/// distance. None of \p Tried.
std::vector<HintGroup> neighboursOf(const HintGroup &Best,
                                    llvm::ArrayRef<HintGroup> Tried,
                                    const Calibration &C);

/// The same indirect hints in other places: in outer or inner loops, for the
/// second nodes of lists, with one more level. None for others.
std::vector<HintGroup> placesOf(const HintGroup &First);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTGROUP_H
