//===- EventNames.h - Numbers for the events of all units ------*- C++ -*-===//
//
// The public API identifies events by number. Each unit numbers its own events;
// events of the same name are one. Needs the StateLock unless stated otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTNAMES_H
#define UDPC_RUNTIME_EVENTS_EVENTNAMES_H

#include "runtime/counts/Units.h"

namespace udpc {
namespace rt {

/// Numbers the events of new units. To be called before the functions below.
void updateEvents();
/// Returns the number of events. Needs no lock.
int numEvents();
/// Returns the name of \p Event, valid until the process ends; null if there is
/// no such event. Needs no lock.
const char *eventName(int Event);
/// Returns the number of the event called \p Name; -1 if there is none.
int findEvent(const char *Name);
/// Returns the number of an event with `every`; -1 before updateEvents(). Needs
/// no lock.
int eventNumber(const EveryEvent &Event);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTNAMES_H
