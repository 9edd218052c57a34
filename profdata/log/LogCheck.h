//===- LogCheck.h - Finds anomalies in logs ---------------------*- C++ -*-===//
//
// Anomalies in a series of counts of intervals: level shifts, spikes, stops
// and drifts. docs/over-time.md describes the method.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGCHECK_H
#define UDPC_PROFDATA_LOG_LOGCHECK_H

#include "profdata/log/LogIntervals.h"

namespace udpc {

/// How often something has happened in a time.
struct IntervalCount {
  double Count = 0;
  double Seconds = 0; ///< Above 0.
};

struct Anomaly {
  enum Kind {
    Shift, ///< The rate differs from the usual one for several intervals.
    Spike, ///< The same for up to three.
    Stop,  ///< There were none, although there should have been.
    Drift, ///< The rate changes steadily, over the whole series.
  };
  Kind What = Shift;
  size_t First = 0, Last = 0; ///< Intervals.
  double Usual = 0;           ///< Per second. Of a drift: at its beginning.
  double Rate = 0;            ///< Per second. Of a drift: at its end.

  /// How much the rate differs, relative to the usual one: 1 if it has doubled
  /// or is 0. Infinite if the usual rate is 0.
  double relativeChange() const;
};

/// "shift", "spike", "stop", "drift".
llvm::StringRef kindWord(Anomaly::Kind K);

struct LogCheckOptions {
  /// How many findings are expected in a log that is quiet.
  double FalseAlarms = 0.01;
  /// How many intervals of all series are checked together; 0 for those of the
  /// one series.
  size_t NumIntervals = 0;
  /// Stretches with a smaller relative change are left out.
  double LeastChange = 0;
};

/// Fewer intervals are not checked.
constexpr size_t LeastIntervals = 20;

/// The anomalies of a series, by beginning. They do not overlap. None if
/// there are fewer than LeastIntervals.
std::vector<Anomaly> findAnomalies(llvm::ArrayRef<IntervalCount> Series,
                                   const LogCheckOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGCHECK_H
