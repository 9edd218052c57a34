//===- EveryEvents.h - Events with an action on each N-th -------*- C++ -*-===//
//
// An event with `every` has a unit of its own in each module. The runtime makes
// all units of one event use the same words (abi::EveryWords) in each thread,
// so that occurrences are counted together wherever the event occurs.
// Executables have these words in their own thread-local storage; there are
// several sets of words only if an executable has units with different settings
// for one event. Sites that are counted apart also have pairs in units of their
// own (counts/EveryShares.h).
//
// Settings change while threads count. Threads read them without a lock, and
// see new ones after at most LongestStep occurrences.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_EVERYEVENTS_H
#define UDPC_RUNTIME_COUNTS_EVERYEVENTS_H

#include "runtime/counts/EveryShares.h"
#include "runtime/counts/Units.h"
#include "udpc/udpc.h"

namespace udpc {
namespace rt {

struct EverySettings {
  uint64_t Period;      ///< 0: no action.
  uint32_t Action;      ///< abi::EveryAction.
  udpc_handler Handler; ///< With action Handler; may be null.
  void *Argument;
};

/// A unit with sites of an event that are counted apart.
struct EverySites {
  EverySites *Next;
  uint32_t Unit; ///< UnitRecord::Id.
};

struct EveryEvent {
  EveryEvent *Next;
  uint32_t Unit;  ///< UnitRecord::Id.
  uint32_t Event; ///< Index into the events of that unit's table.
  uint32_t Index; ///< Index among all events, from 0.
  /// Units with sites that are counted apart. Grows while threads read the
  /// list.
  EverySites *Sites;
  bool SitesApart;
  uint8_t Flags; ///< abi::EveryFlags.
  uint64_t SpecPeriod;
  uint64_t Warmup;
  abi::EveryAction SpecAction;
  bool HasRandomPhase;
  bool WarnedOfMissed, WarnedOfRule;
  /// With action CountByStack: number of stacks for which there was no room.
  uint64_t OtherStacks;
  /// Odd while Settings change; not 0.
  uint64_t Generation;
  EverySettings Settings;
};

enum ShareState : uint64_t {
  /// All sites have to be examined. Also the initial state.
  SharesUnknown = 0,
  SharesKnown,
  SharesChanging, ///< If it stays, the thread has left the runtime by longjmp.
  SharesMissed, ///< Like SharesUnknown: a signal handler has counted during the
                ///< change.
};

/// The runtime's words of abi::EveryWords.
struct EveryState {
  /// The next occurrence in the thread on which the action runs.
  uint64_t Target;
  /// The settings that Target was computed with; 0 before the first.
  uint64_t Generation;
  /// If the thread is in the runtime for this event: the address of the frame,
  /// and a number that is stored there. Otherwise Frame is 0.
  uintptr_t Frame;
  uint64_t FrameMark;
  /// How many multiples of the period have passed during the action since its
  /// last call.
  uint64_t UnreportedPassed;
  /// Shares of sites that are counted apart.
  EveryShares Shares;
  uint64_t State; ///< ShareState.
};
static_assert(sizeof(EveryState) <= sizeof(abi::EveryWords::Runtime), "fits");
inline EveryState &stateOf(abi::EveryWords &Words) {
  return reinterpret_cast<EveryState &>(Words.Runtime);
}

/// Returns the name of the event.
inline const char *everyName(const EveryEvent &E) {
  const TableView &View = unit(E.Unit).View;
  return E.Event < View.Header->NumEvents ? View.eventName(E.Event) : "";
}

/// Connects \p U, which is registered as \p R, with its event. False if out of
/// memory. Needs the StateLock.
bool bindEvery(abi::Unit &U, UnitRecord &R);
/// Connects a unit with sites that are counted apart with its event, which is
/// registered. False if out of memory. Needs the StateLock.
bool bindSites(abi::Unit &U, UnitRecord &R);
/// Returns the first event with the same name as that of \p Rec, which belongs
/// to a unit with the table \p View; null if there is none. Prefers one with
/// the same rule. Needs the StateLock.
EveryEvent *findEvery(const TableView &View, const abi::EveryRec &Rec);
/// Returns whether \p Rec, of the same event, can count in the words of \p E.
bool countAlike(const EveryEvent &E, const abi::EveryRec &Rec);
/// Warns, once for each event, if the rule of \p Rec differs from that of \p E.
/// \p IsShared: the rule of \p E applies to both.
void warnOfRule(EveryEvent &E, const TableView &View, const abi::EveryRec &Rec,
                bool IsShared);
/// Returns the list of events, in no particular order. Needs the StateLock.
EveryEvent *firstEveryEvent();
/// Returns the settings of \p E and their generation. Needs no lock.
EverySettings readSettings(const EveryEvent &E, uint64_t &Generation);
/// Replaces the settings of \p E. Needs the StateLock.
void changeSettings(EveryEvent &E, const EverySettings &New);
/// Returns the calling thread's words; null if it has none yet. Needs no lock.
abi::EveryWords *ownWords(const EveryEvent &E);
/// Calls \p Use with each unit's pairs of sites that are counted apart, in the
/// calling thread. Needs no lock.
template <typename Function>
void forEachOwnSites(const EveryEvent &E, Function Use);
/// Makes the runtime see the calling thread's next occurrence. Needs the
/// StateLock.
void recheckSoon(const EveryEvent &E);

/// Registers the executable's units of events with `every`, so that units of
/// libraries, whose constructors run before the executable's, use their words.
/// Needs the StateLock.
void registerOwnEvery();

/// abi::Unit::Count of units of events with `every`, and of units with sites
/// that are counted apart.
void countEvery(abi::Unit *U, uint32_t Slot, uint64_t Amount);
void countEverySite(abi::Unit *U, uint32_t Slot, uint64_t Amount);
/// abi::EveryRec::Overflow of registered units (every/Overflow.cpp).
UDPC_PRESERVE_MOST void overflow(abi::EveryRec *Rec, abi::EveryPair *Pair);
UDPC_PRESERVE_MOST void overflowOfSite(abi::EveryRec *Rec,
                                       abi::EveryPair *Pair);
/// State of code at a site that continues at Place: its stack pointer, and its
/// frame pointer.
struct SiteFrame {
  const void *Place;
  uint64_t StackPointer, FramePointer;
};
/// Returns the state of the caller of the function whose
/// __builtin_frame_address is \p Frame and which returns to \p Place.
SiteFrame callingCode(const void *Place, const void *Frame);

/// Handles an overflow like overflow(), for \p Code. \p Pair is that of \p
/// Words or of a site.
void overflowAt(EveryEvent &E, abi::EveryWords &Words, abi::EveryPair &Pair,
                const SiteFrame &Code);

/// Returns the slots of \p U in the calling thread; null if it has none. Needs
/// no lock.
uint64_t *ownSlots(const UnitRecord &U);

template <typename Function>
void forEachOwnSites(const EveryEvent &E, Function Use) {
  for (const EverySites *S = __atomic_load_n(&E.Sites, __ATOMIC_ACQUIRE); S;
       S = S->Next) {
    const UnitRecord &U = unit(S->Unit);
    uint64_t *Slots = ownSlots(U);
    if (Slots)
      Use(SitePairs{reinterpret_cast<abi::EveryPair *>(Slots),
                    Slots + U.NumSlots, U.NumSlots / abi::SlotsOfPair});
  }
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_EVERYEVENTS_H
