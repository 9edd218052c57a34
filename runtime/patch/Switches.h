//===- Switches.h - Which events are on ------------------------*- C++ -*-===//
//
// Events that are counted by udpc instructions start off. What turns them on is
// a list of rules, each a list of globs and a state: the last rule that matches
// an event's name decides. Rules hold for units of libraries that are loaded
// later, too. Above them stands RT0877's mask: an event whose counter is masked
// is off.
//
// Events that are counted without instructions are always on.
//
// All functions need the StateLock, or that no other thread runs yet.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_SWITCHES_H
#define UDPC_RUNTIME_PATCH_SWITCHES_H

#include "runtime/patch/Patcher.h"

namespace udpc {
namespace rt {

/// A program that makes up globs without end must not eat up its memory.
constexpr int MaxRules = 4096;

/// Why there is no rule.
enum RuleError : int { BadGlobs = -1, TooManyRules = -2, NoMemory = -3 };

/// Adds a rule. Returns how many events of the code that is loaded now match,
/// or a RuleError: then nothing has changed. Nothing is patched.
int addRule(const char *Globs, bool On);

/// Bit N is set: counter N is masked.
constexpr unsigned MaskWords = 4;
extern uint64_t CounterMask[MaskWords];

/// Brings all sites into the state that rules and mask ask for. Called when
/// either has changed, and when sites have been registered.
PatchResult applySwitches();

enum class EventState { Off, On, Always };
/// Of the event with that number in EventNames.h.
EventState eventState(int Event);
/// The states of all events, \p States[numEvents()]. Looks at each unit once.
void eventStates(EventState *States);

/// Whether a site has ever been on.
bool wasEverOn();

/// At the end, when no more libraries can come: warns once of globs of the
/// option `enable` that match no event with instructions.
void checkEnableOption();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_SWITCHES_H
