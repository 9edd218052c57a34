//===- Switches.h - Which events are on ------------------------*- C++ -*-===//
//
// Events that are counted by udpc instructions start off. A list of rules, each
// a list of globs and a state, turns them on: the last rule that matches an
// event's name decides. Rules also apply to libraries that are loaded later.
// RT0877's mask overrides rules: an event whose counter is masked is off. So do
// masks of commands (events/EventMasks.h), for the sites that have the command.
//
// Events that are counted without instructions are always on.
//
// All functions need the StateLock, or that no other thread runs yet.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SWITCHES_H
#define UDPC_RUNTIME_PATCH_SWITCHES_H

#include "runtime/counts/Threads.h"
#include "runtime/patch/Patcher.h"
#include "runtime/patch/Rules.h"

namespace udpc {
namespace rt {

/// Adds a rule. Returns the number of matching events of the loaded code, or a
/// RuleError, in which case nothing has changed. Does not patch.
int addRule(const char *Globs, bool On);

/// The same for the commands that \p Globs name (options/MaskList.h): masks
/// them, or no longer. With \p Thread, in this thread only, and only events
/// that are known.
int addMaskRule(const char *Globs, bool On, ThreadRecord *Thread = nullptr);

/// Applies the rules to the events of units that have been registered.
void maskNewEvents();

/// Bit N is set: counter N is masked.
constexpr unsigned MaskWords = 4;
extern uint64_t CounterMask[MaskWords];

/// Sets all sites to the state of rules and mask. To be called when either has
/// changed, and when sites have been registered.
PatchResult applySwitches();

/// Auto: on where the program is hot.
enum class EventState { Off, On, Always, Auto };
/// The state of the event with that number in EventNames.h.
EventState eventState(int Event);
/// The states of all events, \p States[numEvents()]. Looks at each unit once.
void eventStates(EventState *States);

/// Whether a site has ever been on.
bool wasEverOn();

/// Called at the end, when no more libraries can be loaded: warns once about
/// globs of the option `enable` that match no event with instructions.
void checkEnableOption();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SWITCHES_H
