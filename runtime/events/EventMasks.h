//===- EventMasks.h - Events and commands that do not count -----*- C++ -*-===//
//
// A mask is a set of commands of an event, for all threads or for one. Where
// sites can be turned off, a mask for all threads does that (patch/Switches.h).
// The others go on counting, since code is the same for all threads: before
// counts are read, what masked commands have counted since is subtracted, as a
// bias (EventBias.h). So a mask costs nothing while the program runs.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVENTS_EVENTMASKS_H
#define UDPC_RUNTIME_EVENTS_EVENTMASKS_H

#include "runtime/counts/Threads.h"
#include "runtime/interfaces/EventChanges.h"
#include "runtime/options/MaskList.h"

namespace udpc {
namespace rt {

/// The mask of \p Event, a number of EventNames.h, in all threads.
CommandSet maskForAll(int Event);
/// The thread's own, which holds besides.
CommandSet maskOfThread(int Event, const ThreadRecord &T);
/// Set them. False if there is no such event or no memory; nothing has changed
/// then.
bool setMaskForAll(int Event, CommandSet Commands);
bool setMaskOfThread(int Event, ThreadRecord &T, CommandSet Commands);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVENTS_EVENTMASKS_H
