//===- Log.h - Reads logs ---------------------------------------*- C++ -*-===//
//
// Reads what the runtime appends to logs (udpc/log.h, docs/formats.md). Used by
// the commands on logs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOG_H
#define UDPC_PROFDATA_LOG_LOG_H

#include "udpc/log.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// The counts of one thread in a snapshot.
struct LogThread {
  uint32_t Index = 0; ///< log::OtherThreads for threads beyond the limit.
  uint32_t Tid = 0;
  bool HasEnded = false;
  std::vector<int64_t> Counts; ///< By event.
};

/// The counts at one moment. Times are in nanoseconds: Time of CLOCK_MONOTONIC,
/// WallTime since 1970.
struct LogSnapshot {
  uint64_t Time = 0;
  uint32_t Sequence = 0; ///< The number of the record in the run.
  uint64_t WallTime = 0;
  uint32_t Trigger = 0; ///< A log::Trigger, or one of a later version.
  uint32_t Event = log::None;
  uint32_t NumResets = 0; ///< The resets of all events together.
  /// Events that were reset or written separately, and how often.
  std::vector<std::pair<uint32_t, uint32_t>> Written;
  /// Indexed by event. May be shorter than the run's list, which grows when
  /// libraries are loaded. Missing events have counted nothing.
  std::vector<int64_t> Counts;
  /// Empty without the option log_threads. Threads whose end an earlier
  /// snapshot contains are omitted.
  std::vector<LogThread> Threads;

  int64_t count(size_t Event) const {
    return Event < Counts.size() ? Counts[Event] : 0;
  }
  uint32_t timesWritten(uint32_t Event) const {
    for (auto [E, Times] : Written)
      if (E == Event)
        return Times;
    return 0;
  }
};

/// A sample at the overflow of an event's period.
struct LogSample {
  uint64_t Time = 0;
  uint32_t Sequence = 0; ///< The number of the record in the run.
  uint32_t Thread = 0;
  uint32_t Event = 0;
  uint64_t Period = 0;
  uint64_t Pc = 0;
  std::vector<int64_t> Counts;  ///< The counts of the thread.
  std::vector<uint64_t> Frames; ///< Innermost first.
};

/// A stack at an occurrence of an event.
struct LogStack {
  uint64_t Time = 0;
  uint32_t Sequence = 0; ///< The number of the record in the run.
  uint32_t Thread = 0;
  uint32_t Event = 0;
  uint64_t Count = 0;
  std::vector<uint64_t> Frames; ///< Innermost first.
};

/// A loaded executable or library.
struct LogModule {
  uint64_t Start = 0, End = 0;
  uint64_t Offset = 0; ///< The offset of Start in the file.
  std::string Path;
  std::string BuildId; ///< The bytes, not hexadecimal.
};

/// Everything that one program logged in one process, from its start or fork to
/// its end or exec.
struct LogRun {
  uint32_t Pid = 0, ParentPid = 0;
  /// The time at which counting began; 0 if the first record of the file is
  /// lost.
  uint64_t Began = 0;
  /// Whether the run's first record exists: earlier files of a rotated log may
  /// be missing.
  bool HasBeginning = false;
  /// The wall clock, and the time of the monotonic clock at which it was read.
  uint64_t WallTime = 0, WallTimeAt = 0;
  std::string Host, Program, Command, BuildId;
  /// Keyed by number. Lost names are "event 3".
  std::vector<std::string> Events;
  std::vector<LogModule> Modules;
  /// The records of each kind are sorted by time.
  std::vector<LogSnapshot> Snapshots;
  std::vector<LogSample> Samples;
  std::vector<LogStack> Stacks;
  bool HasEnded = false;
  /// The number of records that the run has written, but no given file
  /// contains.
  uint64_t NumMissing = 0;

  /// Returns the wall time of a record, in nanoseconds since 1970; 0 if
  /// unknown.
  uint64_t wallTime(uint64_t Time) const {
    return WallTime ? WallTime + (Time - WallTimeAt) : 0;
  }
  /// Returns the module that contains \p Address, or null.
  const LogModule *moduleOf(uint64_t Address) const;
};

/// Bytes that are not a valid record.
struct LogDamage {
  std::string File;
  uint64_t Offset = 0, Size = 0;
  std::string What;
};

/// All runs of a log.
struct Log {
  std::vector<LogRun> Runs; ///< By their beginning.
  std::vector<LogDamage> Damages;
  /// The number of records of types that this version does not know.
  uint64_t NumUnknown = 0;

  /// Reads one log. Its files (it may have been rotated) are in any order.
  /// Damaged records are dropped and listed. Fails if a file cannot be read,
  /// has no record, or is of a later version. Time and memory are proportional
  /// to the size of the files.
  static llvm::Expected<Log> read(llvm::ArrayRef<std::string> Files);
  static llvm::Expected<Log> parse(llvm::ArrayRef<llvm::MemoryBufferRef> Files);
  /// Whether \p Bytes, the beginning of a file, are of a log.
  static bool isLog(llvm::StringRef Bytes);
  /// Whether \p Bytes, the beginning of a file, are of a log of the 64 counters
  /// of a machine, which profdata/machine reads.
  static bool isCounterLog(llvm::StringRef Bytes);
};

/// Returns "interval", "call", and so on.
llvm::StringRef triggerWord(uint32_t Trigger);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOG_H
