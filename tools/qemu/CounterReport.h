//===- CounterReport.h - Writes the counter file ----------------*- C++ -*-===//
//
// Nothing here allocates: the watcher writes the file too, in a copy of a
// process whose other threads may have held any lock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_COUNTERREPORT_H
#define UDPC_TOOLS_QEMU_COUNTERREPORT_H

#include "tools/qemu/GuestCounters.h"
#include "tools/qemu/OffsetList.h"
#include <limits.h>
#include <sys/types.h>

namespace udpc {
namespace qemu {

struct ReportStyle {
  const char *Target;
  CounterWidth Width;
  bool PerThread;
  /// The places that Counters::offsetCounts is about; null without any.
  const OffsetList *Offsets = nullptr;
};

/// Receives pieces of the text; returns whether to continue.
using Sink = bool (*)(void *Context, const char *Text, size_t Size);

/// Passes the JSON text to \p Write; returns whether all calls succeeded. Only
/// counters whose number in \p Wanted is not 0 are listed, if it is given.
bool printReport(const Counters &C, const ReportStyle &Style, Sink Write,
                 void *Context, const uint8_t *Wanted = nullptr);

/// Whether any counter is not 0.
bool hasCounts(const Counters &C);
/// A hash of the counts.
uint64_t fingerprint(const Counters &C);

/// The output path of a process, with room for suffixes.
struct OutputName {
  char Path[PATH_MAX + 32];
  /// The path has no placeholders: a device or FIFO there is written to.
  /// Otherwise it is replaced.
  bool IsLiteral;
};

/// \p Pattern with %p for \p Process and %% for %. A name without %p gets the
/// suffix ".<pid>" in a \p Forked process, except for a device or FIFO. Returns
/// false if it is too long.
bool expandOutputName(const char *Pattern, pid_t Process, bool Forked,
                      OutputName &Name);

/// Writes to a temporary file and renames it, or writes directly to a device or
/// FIFO. \p Writer distinguishes the temporary names of several writers.
/// Returns 0 or an error number.
int writeReport(const Counters &C, const ReportStyle &Style,
                const OutputName &Name, pid_t Writer);
/// Removes the temporary file of a killed writer.
void removeTemporary(const OutputName &Name, pid_t Writer);
/// Checks whether the file can be written and removes an old one, so that an
/// existing file belongs to this run. Returns 0 or an error number.
int prepareOutput(const OutputName &Name, pid_t Writer);

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_COUNTERREPORT_H
