//===- EventBias.h - Values of events that are written ----------*- C++ -*-===//
//
// Slots only count up, and belong to their thread. So a value that is written
// is the difference to what has been counted, in a slot of its own in each
// thread. These slots are a unit, with one site: a mark without a place.
// Whatever reads counts adds them up: the API, a thread's end, profiles,
// merging.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTBIAS_H
#define UDPC_RUNTIME_EVENTS_EVENTBIAS_H

#include "runtime/counts/Threads.h"
#include "runtime/interfaces/EventChanges.h"
#include "udpc/log.h"

namespace udpc {
namespace rt {

/// Adds \p Amount to the share of \p T in the event with that number in
/// EventNames.h. False if there is no such event or no memory.
bool addToEvent(int Event, ThreadRecord &T, int64_t Amount);

/// Sets the share of \p T to \p Value; or, if \p T is null, that of the first
/// thread, and those of all others to 0. The same.
bool writeEvent(int Event, ThreadRecord *T, int64_t Value);

/// Whether the option `write` is a list of names and values.
bool canReadStartValues();
/// Sets the events of the option `write` that have become known, each once.
void writeStartValues();
/// Called at the end, when no more libraries can be loaded: warns once about
/// names in it that no event has.
void checkStartValues();

/// Events that were written or reset alone, for readers of logs. Guarded by the
/// StateLock.
struct EventWrites {
  static constexpr uint32_t Most = 64;
  log::WrittenEventRec Events[Most];
  uint32_t NumEvents;
  uint32_t Sum; ///< Of all their times: part of NumResets.
};
const EventWrites &eventWrites();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTBIAS_H
