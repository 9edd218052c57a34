//===- Dump.h - Writes the profiles -----------------------------*- C++ -*-===//
//
// Dumps the current counts to all outputs (Outputs.h): at the end of the
// program, before exec, and on request.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_DUMP_H
#define UDPC_RUNTIME_OUTPUT_DUMP_H

namespace udpc {
namespace rt {

class OutputFile;

/// Writes all current counts to the profiles of events and of costs, replacing
/// existing ones. Does nothing in a process that does not own the counts, or if
/// a profile would be empty: no unit has a site, or all have udpc instructions
/// and none has ever been on; no unit profiles costs. May be called anywhere,
/// also in signal handlers; takes the lock itself. With \p IsEnd, at the end of
/// the program, also prints the summary of costs on standard error. Returns 0
/// or an errno, and preserves errno.
int dumpProfile(const char *Why, bool IsEnd = false);

/// Writes the costs so far to files of their own, with a number after the names
/// of the profiles, and resets them to 0: Callgrind's dump. Takes the lock
/// itself.
void dumpPart();

/// Writes only the file of the option `metrics`, with all current counts. Takes
/// the lock itself; does nothing in a process that does not own the counts.
void writeMetrics();

/// Numbers of the outputs.
enum {
#define UDPC_OUTPUT(Name, Option, CanBeShared) OutputNumberOf##Name,
#include "runtime/output/Outputs.inc"
  NumOutputs
};

/// Result of a dump.
struct DumpResult {
  int Error;
  /// The path of the first file that could not be written.
  /// The first error, or 0.
  const char *Failed;
  /// Without an error: the paths that were written.
  const char *Written[NumOutputs];
  unsigned NumWritten;
};
/// Dumps like dumpProfile() while the caller holds the StateLock, in a process
/// that owns the counts.
DumpResult dumpLocked(const char *Why, bool IsEnd = false);

/// Reserves memory for writing the counts of all units (OutputMemory.cpp).
/// Called when units have been registered. Needs the StateLock.
void reserveForOutputs();

struct Filter;
/// Writes the profiles and keeps their files open if \p F, which the program is
/// about to install, refuses to create files.
void keepOutputsOpen(const Filter &F);

/// Duplicates the descriptors that options name as outputs (Streams.h). Called
/// at start-up.
void keepOutputDescriptors();

/// Records the time from which counts are summed, for metrics. Called at
/// start-up, by resetCounts() and by resetDumps().
void noteCountsBegin();

/// Returns the file of the event profile.
OutputFile &eventOutput();
/// Forgets all outputs in the child after fork().
void resetDumps();
/// Resets all counts to 0. Counts that were added to shared profiles stay
/// there. Needs the StateLock.
void resetCounts();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_DUMP_H
