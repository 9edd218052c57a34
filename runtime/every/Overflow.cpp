//===- Overflow.cpp - Called where a thread passes an N-th occurrence -----===//
//
// Takes no lock and allocates nothing: the code that counts may hold any lock
// of the program, and may be a signal handler's. The words are set up for the
// next period before the action runs. So the event may occur during the action,
// which then is not called again, and a handler may be left by longjmp.
//
//===----------------------------------------------------------------------===//

#include "runtime/core/Process.h"
#include "runtime/core/System.h"
#include "runtime/core/Threads.h"
#include "runtime/every/Actions.h"
#include "runtime/logic/EveryPeriod.h"
#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// A frame of this file on the stack of a thread.
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

  /// What the calling thread, whose innermost frame is this one, is in the
  /// midst of.
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
  /// The number that lies at the frame's address.
  volatile uint64_t Mark;
  uintptr_t Old;
  uint64_t OldMark;
};

} // namespace

static bool isOnSignalStack() {
  stack_t Stack = {};
  rawSyscall(SYS_sigaltstack, 0, asLong(&Stack));
  return Stack.ss_flags & SS_ONSTACK;
}

// A frame that was left by longjmp, or by a siglongjmp of a handler that
// interrupted it, did not say so. It is gone if this one, of the same stack, is
// not below it, or if something else lies there now.
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

/// A number for the phase of the calling thread; 0 for a fixed one.
static uint64_t randomPhase(const EveryEvent &E) {
  if (!E.HasRandomPhase)
    return 0;
  uint64_t Seed = options().every_seed;
  if (!Seed)
    if (auto *Random = reinterpret_cast<const uint64_t *>(getauxval(AT_RANDOM)))
      Seed = *Random;
  const ThreadRecord *Self = currentThread();
  return mixed(mixed(Seed + E.Index) + (Self ? Self->Index : currentTid()));
}

/// Sets \p Words up for the next target. Returns how many multiples of the
/// period have been passed since the last time.
static uint64_t arm(const EveryEvent &E, abi::EveryWords &Words,
                    EverySettings &Settings, uint64_t &Count) {
  EveryState &State = stateOf(Words);
  for (;;) {
    uint64_t Generation;
    Settings = readSettings(E, Generation);
    EveryCount Now = readCount(Words);
    Count = Now.count();
    uint64_t Target = State.Target;
    if (State.Generation != Generation) {
      // Before the first time, nothing but what is being counted now.
      uint64_t Before = State.Generation ? Count - 1 : 0;
      Target = firstTarget(Before, E.Warmup, Settings.Period, randomPhase(E));
    }
    uint64_t Passed = numPassed(Count, Target, Settings.Period);
    Target = targetAfter(Target, Passed, Settings.Period);
    if (!setTarget(Words, Now, Target))
      continue;
    State.Target = Target;
    State.Generation = Generation;
    Words.Overflows += Passed;
    return Passed;
  }
}

static void noteMissed(EveryEvent &E, abi::EveryWords &Words, uint64_t Passed) {
  stateOf(Words).Untold += Passed;
  if (__atomic_exchange_n(&E.WarnedOfMissed, true, __ATOMIC_RELAXED))
    return;
  warn("event '", everyName(unit(E.Unit).View),
       "' has occurred during its own handler, which is not called again "
       "meanwhile");
}

void rt::overflowAt(EveryEvent &E, abi::EveryWords &Words, const void *Place,
                    const void *FramePointer) {
  Activity Here(stateOf(Words));
  Activity::Kind Interrupted = Here.interrupted();
  if (Interrupted == Activity::Arming)
    return; // What is going on there sees the occurrence.
  int Saved = errno;
  // A signal handler may have counted past the target before it could be seen.
  do {
    EverySettings Settings;
    uint64_t Count;
    Here.enter(Activity::Arming);
    uint64_t Passed = arm(E, Words, Settings, Count);
    Here.leave();
    if (!Passed)
      continue;
    if (Interrupted == Activity::Acting) {
      noteMissed(E, Words, Passed);
      continue;
    }
    Passed += stateOf(Words).Untold;
    stateOf(Words).Untold = 0;
    Here.enter(Activity::Acting);
    runAction({E, Words, Settings, Count, Passed, Place, FramePointer});
    Here.leave();
  } while (__atomic_load_n(&Words.Counter, __ATOMIC_RELAXED) > 0);
  errno = Saved;
}

UDPC_PRESERVE_MOST void rt::overflow(abi::EveryRec *Rec,
                                     abi::EveryWords *Words) {
  overflowAt(*static_cast<EveryEvent *>(Rec->Runtime), *Words,
             __builtin_return_address(0), __builtin_frame_address(0));
}
