//===- EventNames.cpp - Numbers for the events of all units ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/events/EventNames.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/counts/EveryEvents.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

static Pool Memory;
static const char **Names;
static int Count, Capacity;
/// Units below this number have been processed.
static uint32_t NextUnit;

// Names are published before the number of events, and never move.
int rt::numEvents() { return __atomic_load_n(&Count, __ATOMIC_ACQUIRE); }

const char *rt::eventName(int Event) {
  return Event >= 0 && Event < numEvents()
             ? __atomic_load_n(&Names, __ATOMIC_ACQUIRE)[Event]
             : nullptr;
}

int rt::findEvent(const char *Name) {
  for (int I = 0; I != Count; ++I)
    if (sameText(Names[I], Name))
      return I;
  return -1;
}

/// Adds an event. Copies its name, because the unit's table may be unloaded.
/// Returns -1 if out of memory.
static int addEvent(const char *Name) {
  if (!Memory.grow(Names, Capacity, Count + 1))
    return -1;
  size_t Size = lengthOf(Name) + 1;
  auto *Copy = Memory.allocateArray<char>(Size);
  if (!Copy)
    return -1;
  copyBytes(Copy, Name, Size);
  Names[Count] = Copy;
  __atomic_store_n(&Count, Count + 1, __ATOMIC_RELEASE);
  return Count - 1;
}

int rt::eventNumber(const EveryEvent &Event) {
  const UnitRecord &U = unit(Event.Unit);
  const int32_t *Numbers = __atomic_load_n(&U.EventNumbers, __ATOMIC_ACQUIRE);
  return Numbers ? Numbers[Event.Event] : -1;
}

void rt::updateEvents() {
  for (; NextUnit != numUnits(); ++NextUnit) {
    UnitRecord &U = unit(NextUnit);
    if (U.IsHidden)
      continue;
    uint32_t N = U.View.Header->NumEvents;
    auto *Numbers = Memory.allocateArray<int32_t>(N);
    if (!Numbers)
      continue;
    // Units of one spec list the same events in the same order.
    int Next = 0;
    for (uint32_t I = 0; I != N; ++I) {
      const char *Name = U.View.eventName(I);
      bool IsNext = Next < Count && sameText(Names[Next], Name);
      int Event = IsNext ? Next : findEvent(Name);
      Numbers[I] = Event < 0 ? addEvent(Name) : Event;
      Next = Numbers[I] + 1;
    }
    __atomic_store_n(&U.EventNumbers, Numbers, __ATOMIC_RELEASE);
  }
}
