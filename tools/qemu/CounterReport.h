//===- CounterReport.h - Writes the counter file ----------------*- C++ -*-===//
//
// Nothing here allocates: the watcher writes the file too, in a copy of a
// process whose other threads may have held any lock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_COUNTERREPORT_H
#define UDPC_TOOLS_QEMU_COUNTERREPORT_H

#include "tools/qemu/GuestCounters.h"
#include "tools/qemu/OffsetList.h"
#include <limits.h>
#include <sys/types.h>

namespace udpc {
namespace qemu {

/// Properties of the report other than the counts.
struct ReportStyle {
  const char *Target;
  CounterWidth Width;
  bool PerThread;
  /// The places that Counters::offsetCounts counts; null if there are none.
  const OffsetList *Offsets = nullptr;
};

/// Receives pieces of the text; returns whether to continue.
using TextWriter = bool (*)(void *Context, const char *Text, size_t Size);

/// Passes the JSON text to \p Write. Returns whether all calls succeeded. If \p
/// Wanted is given, lists only counters whose element in it is not 0.
bool printReport(const Counters &C, const ReportStyle &Style, TextWriter Write,
                 void *Context, const uint8_t *Wanted = nullptr);

/// Returns whether any counter is not 0.
bool hasCounts(const Counters &C);
/// Returns a hash of the counts, to detect changes.
uint64_t fingerprint(const Counters &C);

/// The output path of a process, with room for suffixes.
struct OutputName {
  char Path[PATH_MAX + 32];
  /// The pattern has no %p. A device or FIFO at such a path is written to; any
  /// other file is replaced.
  bool IsLiteral;
};

/// Expands %p in \p Pattern to \p Process and %% to %. A name without %p gets
/// the suffix ".<pid>" in a \p Forked process, unless it is a device or FIFO.
/// Returns false if the name is too long.
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
