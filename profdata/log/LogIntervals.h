//===- LogIntervals.h - Changes between the snapshots of a log --*- C++ -*-===//
//
// Computes rates from counts. Used by the commands that show or check logs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGINTERVALS_H
#define UDPC_PROFDATA_LOG_LOGINTERVALS_H

#include "profdata/log/Log.h"

namespace udpc {

/// The time from one snapshot to the next, or over several.
struct LogInterval {
  uint64_t Begin = 0, End = 0; ///< CLOCK_MONOTONIC, nanoseconds.
  /// The part of the interval that Changes covers: 0 if all counts were reset
  /// or written in it, so that nothing is known.
  uint64_t Covered = 0;
  uint32_t Trigger = 0; ///< The trigger of the snapshot at the end.
  /// Indexed by event.
  std::vector<int64_t> Changes;
  /// Events that were reset or written separately in the interval.
  std::vector<uint32_t> Unknown;

  int64_t change(size_t Event) const {
    return Event < Changes.size() ? Changes[Event] : 0;
  }
  /// Returns the rate per second; none if it is unknown.
  std::optional<double> rate(size_t Event) const;
};

/// The intervals of the process, or of one thread.
struct LogSeries {
  /// The thread's index in LogThread; none for the process.
  std::optional<uint32_t> Thread;
  std::vector<LogInterval> Intervals;
};

/// Returns the intervals of \p Run. The first begins at the beginning of the
/// run, unless earlier files of the log are missing.
LogSeries seriesOf(const LogRun &Run);

/// Returns the intervals of each thread in the snapshots, by index. A thread
/// starts with counts of 0.
std::vector<LogSeries> threadSeriesOf(const LogRun &Run);

/// Joins neighbours until each interval is at least \p Step nanoseconds long.
std::vector<LogInterval> combine(llvm::ArrayRef<LogInterval> Intervals,
                                 uint64_t Step);

/// Returns intervals of about the same length, whose counts can be compared. If
/// the snapshots of one trigger are regular, these are the intervals between
/// them, whatever other snapshots come between; otherwise neighbours are
/// combined to the same length. Omits intervals with a reset and those that are
/// too short.
std::vector<LogInterval>
regularIntervals(llvm::ArrayRef<LogInterval> Intervals);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGINTERVALS_H
