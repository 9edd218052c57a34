//===- EventBias.h - Values of events that are written ----------*- C++ -*-===//
//
// Slots only count up, and belong to their thread. So writing a value stores
// its difference to the count, in a slot of its own in each thread. These slots
// are a unit with one site: a mark without a place. Code that reads counts adds
// them up like others: the API, a thread's end, profiles, merging.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTBIAS_H
#define UDPC_RUNTIME_EVENTS_EVENTBIAS_H

#include "runtime/counts/Threads.h"
#include "runtime/interfaces/EventChanges.h"
#include "udpc/log.h"

namespace udpc {
namespace rt {

/// Adds \p Amount to the share of \p T in the event with that number in
/// EventNames.h. False if there is no such event or memory.
bool addToEvent(int Event, ThreadRecord &T, int64_t Amount);

/// Sets the share of \p T to \p Value; if \p T is null, sets that of the first
/// thread to \p Value and those of all others to 0. False if there is no such
/// event or memory.
bool writeEvent(int Event, ThreadRecord *T, int64_t Value);

/// Returns whether the option `write` is a list of names and values.
bool canReadStartValues();
/// Sets those events of the option `write` that have become known, each once.
void writeStartValues();
/// Called at the end, when no more libraries can be loaded: warns once about
/// names in the option `write` that no event has.
void checkStartValues();

/// Events that were written or reset alone, for readers of logs. Guarded by the
/// StateLock.
struct EventWrites {
  static constexpr uint32_t Most = 64;
  log::WrittenEventRec Events[Most];
  uint32_t NumEvents;
  uint32_t Sum; ///< Sum of all Times: part of NumResets.
};
const EventWrites &eventWrites();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTBIAS_H
