//===- PerfEvents.h - Events that the kernel counts -------------*- C++ -*-===//
//
// Parses names of events for perf_event_open(2), sets up the kernel's counters
// for them, and interprets its answers. The caller makes the system call, so
// that tests can replace it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_PERFEVENTS_H
#define UDPC_RUNTIME_OPTIONS_PERFEVENTS_H

#include "runtime/base/Text.h"
#include <linux/perf_event.h>

namespace udpc {
namespace rt {

struct PerfEvent {
  char Name[32]; ///< Name as in the option; ends in ":u" if UserOnly.
  uint32_t Type;
  uint64_t Config;
  bool UserOnly;
  bool IsKernelOnly; ///< The event does not happen in user space.
};

/// Parses the first name of \p List, whose names are separated by commas, and
/// advances to the next one, or to the end. False if there is no such event;
/// Out.Name then has the beginning of the name.
bool readPerfEvent(const char *&List, PerfEvent &Out);

/// Appends all names of perf_events.inc, separated by commas.
void addPerfEventNames(TextBuffer &Out);

/// Function that opens a counter for the calling thread. Returns a descriptor
/// or -errno.
using PerfOpen = long (*)(void *Data, const perf_event_attr &);

/// Opens a counter of \p E by \p Open. \p Inherit: also counts in threads that
/// the thread creates from now on, but not in processes. If the user may not
/// count in the kernel, counts in user space only, and changes \p E
/// accordingly, except for events that happen only in the kernel. Returns a
/// descriptor or -errno.
long openPerfEvent(PerfEvent &E, bool Inherit, PerfOpen Open, void *Data);

/// Result of read(2) for such a counter.
struct PerfReading {
  uint64_t Value;
  uint64_t Enabled, Running; ///< Nanoseconds.
};

/// Returns the count. If there are more events than the processor has counters,
/// the kernel counts each in a part of the time only, and the result is an
/// estimate.
uint64_t scaledCount(const PerfReading &R);

/// Appends the reason for which the kernel has returned \p Error. \p Paranoid
/// is kernel.perf_event_paranoid, or -2 if it cannot be read.
void addPerfReason(TextBuffer &Out, int Error, int Paranoid);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_PERFEVENTS_H
