//===- Switches.cpp - Which events are on ---------------------------------===//

#include "runtime/patch/Switches.h"
#include "runtime/core/EventNames.h"
#include "runtime/core/Process.h"
#include "runtime/core/System.h"
#include "runtime/logic/Bytes.h"
#include "runtime/logic/Glob.h"
#include "runtime/logic/Text.h"

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {
struct Rule {
  Rule *Next;
  bool On;
  const char *Globs;
};
} // namespace

static Rule *First, *Last;
static int NumRules;
static Pool RuleMemory;
/// The state of the last rule "*".
static bool Default;
/// A rule has turned events on; before that there is nothing to patch.
static bool HadOnRule;

/// Removes the rule with these globs from the list: a later rule with the same
/// globs overrides it. So a program that repeatedly turns an event on and off
/// has a bounded list.
static Rule *takeRule(const char *Globs) {
  Rule *Previous = nullptr;
  for (Rule *R = First; R; Previous = R, R = R->Next) {
    if (!sameText(R->Globs, Globs))
      continue;
    (Previous ? Previous->Next : First) = R->Next;
    if (Last == R)
      Last = Previous;
    --NumRules;
    return R;
  }
  return nullptr;
}

static Rule *newRule(const char *Globs) {
  size_t Size = lengthOf(Globs) + 1;
  auto *R = RuleMemory.allocateArray<Rule>(1);
  auto *Copy = RuleMemory.allocateArray<char>(Size);
  if (!R || !Copy)
    return nullptr;
  copyBytes(Copy, Globs, Size);
  R->Globs = Copy;
  return R;
}

/// 0 or a RuleError.
static int appendRule(const char *Globs, bool On) {
  if (sameText(Globs, "*")) {
    First = Last = nullptr;
    NumRules = 0;
    RuleMemory.release();
    Default = On;
    return 0;
  }
  Rule *R = takeRule(Globs);
  if (!R && NumRules == MaxRules)
    return TooManyRules;
  if (!R)
    R = newRule(Globs);
  if (!R)
    return NoMemory;
  R->On = On;
  R->Next = nullptr;
  (Last ? Last->Next : First) = R;
  Last = R;
  ++NumRules;
  return 0;
}

//===----------------------------------------------------------------------===//
// States of events
//===----------------------------------------------------------------------===//

namespace {
struct Decision {
  bool On;
  bool IsLoaded;
};
} // namespace

/// By event number. Rules are evaluated once for each event, not for each site.
static Decision *Decisions;
static int NumDecisions, Capacity;
static Pool DecisionMemory;

static bool decide(const char *Name) {
  bool On = Default;
  for (const Rule *R = First; R; R = R->Next)
    if (R->On != On && matchesGlobList(R->Globs, Name))
      On = R->On;
  return On;
}

/// Determines the states of new events. Without memory they stay off.
static void updateDecisions() {
  updateEvents();
  if (numEvents() > Capacity) {
    int Larger = Capacity ? Capacity : 64;
    while (Larger < numEvents())
      Larger *= 2;
    auto *Moved = DecisionMemory.allocateArray<Decision>(Larger);
    if (!Moved)
      return;
    for (int I = 0; I != NumDecisions; ++I)
      Moved[I] = Decisions[I];
    Decisions = Moved;
    Capacity = Larger;
  }
  for (; NumDecisions != numEvents(); ++NumDecisions)
    Decisions[NumDecisions].On = decide(eventName(NumDecisions));
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
  if (int Error = appendRule(Globs, On))
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

static bool isOn(const UnitRecord &U, uint32_t Event) {
  bool On = U.EventNumbers && isDecidedOn(U.EventNumbers[Event]) &&
            !isMasked(U.View.Events[Event].Counter);
  EverOn |= On;
  return On;
}

PatchResult rt::applySwitches() {
  if (!haveSites())
    return {};
  if (!HadOnRule)
    return {};
  updateDecisions();
  return patchSites(isOn);
}

/// The event's number in \p U, or -1.
static int64_t findInUnit(const UnitRecord &U, int Event) {
  for (uint32_t E = 0; U.EventNumbers && E != U.View.Header->NumEvents; ++E)
    if (U.EventNumbers[E] == Event)
      return E;
  return -1;
}

namespace {

/// What units have of an event.
struct EventUses {
  bool HasSwitch = false; ///< A site that is an instruction.
  bool IsListed = false;  ///< In a unit with instructions.
  bool IsCounted = false; ///< A site that counts always.
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
  (U.HasInstructions ? Uses.HasSwitch : Uses.IsCounted) = true;
}

static EventState stateOf(const EventUses &Uses, int Event) {
  // An event without sites has the state that sites of a library would get.
  if (!Uses.HasSwitch && (Uses.IsCounted || !Uses.IsListed))
    return EventState::Always;
  return isDecidedOn(Event) && Uses.Unmasked ? EventState::On : EventState::Off;
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

/// Whether some unit has an instruction for an event that satisfies \p Test.
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
