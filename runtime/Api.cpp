//===- Api.cpp - The public API -------------------------------------------===//
//
// Implements the functions that the inline functions of udpc/udpc.h call.
//
//===----------------------------------------------------------------------===//

#include "runtime/core/EventNames.h"
#include "runtime/core/EventValues.h"
#include "runtime/core/Process.h"
#include "runtime/core/System.h"
#include "runtime/core/Threads.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/Switches.h"

using namespace udpc;
using namespace udpc::rt;

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
  return readEvent(Event, nullptr);
}

int64_t __udpc_read_thread(int Event) {
  StateLock Lock;
  ThreadRecord *Self = currentThread();
  return Self && Lock.held() ? readEvent(Event, Self) : 0;
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
  return eventName(Event) && eventState(Event) != EventState::Off;
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
