//===- Log.h - Reads logs ---------------------------------------*- C++ -*-===//
//
// Reads what the runtime appends to logs (udpc/log.h, docs/formats.md).
//
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

struct LogThread {
  uint32_t Index = 0; ///< Or log::OtherThreads.
  uint32_t Tid = 0;
  bool HasEnded = false;
  std::vector<int64_t> Counts; ///< By event.
};

/// Times are in nanoseconds: Time of CLOCK_MONOTONIC, WallTime since 1970.
struct LogSnapshot {
  uint64_t Time = 0;
  uint32_t Sequence = 0; ///< Of the run's records.
  uint64_t WallTime = 0;
  uint32_t Trigger = 0; ///< A log::Trigger, or one of a later version.
  uint32_t Event = log::None;
  uint32_t NumResets = 0; ///< Of all events together.
  /// How often each event was reset or written alone.
  std::vector<std::pair<uint32_t, uint32_t>> Written;
  /// By event. May be shorter than the run's list, which grows when libraries
  /// are loaded; events that are missing have counted nothing.
  std::vector<int64_t> Counts;
  /// Empty without the option log_threads. Threads whose end an earlier
  /// snapshot had are left out.
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

struct LogSample {
  uint64_t Time = 0;
  uint32_t Sequence = 0; ///< Of the run's records.
  uint32_t Thread = 0;
  uint32_t Event = 0;
  uint64_t Period = 0;
  uint64_t Pc = 0;
  std::vector<int64_t> Counts;  ///< Of the thread.
  std::vector<uint64_t> Frames; ///< Innermost first.
};

struct LogStack {
  uint64_t Time = 0;
  uint32_t Sequence = 0; ///< Of the run's records.
  uint32_t Thread = 0;
  uint32_t Event = 0;
  uint64_t Count = 0;
  std::vector<uint64_t> Frames; ///< Innermost first.
};

struct LogModule {
  uint64_t Start = 0, End = 0;
  uint64_t Offset = 0; ///< Of Start, in the file.
  std::string Path;
  std::string BuildId; ///< Binary.
};

/// What one program of one process has logged, from its start or fork to its
/// end or exec.
struct LogRun {
  uint32_t Pid = 0, ParentPid = 0;
  /// When it began to count; 0 if the first record of the file is lost.
  uint64_t Began = 0;
  /// Whether its first record is there: earlier files of a rotated log may be
  /// missing.
  bool HasBeginning = false;
  /// The wall clock at a time of the monotonic clock.
  uint64_t WallTime = 0, WallTimeAt = 0;
  std::string Host, Program, Command, BuildId;
  /// By number. Names that are lost are "event 3".
  std::vector<std::string> Events;
  std::vector<LogModule> Modules;
  /// By time.
  std::vector<LogSnapshot> Snapshots;
  std::vector<LogSample> Samples;
  std::vector<LogStack> Stacks;
  bool HasEnded = false;
  /// How many records the run has written that no file given has.
  uint64_t NumMissing = 0;

  /// Wall time of a record, in nanoseconds since 1970; 0 if it is unknown.
  uint64_t wallTime(uint64_t Time) const {
    return WallTime ? WallTime + (Time - WallTimeAt) : 0;
  }
  /// The module that has \p Address, or null.
  const LogModule *moduleOf(uint64_t Address) const;
};

/// Bytes that are no record.
struct LogDamage {
  std::string File;
  uint64_t Offset = 0, Size = 0;
  std::string What;
};

struct Log {
  std::vector<LogRun> Runs; ///< By beginning.
  std::vector<LogDamage> Damages;
  uint64_t NumUnknown =
      0; ///< Records of types that this version does not know.

  /// Reads one log, whose files (it may have been rotated) are in any order.
  /// Damaged records are left out and listed. Fails if a file cannot be read,
  /// has no record, or one of a later version. Takes time and memory in
  /// proportion to the files.
  static llvm::Expected<Log> read(llvm::ArrayRef<std::string> Files);
  static llvm::Expected<Log> parse(llvm::ArrayRef<llvm::MemoryBufferRef> Files);
  /// Whether \p Bytes, the first ones of a file, are a log's.
  static bool isLog(llvm::StringRef Bytes);
};

/// "interval", "call", ...
llvm::StringRef triggerWord(uint32_t Trigger);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOG_H
