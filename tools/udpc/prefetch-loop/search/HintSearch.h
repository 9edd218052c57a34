//===- HintSearch.h - Searches hints that pay ----------------- -*- C++ -*-===//
//
// Bisects the groups of hints until each is known to pay or dropped. Does not
// build or run: the caller provides the comparison.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTSEARCH_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTSEARCH_H

#include "profdata/measure/PairedRatios.h"
#include "tools/udpc/prefetch-loop/search/HintGroup.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace udpc {

/// The result of comparing two builds.
struct BuildComparison {
  SpeedUp Gain; ///< The speed-up of the second over the first.
  Effect Shown = Effect::None;
  size_t NumPairs = 0; ///< 0 if their code is the same.
};

/// The verdict on a group.
struct GroupVerdict {
  bool Kept = false;
  /// The gain of the groups that were tried together, including this one, over
  /// the other groups in use.
  BuildComparison Tried;
  size_t NumTogether = 0; ///< Number of groups tried; 0: not tried.
  /// Whether the budget was used up before this group was tried alone.
  bool OutOfBudget = false;
};

/// The search for groups that pay. Short of time it keeps what was not shown
/// not to pay: its caller compares what is kept with no hints once more.
class HintSearch {
public:
  using Compare = llvm::function_ref<llvm::Expected<BuildComparison>(
      const GroupSet &Without, const GroupSet &With)>;

  /// \p Functions has the function of each group; groups are sorted by
  /// function. \p HasBudget returns whether there is time for another
  /// comparison.
  HintSearch(llvm::ArrayRef<std::string> Functions,
             std::function<bool()> HasBudget)
      : Functions(Functions), HasBudget(std::move(HasBudget)) {}

  /// Returns the verdicts by group. Groups not in \p Current are not tried.
  llvm::Expected<std::vector<GroupVerdict>> run(GroupSet Current, Compare How);

private:
  std::pair<GroupSet, GroupSet> halves(const GroupSet &Chunk) const;

  llvm::ArrayRef<std::string> Functions;
  std::function<bool()> HasBudget;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_HINTSEARCH_H
