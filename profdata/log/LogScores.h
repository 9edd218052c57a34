//===- LogScores.h - How unusual the counts of a log are --------*- C++ -*-===//
//
// Computes scores of counts: distances from the usual count, in standard
// deviations. Used by LogCheck.cpp.
//
// - Counts are assumed to vary at least as much as Poisson's distribution.
//   Anscombe's transform, 2 sqrt(x + 3/8), gives these a deviation of 1,
//   whatever their mean (F. J. Anscombe, "The Transformation of Poisson,
//   Binomial and Negative-Binomial Data", Biometrika 35, 1948).
// - The usual rate is the median of the rates, or for small counts an estimate
//   of the mean that is as robust.
// - The deviation of the transformed counts is estimated from the median of the
//   absolute differences of neighbours. Outliers, a shift and a drift hardly
//   influence it. (J. von Neumann et al., "The Mean Square Successive
//   Difference", Ann. Math. Stat. 12, 1941, have the mean of the squares.)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGSCORES_H
#define UDPC_PROFDATA_LOG_LOGSCORES_H

#include "profdata/log/LogCheck.h"
#include <vector>

namespace udpc {

/// A series of at least one interval, with its scores.
class ScoredSeries {
public:
  explicit ScoredSeries(llvm::ArrayRef<IntervalCount> Series);

  llvm::ArrayRef<IntervalCount> Series;
  std::vector<double> Scores; ///< By interval.
  double Usual = 0;           ///< Per second.

  /// Returns the rate per second over the intervals from \p First to \p Last.
  double rate(size_t First, size_t Last) const;
  /// Whether all counts from \p First to \p Last are 0.
  bool isEmpty(size_t First, size_t Last) const;

private:
  /// Returns the difference of \p C from the usual count, both transformed.
  double deviationOf(const IntervalCount &C) const;
  /// Whether the counts are changes of a level, which may be negative. They are
  /// not transformed, since they do not have Poisson's distribution.
  bool IsLevel;
};

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGSCORES_H
