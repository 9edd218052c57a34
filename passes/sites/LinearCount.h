//===- LinearCount.h - Regions' counts as sums of counters -----*- C++ -*-===//
//
// A udpc instruction adds or takes one. So what it is to count must be a sum of
// places, and the largest of several regions' counts, which is a line's, is
// none unless it is known beforehand which region that will be.
//
// Behind N statements that may leave the function, a count is a difference of N
// counters. So that large functions do not take quadratic time and code, counts
// of many counters are not computed, and comparing ends where a budget in
// proportion to the function is spent.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINEARCOUNT_H
#define UDPC_PASSES_SITES_LINEARCOUNT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include <optional>
#include <set>
#include <vector>

namespace udpc {

/// Counter number and how often it is added (or taken, when negative), by
/// number. Never 0.
using LinearCount = std::vector<std::pair<unsigned, int>>;

LinearCount operator+(const LinearCount &A, const LinearCount &B);
LinearCount operator-(const LinearCount &A, const LinearCount &B);

/// The counts of one function's regions.
class LinearCounts {
public:
  /// How many counters a count may have.
  static constexpr size_t MaxTerms = 128;

  LinearCounts(llvm::ArrayRef<llvm::coverage::CounterExpression> Expressions,
               llvm::ArrayRef<llvm::coverage::CounterMappingRegion> Regions);
  LinearCounts(const LinearCounts &) = delete; // The index refers to its own.
  LinearCounts &operator=(const LinearCounts &) = delete;

  /// Nothing if it has more than MaxTerms.
  std::optional<LinearCount> of(llvm::coverage::Counter C) const;

  /// Whether \p A is at least \p B in every run, as far as that follows from
  /// this: no counter, no region and no way out of a branch has a negative
  /// count; and as far as the budget goes.
  bool isAtLeast(const LinearCount &A, const LinearCount &B);

  /// Whether a comparison has ended early.
  bool isBudgetSpent() const { return BudgetSpent; }

private:
  using CountList = std::vector<const LinearCount *>;

  bool spend(size_t Terms);
  const CountList *coversOf(const LinearCount &Sum) const;
  bool isNotNegative(const LinearCount &Sum, unsigned Depth);

  std::vector<llvm::coverage::CounterExpression> Expressions;
  /// Counts with negative terms that are not negative themselves.
  std::set<LinearCount> NotNegative;
  /// Those of them that take a counter, by its number.
  llvm::DenseMap<unsigned, CountList> Taking;
  size_t Budget; ///< Terms that comparisons may still look at.
  size_t QueryBudget = 0;
  bool BudgetSpent = false;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINEARCOUNT_H
