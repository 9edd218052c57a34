//===- Api.cpp - The public API -------------------------------------------===//
//
// Implements the functions that the inline functions of udpc/udpc.h call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/counts/Threads.h"
#include "runtime/events/EventBias.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/log/Snapshot.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/Switches.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

/// Calls \p Use with the record of the calling thread, holding the lock.
/// Returns its result, or -1 if there is no record.
template <typename Function> static int withThread(Function Use) {
  bool WasKnown = currentThread();
  int Result = -1;
  {
    StateLock Lock;
    if (!Lock.held())
      return -1;
    if (ThreadRecord *Self = adoptThread())
      Result = Use(*Self);
  }
  if (!WasKnown && currentThread())
    watchThread(currentThread());
  return Result;
}

extern "C" {

int __udpc_event_count() {
  StateLock Lock;
  if (!Lock.held())
    return 0;
  updateEvents();
  return numEvents();
}

const char *__udpc_event_name(int Event) {
  StateLock Lock;
  if (!Lock.held())
    return nullptr;
  updateEvents();
  return eventName(Event);
}

int __udpc_event_find(const char *Name) {
  if (!Name)
    return -1;
  StateLock Lock;
  if (!Lock.held())
    return -1;
  updateEvents();
  return findEvent(Name);
}

int64_t __udpc_read(int Event) {
  StateLock Lock;
  if (!Lock.held())
    return 0;
  collectLateCounts();
  subtractMasked();
  return readEvent(Event, nullptr);
}

int64_t __udpc_read_thread(int Event) {
  StateLock Lock;
  ThreadRecord *Self = currentThread();
  if (!Self || !Lock.held())
    return 0;
  subtractMasked(*Self);
  return readEvent(Event, Self);
}

int __udpc_write(int Event, int64_t Value) {
  ensureStarted();
  StateLock Lock;
  return Lock.held() && writeEvent(Event, nullptr, Value) ? 0 : -1;
}

int __udpc_write_thread(int Event, int64_t Value) {
  ensureStarted();
  return withThread([&](ThreadRecord &Self) {
    return writeEvent(Event, &Self, Value) ? 0 : -1;
  });
}

void __udpc_reset() {
  ensureStarted();
  StateLock Lock;
  if (Lock.held())
    resetCounts();
}

int __udpc_dump() {
  ensureStarted();
  return dumpProfile("udpc_dump");
}

int __udpc_snapshot() {
  ensureStarted();
  return isPrivileged() ? EPERM : takeSnapshot(log::Trigger::Call);
}

static int switchEvents(const char *Globs, bool On) {
  if (!Globs)
    return -1;
  ensureStarted();
  StateLock Lock;
  if (!Lock.held())
    return -1;
  int Matched = addRule(Globs, On);
  if (Matched < 0)
    return -1;
  applySwitches();
  return Matched;
}

int __udpc_enable(const char *Globs) { return switchEvents(Globs, true); }
int __udpc_disable(const char *Globs) { return switchEvents(Globs, false); }

int __udpc_is_enabled(int Event) {
  StateLock Lock;
  if (!Lock.held())
    return 0;
  updateEvents();
  return eventName(Event) && eventState(Event) != EventState::Off &&
         maskForAll(Event) != AllCommands;
}

int __udpc_mask(int Event, int Commands) {
  if (Commands < 0 || Commands > AllCommands)
    return -1;
  ensureStarted();
  StateLock Lock;
  if (!Lock.held())
    return -1;
  CommandSet Old = maskForAll(Event);
  if (!setMaskForAll(Event, CommandSet(Commands)))
    return -1;
  applySwitches();
  return Old;
}

int __udpc_mask_thread(int Event, int Commands) {
  if (Commands < 0 || Commands > AllCommands)
    return -1;
  ensureStarted();
  return withThread([&](ThreadRecord &Self) -> int {
    CommandSet Old = maskOfThread(Event, Self);
    return setMaskOfThread(Event, Self, CommandSet(Commands)) ? Old : -1;
  });
}

int __udpc_masked(int Event) {
  StateLock Lock;
  if (!Lock.held())
    return 0;
  return maskForAll(Event);
}

int __udpc_masked_thread(int Event) {
  StateLock Lock;
  if (!Lock.held())
    return 0;
  const ThreadRecord *Self = currentThread();
  return maskForAll(Event) | (Self ? maskOfThread(Event, *Self) : NoCommand);
}

int __udpc_set_mask(const uint64_t *Mask) {
  if (!Mask)
    return -1;
  ensureStarted();
  StateLock Lock;
  if (!Lock.held())
    return -1;
  for (unsigned I = 0; I != MaskWords; ++I)
    CounterMask[I] = Mask[I];
  applySwitches();
  return 0;
}

void __udpc_get_mask(uint64_t *Mask) {
  if (!Mask)
    return;
  StateLock Lock;
  for (unsigned I = 0; I != MaskWords; ++I)
    Mask[I] = CounterMask[I];
}
}
