//===- EventValues.cpp - Current counts of events -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/events/EventValues.h"
#include "runtime/base/Bytes.h"
#include "runtime/events/EventNames.h"
#include "udpc/values.h"

using namespace udpc;
using namespace udpc::rt;

/// Buffer for the values of one unit, reused by later calls.
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
  clearBytes(Values, U.NumSlots * sizeof(*Values));
  if (Thread)
    return addThread(*Thread, U, Values);
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    addThread(*T, U, Values);
  addThread(otherThreads(), U, Values);
}

int64_t rt::readEvent(int Event, const ThreadRecord *Thread) {
  updateEvents();
  if (Event < 0 || Event >= numEvents() || !growValues())
    return 0;
  int64_t Sum = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    for (uint32_t E = 0; E != U.View.Header->NumEvents; ++E) {
      if (!U.EventNumbers || U.EventNumbers[E] != Event || !hasSite(U.View, E))
        continue;
      sumSlots(U, Thread);
      computeDerived(U.View, Values);
      Sum = values::limitedAdd(Sum, eventValue(U.View, E, Values));
    }
  }
  return Sum;
}

bool rt::readEvents(int64_t *Counts, const ThreadRecord *Thread) {
  clearBytes(Counts, numEvents() * sizeof(*Counts));
  if (!growValues())
    return false;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.EventNumbers || !U.View.Header->NumSites)
      continue;
    sumSlots(U, Thread);
    computeDerived(U.View, Values);
    addEventValues(U.View, Values, U.EventNumbers, Counts);
  }
  return true;
}

bool rt::readCommands(const ThreadRecord &T, int64_t *Counts) {
  clearBytes(Counts, 2 * numEvents() * sizeof(*Counts));
  if (!growValues())
    return false;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.EventNumbers || !U.View.Header->NumSites || U.IsBias)
      continue;
    sumSlots(U, &T);
    computeDerived(U.View, Values);
    addCommandValues(U.View, Values, U.EventNumbers, Counts);
  }
  return true;
}
