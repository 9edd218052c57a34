//===- EventValues.h - Current counts of events -----------------*- C++ -*-===//
//
// Sums the counts of events over units and threads, for the API, `udpc ctl`,
// the log, metrics and masks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTVALUES_H
#define UDPC_RUNTIME_EVENTS_EVENTVALUES_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// Returns the count of the event with that number in EventNames.h, for one
/// thread or, if \p Thread is null, for all; 0 if there is no such event. Needs
/// subtractMasked() and the StateLock.
int64_t readEvent(int Event, const ThreadRecord *Thread);

/// Stores the counts of all events in \p Counts[numEvents()], for one thread
/// or, if \p Thread is null, for all. Reads each unit once. False if out of
/// memory. Needs updateEvents(), subtractMasked() and the StateLock.
bool readEvents(int64_t *Counts, const ThreadRecord *Thread = nullptr);

/// Stores the counts of \p T by event and command in Counts[2 * event +
/// command], without written values; those of dec are positive. False if out of
/// memory. Needs updateEvents() and the StateLock.
bool readCommands(const ThreadRecord &T, int64_t *Counts);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTVALUES_H
