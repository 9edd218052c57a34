//===- Switches.h - Switches events on and off ------------------*- C++ -*-===//
//
// Events that are counted by udpc instructions start off. A list of rules, each
// a list of globs and a state, turns them on: the last rule that matches an
// event's name decides. Rules also apply to libraries that are loaded later.
//
// RT0877's mask overrides rules: an event whose counter is masked is off. Masks
// of commands (events/EventMasks.h) also override rules, for the sites that
// have the command.
//
// Events that are counted without instructions are always on.
//
// All functions need the StateLock, or that no other thread runs yet.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SWITCHES_H
#define UDPC_RUNTIME_PATCH_SWITCHES_H

#include "runtime/counts/Threads.h"
#include "runtime/patch/Patcher.h"
#include "runtime/patch/Rules.h"

namespace udpc {
namespace rt {

/// Adds a rule. Returns the number of matching events of the loaded code, or a
/// RuleError if nothing has changed. Does not patch.
int addRule(const char *Globs, bool On);

/// Masks, or with \p On false unmasks, the commands that \p Globs name
/// (options/MaskList.h). Returns as addRule(). With \p Thread, applies to this
/// thread only, and only to events that are known.
int addMaskRule(const char *Globs, bool On, ThreadRecord *Thread = nullptr);

/// Applies the rules to the events of units that have been registered.
void maskNewEvents();

/// RT0877's mask: counter N is masked if bit N is set.
constexpr unsigned MaskWords = 4;
extern uint64_t CounterMask[MaskWords];

/// Sets all sites to the state that rules and masks request. To be called when
/// either has changed, and when sites have been registered.
PatchResult applySwitches();

/// Auto: on where the program spends its time.
enum class EventState { Off, On, Always, Auto };
/// Returns the state of the event with that number in EventNames.h.
EventState eventState(int Event);
/// Stores the states of all events in \p States[numEvents()]. Reads each unit
/// once.
void eventStates(EventState *States);

/// Returns whether a site has ever been on.
bool wasEverOn();

/// Called at the end, when no more libraries can be loaded: warns once about
/// globs of the option `enable` that match no event with instructions.
void checkEnableOption();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SWITCHES_H
