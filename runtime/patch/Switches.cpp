//===- Switches.cpp - Switches events on and off --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/Switches.h"
#include "runtime/base/Glob.h"
#include "runtime/base/Text.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/patch/plan/PlanPatcher.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

static RuleList Enabled, Masks;
/// Whether a rule has turned events on; before that there is nothing to patch.
static bool HadOnRule;

//===----------------------------------------------------------------------===//
// States of events
//===----------------------------------------------------------------------===//

namespace {
struct Decision {
  bool On;
  bool IsLoaded;
};
} // namespace

/// Decisions by event number. Rules are evaluated once for each event, not for
/// each site.
static Decision *Decisions;
static int NumDecisions, Capacity;
static Pool DecisionMemory;

static bool decide(const char *Name) {
  bool On = Enabled.byDefault();
  for (const Rule *R = Enabled.first(); R; R = R->Next)
    if (R->On != On && matchesGlobList(R->Globs, Name))
      On = R->On;
  return On;
}

/// Returns the mask that the rules give an event.
static CommandSet decideMask(const char *Name) {
  CommandSet Mask = Masks.byDefault() ? AllCommands : NoCommand;
  for (const Rule *R = Masks.first(); R; R = R->Next) {
    CommandSet Named = namedCommands(R->Globs, Name);
    Mask = R->On ? Mask | Named : Mask & ~Named;
  }
  return Mask;
}

/// Determines the states of new events. If out of memory, they stay off.
static void updateDecisions() {
  updateEvents();
  if (!DecisionMemory.grow(Decisions, Capacity, numEvents()))
    return;
  for (; NumDecisions != numEvents(); ++NumDecisions) {
    const char *Name = eventName(NumDecisions);
    Decisions[NumDecisions].On = decide(Name);
    if (CommandSet Mask = decideMask(Name))
      setMaskForAll(NumDecisions, Mask);
  }
}

static void markLoadedEvents() {
  for (int E = 0; E != NumDecisions; ++E)
    Decisions[E].IsLoaded = false;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.Unit || !U.EventNumbers)
      continue;
    for (uint32_t E = 0; E != U.View.Header->NumEvents; ++E)
      if (unsigned(U.EventNumbers[E]) < unsigned(NumDecisions))
        Decisions[U.EventNumbers[E]].IsLoaded = true;
  }
}

int rt::addRule(const char *Globs, bool On) {
  if (!isGlobList(Globs))
    return BadGlobs;
  updateDecisions();
  if (int Error = Enabled.add(Globs, On))
    return Error;
  HadOnRule |= On;
  markLoadedEvents();
  int Matched = 0;
  for (int E = 0; E != NumDecisions; ++E) {
    if (!matchesGlobList(Globs, eventName(E)))
      continue;
    Decisions[E].On = On;
    Matched += Decisions[E].IsLoaded;
  }
  return Matched;
}

int rt::addMaskRule(const char *Globs, bool On, ThreadRecord *Thread) {
  if (!isGlobList(Globs))
    return BadGlobs;
  updateDecisions();
  if (int Error = Thread ? 0 : Masks.add(Globs, On))
    return Error;
  markLoadedEvents();
  int Matched = 0;
  for (int E = 0; E != NumDecisions; ++E) {
    CommandSet Named = namedCommands(Globs, eventName(E));
    if (!Named)
      continue;
    CommandSet Old = Thread ? maskOfThread(E, *Thread) : maskForAll(E);
    CommandSet New = On ? Old | Named : Old & ~Named;
    if (!(Thread ? setMaskOfThread(E, *Thread, New) : setMaskForAll(E, New)))
      return NoMemory;
    Matched += Decisions[E].IsLoaded;
  }
  return Matched;
}

//===----------------------------------------------------------------------===//
// Applying the states
//===----------------------------------------------------------------------===//

uint64_t rt::CounterMask[MaskWords];
static bool EverOn;

bool rt::wasEverOn() { return EverOn; }

static bool isMasked(int32_t Counter) {
  constexpr int Bits = 64;
  return Counter >= 0 && Counter < Bits * int(MaskWords) &&
         CounterMask[Counter / Bits] >> Counter % Bits & 1;
}

static bool isDecidedOn(int Event) {
  return Event >= 0 && Event < NumDecisions && Decisions[Event].On;
}

static bool isOn(const UnitRecord &U, uint32_t Event, uint8_t Command,
                 bool IsHot) {
  bool On = U.EventNumbers && (IsHot || isDecidedOn(U.EventNumbers[Event])) &&
            !isMasked(U.View.Events[Event].Counter) &&
            !(maskForAll(U.EventNumbers[Event]) >> Command & 1);
  EverOn |= On;
  return On;
}

void rt::maskNewEvents() {
  if (Masks.first() || Masks.byDefault())
    updateDecisions();
}

PatchResult rt::applySwitches() {
  if (!haveSites() && !havePlannedSites())
    return {};
  if (!HadOnRule && !*options().autoBudget.Text)
    return {};
  updateDecisions();
  return patchSites(isOn);
}

/// Returns the index of the event in \p U, or -1.
static int64_t findInUnit(const UnitRecord &U, int Event) {
  for (uint32_t E = 0; U.EventNumbers && E != U.View.Header->NumEvents; ++E)
    if (U.EventNumbers[E] == Event)
      return E;
  return -1;
}

namespace {

/// How units use an event.
struct EventUses {
  bool HasSwitch = false; ///< Has a site that is an instruction.
  bool IsListed = false;  ///< Is listed in a unit with instructions.
  bool IsCounted = false; ///< Has a site that always counts.
  bool Unmasked = false;
};

} // namespace

static void addUnitUses(const UnitRecord &U, uint32_t Event, EventUses &Uses) {
  if (!U.HasInstructions)
    return;
  Uses.IsListed = true;
  Uses.Unmasked |= !isMasked(U.View.Events[Event].Counter);
}

static void addSiteUse(const UnitRecord &U, EventUses &Uses) {
  if (U.IsBias)
    return;
  (U.HasInstructions ? Uses.HasSwitch : Uses.IsCounted) = true;
}

static EventState stateOf(const EventUses &Uses, int Event) {
  // An event without sites has the state that sites of a later library would
  // get.
  if (!Uses.HasSwitch && (Uses.IsCounted || !Uses.IsListed))
    return EventState::Always;
  if (!Uses.Unmasked)
    return EventState::Off;
  return isDecidedOn(Event)           ? EventState::On
         : *options().autoBudget.Text ? EventState::Auto
                                      : EventState::Off;
}

EventState rt::eventState(int Event) {
  updateDecisions();
  EventUses Uses;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    int64_t E = findInUnit(U, Event);
    if (E < 0)
      continue;
    addUnitUses(U, E, Uses);
    if (hasSite(U.View, E))
      addSiteUse(U, Uses);
  }
  return stateOf(Uses, Event);
}

void rt::eventStates(EventState *States) {
  updateDecisions();
  size_t Bytes = numEvents() * sizeof(EventUses);
  auto *Uses = static_cast<EventUses *>(mapMemory(Bytes));
  for (uint32_t I = 0; Uses && I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.EventNumbers)
      continue;
    for (uint32_t E = 0; E != U.View.Header->NumEvents; ++E)
      if (U.EventNumbers[E] >= 0)
        addUnitUses(U, E, Uses[U.EventNumbers[E]]);
    for (uint32_t S = 0; S != U.View.Header->NumSites; ++S)
      if (int32_t Number = U.EventNumbers[U.View.Sites[S].Event]; Number >= 0)
        addSiteUse(U, Uses[Number]);
  }
  for (int E = 0; E != numEvents(); ++E)
    States[E] = Uses ? stateOf(Uses[E], E) : eventState(E);
  unmapMemory(Uses, Bytes);
}

//===----------------------------------------------------------------------===//
// The option
//===----------------------------------------------------------------------===//

/// Returns whether some unit has an instruction for an event whose name
/// satisfies \p Test.
template <typename Function> static bool anyEventWithSwitch(Function Test) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.HasInstructions)
      continue;
    for (uint32_t E = 0; E != U.View.Header->NumEvents; ++E)
      if (hasSite(U.View, E) && Test(U.View.eventName(E)))
        return true;
  }
  return false;
}

static void addKnown(TextBuffer &Out) {
  const char *Separator = "";
  for (int I = 0; I != numEvents(); ++I) {
    const char *Name = eventName(I);
    if (!anyEventWithSwitch([&](const char *N) { return sameText(N, Name); }))
      continue;
    Out.add(Separator).add(Name);
    Separator = ", ";
  }
}

void rt::checkEnableOption() {
  static bool Checked;
  if (Checked || !options().enable.Text[0])
    return;
  Checked = true;
  const char *Glob = options().enable.Text;
  if (!isGlobList(Glob))
    return; // Reported at start-up.
  updateEvents();
  for (;; ++Glob) {
    const char *End = endOfGlob(Glob);
    if (!anyEventWithSwitch(
            [&](const char *Name) { return matchesGlob(Glob, Name); })) {
      static char Text[256], Known[512];
      TextBuffer T(Text, sizeof(Text)), K(Known, sizeof(Known));
      for (const char *C = Glob; C != End; ++C)
        T.add(*C);
      addKnown(K);
      warn("UDPC_OPTIONS: enable: '", Text,
           "' matches no event that can be turned on; there are ",
           K.size() ? Known : "none", K.overflowed() ? "..." : "");
    }
    Glob = End;
    if (!*Glob)
      return;
  }
}
