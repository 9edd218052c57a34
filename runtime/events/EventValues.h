//===- EventValues.h - Current counts of events -----------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTVALUES_H
#define UDPC_RUNTIME_EVENTS_EVENTVALUES_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// The count of the event with that number in EventNames.h, of one thread or,
/// if \p Thread is null, of all; 0 if there is none. Needs subtractMasked() and
/// the StateLock.
int64_t readEvent(int Event, const ThreadRecord *Thread);

/// The counts of all events, \p Counts[numEvents()], of all threads. Looks at
/// each unit once. False without memory. Needs updateEvents(), subtractMasked()
/// and the StateLock. Of one thread if \p Thread is not null.
bool readEvents(int64_t *Counts, const ThreadRecord *Thread = nullptr);

/// What \p T has counted, by event and command: Counts[2 * event + command],
/// dec positive, without what is written. The same.
bool readCommands(const ThreadRecord &T, int64_t *Counts);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTVALUES_H
