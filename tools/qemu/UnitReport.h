//===- UnitReport.h - The unit's file --------------------------*- C++ -*-===//
//
// Nothing here allocates: the watcher writes the file too, in a copy of a
// process whose other threads may have held any lock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_UNITREPORT_H
#define UDPC_TOOLS_QEMU_UNITREPORT_H

#include "tools/qemu/UnitCounters.h"
#include <limits.h>
#include <sys/types.h>

namespace udpc {
namespace qemu {

struct ReportStyle {
  const char *Target;
  CounterWidth Width;
  bool PerThread;
};

/// Gets pieces of the text; returns whether to go on.
using Sink = bool (*)(void *Context, const char *Text, size_t Size);

/// Hands the JSON text to \p Write; returns whether it took all of it.
bool printReport(const Counters &C, const ReportStyle &Style, Sink Write,
                 void *Context);

/// Whether any counter is not 0.
bool hasCounts(const Counters &C);
/// Differs, but for chance, when counts do.
uint64_t fingerprint(const Counters &C);

/// Where a process writes. With room for what is put behind a name.
struct OutputName {
  char Path[PATH_MAX + 32];
  /// The user wrote the path out in full: what is there and is no regular file
  /// (a device, a FIFO) is written to. Else it is replaced.
  bool IsLiteral;
};

/// \p Pattern with %p for \p Process and %% for %. A name without %p gets
/// ".<pid>" behind it in a process that was \p Forked, but for a device or
/// FIFO. Returns false if it is
/// too long.
bool expandOutputName(const char *Pattern, pid_t Process, bool Forked,
                      OutputName &Name);

/// Writes to a temporary name that then takes the file's place; but to a device
/// or FIFO that the user named as it is. \p Writer keeps the temporary names of
/// several writers apart. Returns 0 or an error number.
int writeReport(const Counters &C, const ReportStyle &Style,
                const OutputName &Name, pid_t Writer);
/// Drops what a writer that was killed has left.
void removeTemporary(const OutputName &Name, pid_t Writer);
/// Finds out whether the file can be written and removes an old one, so that
/// a file that is there belongs to this run. Returns 0 or an error number.
int prepareOutput(const OutputName &Name, pid_t Writer);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_UNITREPORT_H
