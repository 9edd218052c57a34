//===- EventMasks.h - Events and commands that do not count -----*- C++ -*-===//
//
// A mask is a set of commands of an event, for all threads or for one. A mask
// for all threads turns off sites where that is possible (patch/Switches.h).
// Other sites continue to count, because the code is the same for all threads:
// before counts are read, the counts of masked commands are subtracted, as a
// bias (EventBias.h). So a mask costs nothing while the program runs.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTMASKS_H
#define UDPC_RUNTIME_EVENTS_EVENTMASKS_H

#include "runtime/counts/Threads.h"
#include "runtime/interfaces/EventChanges.h"
#include "runtime/options/MaskList.h"

namespace udpc {
namespace rt {

/// Returns the mask of \p Event, a number of EventNames.h, in all threads.
CommandSet maskForAll(int Event);
/// Returns the thread's own mask, which applies in addition to maskForAll().
CommandSet maskOfThread(int Event, const ThreadRecord &T);
/// Set the mask. False, with nothing changed, if there is no such event or
/// memory.
bool setMaskForAll(int Event, CommandSet Commands);
bool setMaskOfThread(int Event, ThreadRecord &T, CommandSet Commands);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTMASKS_H
