//===- LinearCount.h - Regions' counts as sums of counters -----*- C++ -*-===//
//
// A udpc instruction adds or takes one. So what it is to count must be a sum of
// places, and the largest of several regions' counts, which is a line's, is
// none unless it is known beforehand which region that will be.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINEARCOUNT_H
#define UDPC_PASSES_SITES_LINEARCOUNT_H

#include "llvm/ProfileData/Coverage/CoverageMapping.h"
#include <map>
#include <vector>

namespace udpc {

/// Counter number to how often it is added (or taken, when negative). Never 0.
using LinearCount = std::map<unsigned, int>;

LinearCount operator-(LinearCount A, const LinearCount &B);

/// The counts of one function's regions.
class LinearCounts {
public:
  LinearCounts(llvm::ArrayRef<llvm::coverage::CounterExpression> Expressions,
               llvm::ArrayRef<llvm::coverage::CounterMappingRegion> Regions);

  LinearCount of(llvm::coverage::Counter C) const;

  /// Whether \p A is at least \p B in every run, as far as that follows from
  /// this: no counter, no region and no way out of a branch has a negative
  /// count.
  bool isAtLeast(const LinearCount &A, const LinearCount &B) const;

private:
  void add(llvm::coverage::Counter C, int Times, LinearCount &Sum) const;

  std::vector<llvm::coverage::CounterExpression> Expressions;
  std::vector<LinearCount> NotNegative;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINEARCOUNT_H
