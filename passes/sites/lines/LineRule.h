//===- LineRule.h - Regions that decide a line's count ----------*- C++ -*-===//
//
// `llvm-cov show` computes a line's count from the regions of code that start
// in the line or reach into it. Which regions these are does not depend on the
// counts. So each region gets a distinct count, LLVM's Coverage library
// computes the lines, and their counts identify the regions: the rule is
// llvm-cov's by construction.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_LINERULE_H
#define UDPC_PASSES_SITES_LINES_LINERULE_H

#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include "llvm/Support/Error.h"
#include <map>
#include <vector>

namespace udpc {

/// A region of one file, as in the coverage records.
struct SourceRegion {
  unsigned LineStart, ColumnStart, LineEnd, ColumnEnd;
  llvm::coverage::CounterMappingRegion::RegionKind Kind;
};

/// The lines of a file that have code, with the regions that determine their
/// counts.
class LineRule {
public:
  /// \p Regions has at most one region of each extent. Errors are LLVM's.
  static llvm::Expected<LineRule> compute(llvm::ArrayRef<SourceRegion> Regions);

  /// For each line, the indices of the regions whose largest count is the
  /// line's. May be empty: then the line's count is always 0.
  const std::map<unsigned, std::vector<unsigned>> &lines() const {
    return Lines;
  }

  /// The region that the position belongs to, if it has a count.
  std::optional<unsigned> regionAt(unsigned Line, unsigned Column) const;

private:
  std::map<unsigned, std::vector<unsigned>> Lines;
  /// The region of each (line, column) at which a segment of the file begins.
  std::map<std::pair<unsigned, unsigned>, std::optional<unsigned>> Segments;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_LINERULE_H
