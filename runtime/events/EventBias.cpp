//===- EventBias.cpp - Values of events that are written ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/events/EventBias.h"
#include "runtime/base/Text.h"
#include "runtime/counts/Modules.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/events/OwnUnits.h"
#include "runtime/options/StartValues.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include "udpc/values.h"

using namespace udpc;
using namespace udpc::rt;

/// The site's function in reports.
static constexpr char SiteName[] = "(written)";

/// Creates a unit for the event of \p Like with that index.
static UnitRecord *makeUnit(const UnitRecord &Like, uint32_t Event) {
  UnitRecord *U =
      makeOwnUnit(Like.View.eventName(Event), Like.View.Events[Event].Counter,
                  SiteName, Like.Module);
  if (U)
    U->IsBias = true;
  updateEvents();
  return U;
}

/// Returns the unit with the bias of \p Event, created if necessary.
static const UnitRecord *unitOf(int Event) {
  updateEvents();
  const UnitRecord *Like = nullptr;
  uint32_t Index = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    for (uint32_t E = 0; U.EventNumbers && E != U.View.Header->NumEvents; ++E) {
      if (U.EventNumbers[E] != Event)
        continue;
      if (U.IsBias)
        return &U;
      if (!Like) {
        Like = &U;
        Index = E;
      }
    }
  }
  if (!Like)
    return nullptr;
  findModules();
  return makeUnit(*Like, Index);
}

bool rt::addToEvent(int Event, ThreadRecord &T, int64_t Amount) {
  if (!Amount)
    return eventName(Event) != nullptr;
  const UnitRecord *U = unitOf(Event);
  return U && addToFirstSlot(T, *U, Amount);
}

static bool writeShare(int Event, ThreadRecord &T, int64_t Value) {
  return addToEvent(Event, T,
                    values::limitedSubtract(Value, readEvent(Event, &T)));
}

static EventWrites Writes;

const EventWrites &rt::eventWrites() { return Writes; }
void rt::clearEventWrites() { Writes = {}; }

/// Records that \p Event was written. If there are too many events, the write
/// counts as a reset of all.
static void noteWrite(int Event) {
  ++NumResets;
  uint32_t I = 0;
  while (I != Writes.NumEvents &&
         Writes.Events[I].Event != static_cast<uint32_t>(Event))
    ++I;
  if (I == EventWrites::Most)
    return;
  if (I == Writes.NumEvents)
    Writes.Events[Writes.NumEvents++].Event = static_cast<uint32_t>(Event);
  ++Writes.Events[I].Times;
  ++Writes.Sum;
}

bool rt::writeEvent(int Event, ThreadRecord *T, int64_t Value) {
  updateEvents();
  if (!eventName(Event))
    return false;
  noteWrite(Event);
  subtractMasked();
  if (T)
    return writeShare(Event, *T, Value);
  collectLateCounts();
  bool Good = writeShare(Event, otherThreads(), 0);
  for (T = firstThread(); T; T = T->Next)
    Good &= writeShare(Event, *T, T == firstThread() ? Value : 0);
  return Good;
}

//===----------------------------------------------------------------------===//
// The option
//===----------------------------------------------------------------------===//

bool rt::canReadStartValues() { return isStartValueList(options().write.Text); }

/// Whether the items of the option are written, by position; enough for the
/// longest option.
static bool Written[sizeof(option::String) / 2];

/// Calls \p Use with each item of the option, and with whether it is written.
template <typename Function> static void forEachStartValue(Function Use) {
  const char *List = options().write.Text;
  if (!canReadStartValues())
    return; // Reported at start-up.
  StartValue Item;
  for (unsigned I = 0; *List; ++I) {
    readStartValue(List, Item);
    Use(Item, Written[I]);
  }
}

void rt::writeStartValues() {
  if (!options().write.Text[0])
    return;
  updateEvents();
  forEachStartValue([](const StartValue &Item, bool &IsWritten) {
    for (int E = 0; !IsWritten && E != numEvents(); ++E)
      if (Item.names(eventName(E)))
        IsWritten = writeEvent(E, nullptr, Item.Value);
  });
}

void rt::checkStartValues() {
  static bool Checked;
  if (Checked)
    return;
  Checked = true;
  forEachStartValue([](const StartValue &Item, bool &IsWritten) {
    if (IsWritten)
      return;
    char Name[256];
    TextBuffer Out(Name, sizeof(Name));
    for (size_t I = 0; I != Item.NameSize; ++I)
      Out.add(Item.Name[I]);
    warn("UDPC_OPTIONS: write: there is no event '", Name, "'");
  });
}
