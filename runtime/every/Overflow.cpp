//===- Overflow.cpp - Handles N-th occurrences ----------------------------===//
//
// Takes no lock and allocates nothing: the code that counts may hold any lock
// of the program, and may be a signal handler. The words are set up for the
// next period before the action runs. So the event may occur during the action,
// which is then not called again, and a handler may be left by longjmp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/counts/EveryPeriod.h"
#include "runtime/counts/Threads.h"
#include "runtime/every/Actions.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <sys/auxv.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// A frame of this file on a thread's stack.
class Activity {
public:
  enum Kind : uintptr_t {
    None = 0,
    Arming = 1, ///< Setting up the words.
    Acting = 2, ///< Running the action.
  };

  explicit Activity(EveryState &State)
      : State(State), Mark(State.FrameMark + 1), Old(State.Frame),
        OldMark(State.FrameMark) {}

  /// Returns what the calling thread, whose innermost frame is this one, was
  /// doing in the frame below.
  Kind interrupted() const;
  void enter(Kind K) {
    State.FrameMark = Mark;
    State.Frame = address() | K;
  }
  void leave() {
    State.FrameMark = OldMark;
    State.Frame = Old;
  }

private:
  uintptr_t address() const { return reinterpret_cast<uintptr_t>(&Mark); }

  EveryState &State;
  /// A number stored at the frame's address.
  volatile uint64_t Mark;
  uintptr_t Old;
  uint64_t OldMark;
};

} // namespace

// A frame that was left by longjmp, or by a siglongjmp of a handler that
// interrupted it, has not called leave(). It is gone if this one, on the same
// stack, is not below it, or if its address holds another number now.
Activity::Kind Activity::interrupted() const {
  constexpr uintptr_t Kinds = Arming | Acting;
  uintptr_t Frame = Old & ~Kinds;
  if (!Frame)
    return None;
  bool IsGone = Frame > address()
                    ? *reinterpret_cast<volatile uint64_t *>(Frame) != OldMark
                    : !isOnSignalStack();
  return IsGone ? None : static_cast<Kind>(Old & Kinds);
}

/// Returns a pseudo-random number for the calling thread's phase; 0 for a fixed
/// phase.
static uint64_t randomPhase(const EveryEvent &E) {
  if (!E.HasRandomPhase)
    return 0;
  auto *Random = reinterpret_cast<const uint64_t *>(getauxval(AT_RANDOM));
  uint64_t Seed = Random ? *Random : 0;
  const ThreadRecord *Self = currentThread();
  return mixed(mixed(Seed + E.Index) + (Self ? Self->Index : currentTid()));
}

namespace {

/// The effect of an occurrence.
struct Passing {
  EverySettings Settings;
  uint64_t Generation;
  uint64_t Count;  ///< Count of the event in the thread.
  uint64_t Passed; ///< Multiples of the period passed since the last time.
  uint64_t Target; ///< The next target.
};

} // namespace

/// Computes Passed and Target from the count and the settings.
static void findTarget(const EveryEvent &E, const EveryState &State,
                       Passing &P) {
  P.Target = State.Target;
  if (State.Generation != P.Generation) {
    // Before the first time, only the current occurrence has been counted.
    uint64_t Before = State.Generation ? P.Count - 1 : 0;
    P.Target = firstTarget(Before, E.Warmup, P.Settings.Period, randomPhase(E));
  }
  P.Passed = numPassed(P.Count, P.Target, P.Settings.Period);
  P.Target = targetAfter(P.Target, P.Passed, P.Settings.Period);
}

static void store(abi::EveryWords &Words, const Passing &P) {
  EveryState &State = stateOf(Words);
  State.Target = P.Target;
  State.Generation = P.Generation;
  Words.Overflows += P.Passed;
}

/// Sets \p Words up for the next target.
static Passing arm(const EveryEvent &E, abi::EveryWords &Words) {
  for (;;) {
    Passing P;
    P.Settings = readSettings(E, P.Generation);
    EveryCount Now = readCount(Words.Pair);
    P.Count = Now.count();
    findTarget(E, stateOf(Words), P);
    if (!setTarget(Words.Pair, Now, P.Target))
      continue;
    store(Words, P);
    return P;
  }
}

/// Sets the state from SharesChanging to \p To, unless an occurrence in a
/// signal handler has changed it meanwhile.
static bool endChange(EveryState &State, ShareState To) {
  uint64_t Changing = SharesChanging;
  return __atomic_compare_exchange_n(&State.State, &Changing, To,
                                     /*weak=*/false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED);
}

/// Sets up the words like arm(), for sites that are counted apart. The site of
/// \p Pair has used up its share.
static Passing armSites(const EveryEvent &E, abi::EveryWords &Words,
                        abi::EveryPair &Pair) {
  EveryState &State = stateOf(Words);
  for (;;) {
    Passing P = {};
    P.Settings = readSettings(E, P.Generation);
    uint64_t Old =
        __atomic_exchange_n(&State.State, SharesChanging, __ATOMIC_RELAXED);
    if (Old == SharesKnown && State.Generation == P.Generation &&
        extendShare(State.Shares, Pair, State.Target)) {
      if (endChange(State, SharesKnown))
        return P;
      continue;
    }
    SiteTotals Totals;
    forEachOwnSites(E, [&](const SitePairs &Sites) { Totals.add(Sites); });
    P.Count = Totals.Count;
    findTarget(E, State, P);
    Sharing Shares(Totals, P.Target, P.Passed != 0);
    forEachOwnSites(E, [&](const SitePairs &Sites) { Shares.share(Sites); });
    if (!Shares.finish(State.Shares)) {
      __atomic_store_n(&State.State, SharesUnknown, __ATOMIC_RELAXED);
      continue;
    }
    store(Words, P);
    // If multiples were passed, the caller has to run the action first.
    if (endChange(State, SharesKnown) || P.Passed)
      return P;
  }
}

static bool isOver(const EveryEvent &E, abi::EveryWords &Words,
                   const abi::EveryPair &Pair) {
  if (E.SitesApart &&
      __atomic_load_n(&stateOf(Words).State, __ATOMIC_RELAXED) == SharesMissed)
    return true;
  return __atomic_load_n(&Pair.Counter, __ATOMIC_RELAXED) > 0;
}

static void noteMissed(EveryEvent &E, abi::EveryWords &Words, uint64_t Passed) {
  stateOf(Words).UnreportedPassed += Passed;
  if (__atomic_exchange_n(&E.WarnedOfMissed, true, __ATOMIC_RELAXED))
    return;
  warn("event '", everyName(E),
       "' has occurred during its own handler, which is not called again "
       "meanwhile");
}

void rt::overflowAt(EveryEvent &E, abi::EveryWords &Words, abi::EveryPair &Pair,
                    const SiteFrame &Code) {
  Activity Here(stateOf(Words));
  Activity::Kind Interrupted = Here.interrupted();
  if (Interrupted == Activity::Arming) {
    // The interrupted frame will see the occurrence.
    __atomic_store_n(&stateOf(Words).State, SharesMissed, __ATOMIC_RELAXED);
    return;
  }
  int Saved = errno;
  // A signal handler may have counted past the target before the words were set
  // up.
  do {
    Here.enter(Activity::Arming);
    Passing P = E.SitesApart ? armSites(E, Words, Pair) : arm(E, Words);
    Here.leave();
    if (!P.Passed)
      continue;
    if (Interrupted == Activity::Acting) {
      noteMissed(E, Words, P.Passed);
      continue;
    }
    P.Passed += stateOf(Words).UnreportedPassed;
    stateOf(Words).UnreportedPassed = 0;
    Here.enter(Activity::Acting);
    runAction({E, Words, P.Settings, P.Count, P.Passed, Code});
    Here.leave();
  } while (isOver(E, Words, Pair));
  errno = Saved;
}

static EveryEvent &eventOf(const abi::EveryRec &Rec) {
  return *static_cast<EveryEvent *>(Rec.Runtime);
}

UDPC_PRESERVE_MOST void rt::overflow(abi::EveryRec *Rec, abi::EveryPair *Pair) {
  overflowAt(
      eventOf(*Rec), *reinterpret_cast<abi::EveryWords *>(Pair), *Pair,
      callingCode(__builtin_return_address(0), __builtin_frame_address(0)));
}

UDPC_PRESERVE_MOST void rt::overflowOfSite(abi::EveryRec *Rec,
                                           abi::EveryPair *Pair) {
  EveryEvent &E = eventOf(*Rec);
  abi::EveryWords *Words = ownWords(E);
  // The thread's first occurrence in a library maps the words.
  if (!Words)
    Words = reinterpret_cast<abi::EveryWords *>(findSlots(Rec->EventUnit));
  if (Words)
    overflowAt(
        E, *Words, *Pair,
        callingCode(__builtin_return_address(0), __builtin_frame_address(0)));
}
