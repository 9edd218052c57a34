//===- LogScores.h - How unusual the counts of a log are --------*- C++ -*-===//

#ifndef UDPC_PROFDATA_LOG_LOGSCORES_H
#define UDPC_PROFDATA_LOG_LOGSCORES_H

#include "profdata/log/LogCheck.h"

namespace udpc {

/// A series and its scores.
class ScoredSeries {
public:
  explicit ScoredSeries(llvm::ArrayRef<IntervalCount> Series);

  llvm::ArrayRef<IntervalCount> Series;
  /// Deviations from the usual rate, in standard deviations.
  std::vector<double> Scores;
  double Usual = 0; ///< Per second.

  /// Of the intervals from \p First to \p Last.
  double rate(size_t First, size_t Last) const;
  bool isEmpty(size_t First, size_t Last) const;

private:
  double scoreOf(const IntervalCount &C) const;
  /// Levels go down as well as up: their changes are no counts.
  bool IsLevel;
};

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGSCORES_H
