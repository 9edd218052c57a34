//===- udpc/log.h - Contract between the runtime and readers of logs ------===//
//
// A log holds what a process counted over time: snapshots of all counters,
// samples, counts by stack. It is a sequence of records, each with its own
// checksum, to which processes append. A record that is cut off or damaged does
// not affect others: the reader looks for the next Sync. docs/formats.md is the
// prose version.
//
// All records are little-endian, and multiples of 8 bytes. The header needs
// only <stdint.h>, because the runtime has no C++ library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_LOG_H
#define UDPC_LOG_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace log {

/// First word of each record: "UDPL".
constexpr uint32_t Sync = 0x4c504455;
/// Version of the format, in StartRec. Readers skip record types that they do
/// not know, so new ones do not change the version.
constexpr uint32_t Version = 1;
/// Upper limit of a record's size; a larger size is damage.
constexpr uint32_t MaxRecord = 1u << 30;
/// Value for no thread, or no event.
constexpr uint32_t None = 0xffffffff;
/// Thread number for the sum of the threads beyond `max_threads`, whose numbers
/// begin here.
constexpr uint32_t OtherThreads = 0xfffffffe;

enum class RecordType : uint16_t {
  Start = 1,    ///< StartRec
  Names = 2,    ///< NamesRec: events
  Modules = 3,  ///< ModulesRec
  Snapshot = 4, ///< SnapshotRec
  Sample = 5,   ///< SampleRec
  Stack = 6,    ///< StackRec
  End = 8,      ///< EndRec; 7 is not used
};

struct RecordHeader {
  uint32_t Sync;
  /// Size of the whole record: this header, the payload, zeros up to a multiple
  /// of 8.
  uint32_t Size;
  /// CRC-32 (as zlib's `crc32`) of all that follows this field.
  uint32_t Checksum;
  uint16_t Type;
  uint16_t Flags;  ///< 0.
  uint64_t Time;   ///< CLOCK_MONOTONIC, nanoseconds.
  uint32_t Thread; ///< The thread's index in profiles, 0 for main; or None.
  uint32_t Pid;
  /// Number of the record in the process, from 0 on. Records may be in another
  /// order; a missing number is a record that could not be written.
  uint32_t Sequence;
  uint32_t Reserved; ///< 0.
};

/// The first record of each file, and of each process that appends to it.
struct StartRec {
  uint32_t Version;
  /// Incremented when the log is rotated.
  uint32_t Part;
  /// Time at which the process (or the program, after exec) began to count from
  /// 0: CLOCK_MONOTONIC, nanoseconds. It tells the runs of a process apart.
  uint64_t Began;
  /// CLOCK_REALTIME at the record's Time, nanoseconds since 1970.
  uint64_t WallTime;
  uint32_t ParentPid;
  /// The strings follow, in this order, not terminated.
  uint32_t HostSize;
  uint32_t ProgramSize;
  uint32_t CommandSize;
  uint32_t BuildIdSize; ///< Binary, of the executable.
  uint32_t Reserved;
};

/// The names of events First to First + Count - 1 follow, each terminated by a
/// zero. Their numbers are those of udpc.h.
struct NamesRec {
  uint32_t First;
  uint32_t Count;
};

/// All executable mappings of files, by address: Count times a ModuleRec with
/// its strings, padded to 8 bytes. Replaces an earlier record.
struct ModulesRec {
  uint32_t Count;
  uint32_t Reserved;
};
struct ModuleRec {
  uint64_t Start, End;
  uint64_t Offset; ///< File offset of Start.
  /// The path and the build ID (binary) follow.
  uint32_t PathSize;
  uint32_t BuildIdSize;
};

/// Cause of a snapshot.
enum class Trigger : uint32_t {
  Interval = 1,
  Call = 2,    ///< udpc_snapshot()
  Control = 3, ///< udpc ctl, udpc record
  Event = 4,   ///< Every N of an event
  End = 5,     ///< The process ends
  Exec = 6,    ///< Before exec, which may fail
};

/// The counts at the record's Time, as udpc_read returns them: int64_t for
/// each of NumEvents events, then NumThreads times a ThreadCountsRec with
/// int64_t for each event. A WrittenRec follows if events have been written or
/// reset alone.
struct SnapshotRec {
  uint64_t WallTime; ///< StartRec::WallTime of the run.
  uint32_t Trigger;
  uint32_t Event; ///< With Trigger::Event; else None.
  uint32_t NumEvents;
  uint32_t Reserved; ///< 0.
  uint32_t NumThreads;
  /// How often counts have been reset or written so far. Differences to
  /// snapshots with another number mean nothing, unless a WrittenRec names the
  /// events that were reset or written.
  uint32_t NumResets;
};

struct ThreadCountsRec {
  uint32_t Thread;
  uint32_t Tid;
  uint32_t HasEnded; ///< Later snapshots may omit the thread.
  uint32_t Reserved;
};

/// Events that were written or reset alone. NumEvents times a WrittenEventRec
/// follows.
struct WrittenRec {
  uint32_t NumResets; ///< Number of resets of all events together, unlike
                      ///< SnapshotRec's.
  uint32_t NumEvents;
};

struct WrittenEventRec {
  uint32_t Event;
  uint32_t Times; ///< Since the run began; above 0.
};

/// One occurrence of an event: int64_t for each of NumEvents events (the counts
/// of the thread), then NumFrames return addresses (uint64_t), innermost first,
/// follow.
struct SampleRec {
  uint64_t Pc;
  uint64_t Period; ///< Occurrences that the sample represents.
  uint32_t Event;
  uint32_t NumEvents;
  uint32_t Reserved; ///< 0.
  uint32_t NumFrames;
};

/// How often samples of Event had this stack. NumFrames addresses (uint64_t),
/// innermost first, follow. Counts of equal stacks add up.
struct StackRec {
  uint64_t Count;
  uint32_t Event;
  uint32_t NumFrames;
};

/// The process ends as far as the runtime can tell. Records may follow.
struct EndRec {
  uint32_t Trigger; ///< End
  uint32_t Lost;    ///< Records that could not be written.
};

static_assert(sizeof(RecordHeader) == 40, "layout");
static_assert(offsetof(RecordHeader, Type) == 12, "layout");
static_assert(offsetof(RecordHeader, Thread) == 24, "layout");
static_assert(sizeof(StartRec) == 48, "layout");
static_assert(sizeof(NamesRec) == 8, "layout");
static_assert(sizeof(ModulesRec) == 8, "layout");
static_assert(sizeof(ModuleRec) == 32, "layout");
static_assert(sizeof(SnapshotRec) == 32, "layout");
static_assert(sizeof(ThreadCountsRec) == 16, "layout");
static_assert(sizeof(SampleRec) == 32, "layout");
static_assert(sizeof(StackRec) == 16, "layout");
static_assert(sizeof(EndRec) == 8, "layout");

} // namespace log
} // namespace udpc

#endif // UDPC_LOG_H
