//===- LogCheck.h - Finds anomalies in logs ---------------------*- C++ -*-===//
//
// Finds anomalies in a series of counts of intervals: level shifts, spikes,
// stops and drifts. docs/over-time.md describes the method. Used by `udpc log`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGCHECK_H
#define UDPC_PROFDATA_LOG_LOGCHECK_H

#include "profdata/log/LogIntervals.h"

namespace udpc {

/// How often something happened in an interval.
struct IntervalCount {
  double Count = 0;
  double Seconds = 0; ///< Above 0.
};

/// An anomaly in a series.
struct Anomaly {
  enum Kind {
    Shift, ///< The rate differs from the usual one for several intervals.
    Spike, ///< Like Shift, for up to three intervals.
    Stop,  ///< Nothing was counted, although something should have been.
    Drift, ///< The rate changes steadily, over the whole series.
  };
  Kind What = Shift;
  size_t First = 0, Last = 0; ///< Indices of intervals.
  double Usual = 0;           ///< Per second. For a drift: at its beginning.
  double Rate = 0;            ///< Per second. For a drift: at its end.

  /// Returns the difference of the rate, relative to the usual one: 1 if it has
  /// doubled or is 0. Infinite if the usual rate is 0.
  double relativeChange() const;
};

/// Returns "shift", "spike", "stop" or "drift".
llvm::StringRef kindWord(Anomaly::Kind K);

/// Options of the check.
struct LogCheckOptions {
  /// The expected number of findings in a log without anomalies.
  double FalseAlarms = 0.01;
  /// The number of intervals of all series that are checked together; 0 if
  /// there is only this series.
  size_t NumIntervals = 0;
  /// Anomalies with a smaller relative change are omitted.
  double LeastChange = 0;
};

/// The minimum number of intervals; shorter series are not checked.
constexpr size_t LeastIntervals = 20;

/// Returns the anomalies of a series, by beginning. They do not overlap. Empty
/// if there are fewer than LeastIntervals.
std::vector<Anomaly> findAnomalies(llvm::ArrayRef<IntervalCount> Series,
                                   const LogCheckOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGCHECK_H
