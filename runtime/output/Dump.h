//===- Dump.h - Writes the profiles ----------------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_OUTPUT_DUMP_H
#define UDPC_RUNTIME_OUTPUT_DUMP_H

namespace udpc {
namespace rt {

class OutputFile;

/// Writes all current counts to the profiles of events and of costs, replacing
/// existing ones. Does nothing in a process that does not own the counts, or if
/// a profile would be empty: no unit has a site, or all have udpc instructions
/// and none has ever been on; no unit profiles costs. May be called anywhere,
/// in signal handlers too; takes the lock itself. With \p IsEnd, at the end of
/// the program, the summary of costs is printed on standard error. Returns 0 or
/// an errno, and preserves errno.
int dumpProfile(const char *Why, bool IsEnd = false);

/// Writes the costs so far to files of their own, which have a number after the
/// names of the profiles, and sets them to 0: Callgrind's dump. Takes the lock
/// itself.
void dumpPart();

/// Writes only the file of the option `metrics`, with all current counts. Takes
/// the lock itself; does nothing in a process that does not own the counts.
void writeMetrics();

enum {
#define UDPC_OUTPUT(Name, Option, CanBeShared) OutputNumberOf##Name,
#include "runtime/output/Outputs.inc"
  NumOutputs
};

struct DumpResult {
  int Error;
  /// The path of the first file that could not be written.
  const char *Failed;
  /// Without an error: the path that was written.
  const char *Written[NumOutputs];
  unsigned NumWritten;
};
/// The same if the caller holds the StateLock, in a process that owns the
/// counts.
DumpResult dumpLocked(const char *Why, bool IsEnd = false);

/// Reserves memory for writing the counts of all units (OutputMemory.cpp).
/// Called when units have been registered. Needs the StateLock.
void reserveForOutputs();

struct Filter;
/// Writes the profiles and keeps their files open if \p F, which the program is
/// about to install, refuses to create files.
void keepOutputsOpen(const Filter &F);

/// Duplicates the descriptors that options name as outputs (Streams.h). At
/// start-up.
void keepOutputDescriptors();

/// Counts are added up from now on: metrics have this time. At start-up; called
/// by resetCounts() and resetDumps().
void noteCountsBegin();

/// Where the event profile goes.
OutputFile &eventOutput();
/// In the child after fork().
void resetDumps();
/// Sets all counts to 0. Counts that were added to shared profiles stay there.
/// Needs the StateLock.
void resetCounts();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_DUMP_H
