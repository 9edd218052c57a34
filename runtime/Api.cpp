//===- Api.cpp - The public API -------------------------------------------===//
//
// What the inline functions of udpc/udpc.h call.
//
//===----------------------------------------------------------------------===//

#include "runtime/Dump.h"
#include "runtime/EventNames.h"
#include "runtime/Process.h"
#include "runtime/System.h"
#include "runtime/Threads.h"
#include "sanitizer_common/sanitizer_libc.h"

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

/// Room for the values of one unit, kept from call to call.
static uint64_t *Values;
static uint64_t Capacity;

static bool growValues() {
  if (Capacity >= maxValues() && Values)
    return true;
  unmapMemory(Values, Capacity * sizeof(*Values));
  Capacity = maxValues() + 1;
  Values = static_cast<uint64_t *>(mapMemory(Capacity * sizeof(*Values)));
  if (!Values)
    Capacity = 0;
  return Values != nullptr;
}

/// Sums the slots of \p U over one thread, or over all if \p Thread is null.
static void sumSlots(const UnitRecord &U, const ThreadRecord *Thread) {
  internal_memset(Values, 0, U.NumSlots * sizeof(*Values));
  if (Thread)
    return addThread(*Thread, U, Values);
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    addThread(*T, U, Values);
  addThread(otherThreads(), U, Values);
}

static int64_t readEvent(int Event, const ThreadRecord *Thread) {
  updateEvents();
  if (Event < 0 || Event >= numEvents() || !growValues())
    return 0;
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    for (uint32_t E = 0; E != U.View.Header->NumEvents; ++E) {
      if (!U.EventNumbers || U.EventNumbers[E] != Event ||
          !hasSite(U.View, E))
        continue;
      sumSlots(U, Thread);
      computeDerived(U.View, Values);
      Sum += eventValue(U.View, E, Values);
    }
  }
  return static_cast<int64_t>(Sum);
}

extern "C" {

int __udpc_event_count() {
  StateLock Lock;
  updateEvents();
  return numEvents();
}

const char *__udpc_event_name(int Event) {
  StateLock Lock;
  updateEvents();
  return eventName(Event);
}

int __udpc_event_find(const char *Name) {
  if (!Name)
    return -1;
  StateLock Lock;
  updateEvents();
  return findEvent(Name);
}

int64_t __udpc_read(int Event) {
  StateLock Lock;
  gatherLateCounts();
  return readEvent(Event, nullptr);
}

int64_t __udpc_read_thread(int Event) {
  StateLock Lock;
  ThreadRecord *Self = currentThread();
  return Self ? readEvent(Event, Self) : 0;
}

void __udpc_reset() {
  ensureStarted();
  StateLock Lock;
  resetThreads();
}

int __udpc_dump() {
  ensureStarted();
  return dumpProfile("udpc_dump");
}
}
