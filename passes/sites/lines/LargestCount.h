//===- LargestCount.h - The largest count of a line -------------*- C++ -*-===//
//
// Finds the region whose count is a line's in every run, so that udpc
// instructions can count the line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_LARGESTCOUNT_H
#define UDPC_PASSES_SITES_LINES_LARGESTCOUNT_H

#include "passes/sites/lines/CoverageRecords.h"
#include "passes/sites/lines/LineRule.h"
#include "passes/sites/lines/LinearCount.h"
#include <map>
#include <string>

namespace udpc {

/// A counter of the front end that contributes to a region's count.
struct Contribution {
  unsigned Function; ///< Index into the coverage records.
  llvm::coverage::Counter Count;

  friend bool operator==(const Contribution &A, const Contribution &B) {
    return A.Function == B.Function && A.Count == B.Count;
  }
};

/// The regions of one file, with one entry for each extent.
struct FileRegions {
  std::vector<SourceRegion> Regions;
  std::vector<std::vector<Contribution>> Contributions; ///< By region.
};

/// A region's count, by the functions that contribute to it.
using RegionCount = std::map<unsigned, LinearCount>;

/// Finds the region that determines a line's count in every run.
class LargestCount {
public:
  explicit LargestCount(llvm::ArrayRef<CoveredFunction> Functions)
      : Functions(Functions) {}

  /// The count that is never less than those of the other regions of \p
  /// Deciding; or none, and the \p Reason.
  std::optional<RegionCount> of(const FileRegions &Regions,
                                llvm::ArrayRef<unsigned> Deciding,
                                std::string &Reason);

  /// The regions of \p Deciding whose count may be the line's, in their order:
  /// those that are not within another region whose count is never less. Other
  /// units have the same regions, with more contributions; the count is never
  /// less there, either. But if macros or `if constexpr` leave out code before
  /// the line, the region around it begins elsewhere. So regions with the same
  /// counters as one of these, which cost nothing, are kept: units may have no
  /// other in common.
  std::vector<unsigned> candidates(const FileRegions &Regions,
                                   llvm::ArrayRef<unsigned> Deciding);

private:
  bool mayReturnTwice(const RegionCount &Count);
  LinearCounts &linearCounts(unsigned Function);
  std::optional<RegionCount> countOf(const FileRegions &Regions,
                                     unsigned Region);
  bool isAtLeast(const RegionCount &A, const RegionCount &B);

  llvm::ArrayRef<CoveredFunction> Functions;
  std::map<unsigned, LinearCounts> Linear;
  std::map<unsigned, bool> ReturnsTwice; ///< By function.
  bool BudgetSpent = false;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_LARGESTCOUNT_H
