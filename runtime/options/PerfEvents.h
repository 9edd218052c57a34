//===- PerfEvents.h - Events that the kernel counts -------------*- C++ -*-===//
//
// Names of events for perf_event_open(2), what is asked of the kernel for them,
// and what its answers mean. The system call is the caller's, so that tests can
// answer.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OPTIONS_PERFEVENTS_H
#define UDPC_RUNTIME_OPTIONS_PERFEVENTS_H

#include "runtime/base/Text.h"
#include <linux/perf_event.h>

namespace udpc {
namespace rt {

struct PerfEvent {
  char Name[32]; ///< As in the option; ends in ":u" if UserOnly.
  uint32_t Type;
  uint64_t Config;
  bool UserOnly;
  bool IsOfKernel; ///< Does not happen in user space.
};

/// Reads the first name of \p List, which commas separate, and advances to the
/// next one, or to the end. False if there is no such event; Out.Name has the
/// beginning of the name.
bool readPerfEvent(const char *&List, PerfEvent &Out);

/// All names of perf_events.inc, with commas between them.
void addPerfEventNames(TextBuffer &Out);

/// Opens a counter for the calling thread; a descriptor or -errno.
using PerfOpen = long (*)(void *Data, const perf_event_attr &);

/// Opens a counter of \p E by \p Open. \p Inherit: also for the threads that
/// the thread creates from now on, but not for processes. If the user may not
/// count in the kernel, counts in user space only, and changes \p E
/// accordingly; not for events that happen in the kernel only. A descriptor or
/// -errno.
long openPerfEvent(PerfEvent &E, bool Inherit, PerfOpen Open, void *Data);

/// What read(2) gives of such a counter.
struct PerfReading {
  uint64_t Value;
  uint64_t Enabled, Running; ///< Nanoseconds.
};

/// The count. If there are more events than the processor has counters, the
/// kernel counts each in a part of the time only, and this is an estimate.
uint64_t scaledCount(const PerfReading &R);

/// Why the kernel has answered \p Error, in a few words. \p Paranoid is
/// kernel.perf_event_paranoid, or -2 if it cannot be read.
void addPerfReason(TextBuffer &Out, int Error, int Paranoid);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OPTIONS_PERFEVENTS_H
