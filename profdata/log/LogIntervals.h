//===- LogIntervals.h - Changes between the snapshots of a log --*- C++ -*-===//

#ifndef UDPC_PROFDATA_LOG_LOGINTERVALS_H
#define UDPC_PROFDATA_LOG_LOGINTERVALS_H

#include "profdata/log/Log.h"

namespace udpc {

/// From one snapshot to the next, or over several.
struct LogInterval {
  uint64_t Begin = 0, End = 0; ///< CLOCK_MONOTONIC, nanoseconds.
  /// How much of it Changes is about: 0 if the counts were reset or written
  /// meanwhile, so that nothing is known.
  uint64_t Covered = 0;
  uint32_t Trigger = 0; ///< Of the snapshot at the end.
  /// By event.
  std::vector<int64_t> Changes;
  /// Events that were reset or written alone meanwhile.
  std::vector<uint32_t> Unknown;

  int64_t change(size_t Event) const {
    return Event < Changes.size() ? Changes[Event] : 0;
  }
  /// Per second; nothing if it is unknown.
  std::optional<double> rate(size_t Event) const;
};

/// The intervals of the process, or of a thread.
struct LogSeries {
  /// Of LogThread; nothing for the process.
  std::optional<uint32_t> Thread;
  std::vector<LogInterval> Intervals;
};

/// The intervals of \p Run. The first begins when the run began, unless earlier
/// files of the log are missing.
LogSeries seriesOf(const LogRun &Run);

/// The same for each thread that the snapshots have, by index. A thread that
/// appears begins at 0.
std::vector<LogSeries> threadSeriesOf(const LogRun &Run);

/// Joins neighbours until each interval is \p Step nanoseconds long or longer.
std::vector<LogInterval> combine(llvm::ArrayRef<LogInterval> Intervals,
                                 uint64_t Step);

/// Intervals of about the same length, whose counts can be compared: those
/// between snapshots of one regular trigger, if there is one, whatever other
/// snapshots stand between; otherwise neighbours are combined to the same
/// length. Those with a reset, and parts that are too short, are left out.
std::vector<LogInterval>
regularIntervals(llvm::ArrayRef<LogInterval> Intervals);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGINTERVALS_H
