//===- EveryEvents.h - Events with an action on each N-th -------*- C++ -*-===//
//
// An event with `every` has a unit of its own in each module. The runtime makes
// all units of one event use the same words (abi::EveryWords) in each thread,
// so that an N-th occurrence is one wherever the event occurs. Executables have
// these words in their own thread-local storage; only if an executable has
// units with different settings for one event are there several.
//
// Settings change while threads count. They read them without a lock, and see
// new ones after LongestStep occurrences at the latest.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_EVERYEVENTS_H
#define UDPC_RUNTIME_CORE_EVERYEVENTS_H

#include "runtime/core/Units.h"
#include "udpc/udpc.h"

namespace udpc {
namespace rt {

struct EverySettings {
  uint64_t Period;      ///< 0: no action.
  uint32_t Action;      ///< abi::EveryAction.
  udpc_handler Handler; ///< With action Handler; may be null.
  void *Argument;
};

struct EveryEvent {
  EveryEvent *Next;
  uint32_t Unit;  ///< UnitRecord::Id.
  uint32_t Index; ///< Among all, from 0.
  uint64_t Warmup;
  abi::EveryAction SpecAction;
  bool HasRandomPhase;
  bool WarnedOfMissed;
  /// With action CountByStack: those for which there was no room.
  uint64_t OtherStacks;
  /// Odd while Settings change; not 0.
  uint64_t Generation;
  EverySettings Settings;
};

/// The runtime's words of abi::EveryWords.
struct EveryState {
  /// The next occurrence in the thread on which the action runs.
  uint64_t Target;
  /// The settings that Target was computed with; 0 before the first.
  uint64_t Generation;
  /// Where the thread is in the runtime for this event: the address of the
  /// frame, and a number that lies there. 0: it is not.
  uintptr_t Frame;
  uint64_t FrameMark;
  /// How many multiples of the period were passed during the action, since it
  /// was called last.
  uint64_t Untold;
};
static_assert(sizeof(EveryState) == sizeof(abi::EveryWords::Runtime), "fits");
inline EveryState &stateOf(abi::EveryWords &Words) {
  return reinterpret_cast<EveryState &>(Words.Runtime);
}

/// The name of the event in the table of such a unit.
inline const char *everyName(const TableView &View) {
  return View.eventName(View.Sites[0].Event);
}

/// Connects \p U, which is registered as \p R, with its event. False without
/// memory. Needs the StateLock.
bool bindEvery(abi::Unit &U, UnitRecord &R);
/// In no order. Needs the StateLock.
EveryEvent *firstEveryEvent();
/// The settings of \p E, and their generation. Needs no lock.
EverySettings readSettings(const EveryEvent &E, uint64_t &Generation);
/// Sets them. Needs the StateLock.
void changeSettings(EveryEvent &E, const EverySettings &New);
/// The calling thread's words; null if it has none yet. Needs the StateLock.
abi::EveryWords *ownWords(const EveryEvent &E);

/// Registers the executable's units of this kind, so that those of libraries,
/// whose constructors run before the executable's, use their words. Needs the
/// StateLock.
void registerOwnEvery();

/// abi::Unit::Count of such units.
void countEvery(abi::Unit *U, uint32_t Slot, uint64_t Amount);
/// abi::EveryRec::Overflow of registered units. every/Overflow.cpp.
UDPC_PRESERVE_MOST void overflow(abi::EveryRec *Rec, abi::EveryWords *Words);
/// The same for code at \p Place, called with its frame pointer.
void overflowAt(EveryEvent &E, abi::EveryWords &Words, const void *Place,
                const void *FramePointer);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_EVERYEVENTS_H
