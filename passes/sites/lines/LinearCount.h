//===- LinearCount.h - Counts as sums of counters ---------------*- C++ -*-===//
//
// A udpc instruction adds or subtracts one, so it can count only sums of
// execution counts. A line's count is the largest of several regions', so the
// compiler must know which region that is (LargestCount.h).
//
// After N statements that may leave the function, a count is a difference of N
// counters. To avoid quadratic time and code, counts of too many counters are
// not computed, and comparisons have a budget in proportion to the function.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_LINEARCOUNT_H
#define UDPC_PASSES_SITES_LINES_LINEARCOUNT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include <optional>
#include <set>
#include <vector>

namespace udpc {

/// Counter numbers and their coefficients, sorted by number. No coefficient is
/// 0.
using LinearCount = std::vector<std::pair<unsigned, int>>;

LinearCount operator+(const LinearCount &A, const LinearCount &B);
LinearCount operator-(const LinearCount &A, const LinearCount &B);

/// The counts of one function's regions.
class LinearCounts {
public:
  /// The maximum number of counters in a count.
  static constexpr size_t MaxTerms = 128;

  LinearCounts(llvm::ArrayRef<llvm::coverage::CounterExpression> Expressions,
               llvm::ArrayRef<llvm::coverage::CounterMappingRegion> Regions);
  LinearCounts(const LinearCounts &) = delete; // The index points into it.
  LinearCounts &operator=(const LinearCounts &) = delete;

  /// The count of \p C. None if it has more than MaxTerms terms.
  std::optional<LinearCount> of(llvm::coverage::Counter C) const;

  /// Whether \p A is at least \p B in every run, as far as that follows, within
  /// the budget, from the fact that counters, regions and branch edges have no
  /// negative counts.
  bool isAtLeast(const LinearCount &A, const LinearCount &B);

  /// Whether a comparison has ended early.
  bool isBudgetSpent() const { return BudgetSpent; }

private:
  using CountList = std::vector<const LinearCount *>;

  bool spend(size_t Terms);
  const CountList *coversOf(const LinearCount &Sum) const;
  bool isNotNegative(const LinearCount &Sum, unsigned Depth);

  std::vector<llvm::coverage::CounterExpression> Expressions;
  /// Counts with negative terms that are known not to be negative.
  std::set<LinearCount> NotNegative;
  /// The counts of NotNegative that subtract a counter, by its number.
  llvm::DenseMap<unsigned, CountList> Taking;
  size_t Budget; ///< Remaining terms that comparisons may examine.
  size_t QueryBudget = 0;
  bool BudgetSpent = false;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_LINEARCOUNT_H
