//===- Settings.cpp - Implements udpc_on_overflow -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/EveryEvents.h"
#include "runtime/counts/EveryPeriod.h"
#include "runtime/events/EventNames.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" int __udpc_on_overflow(int Event, uint64_t Period,
                                  udpc_handler Handler, void *Argument) {
  ensureStarted();
  StateLock Lock;
  if (!Lock.held() || Period >= NeverReached)
    return -1;
  updateEvents();
  bool Known = false;
  for (EveryEvent *E = firstEveryEvent(); E; E = E->Next) {
    if (Event < 0 || eventNumber(*E) != Event)
      continue;
    Known = true;
    abi::EveryAction Action =
        Handler ? abi::EveryAction::Handler : E->SpecAction;
    changeSettings(*E,
                   {Period, static_cast<uint32_t>(Action), Handler, Argument});
    // Other threads see the settings after at most LongestStep occurrences.
    recheckSoon(*E);
  }
  return Known ? 0 : -1;
}
