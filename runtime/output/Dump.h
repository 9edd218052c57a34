//===- Dump.h - Writes the profiles ----------------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_OUTPUT_DUMP_H
#define UDPC_RUNTIME_OUTPUT_DUMP_H

namespace udpc {
namespace rt {

/// Writes all that was counted so far to the profiles, in place of what is
/// there: of events, and of costs. Does nothing in a process that does not own
/// the counts, or when a profile would say nothing: no unit has a site, or all
/// have udpc instructions and none has ever been on; no unit profiles costs.
/// May be called anywhere, in signal handlers too; takes the lock itself. With
/// \p IsEnd, which is that of the program, costs are summed up on standard
/// error. Returns 0 or an errno, and keeps errno.
int dumpProfile(const char *Why, bool IsEnd = false);

enum {
#define UDPC_OUTPUT(Name, Option, CanBeShared) OutputNumberOf##Name,
#include "runtime/output/Outputs.inc"
  NumOutputs
};

struct DumpResult {
  int Error;
  /// The path of the first that could not be written.
  const char *Failed;
  /// If there is no error: what was written.
  const char *Written[NumOutputs];
  unsigned NumWritten;
};
/// The same for who holds the StateLock, in a process that owns the counts.
DumpResult dumpLocked(const char *Why, bool IsEnd = false);

/// Duplicates the descriptors that options name as outputs (Streams.h). At
/// start-up.
void keepOutputDescriptors();

/// In the child after fork().
void forgetDumps();
/// Sets all counts to 0. What is in shared profiles stays there. Needs the
/// StateLock.
void resetCounts();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_DUMP_H
