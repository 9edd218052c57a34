//===- CostApi.cpp - The part of the public API that is about costs -------===//
//
// Implements udpc_costs_* and udpc_region_* of udpc/udpc.h. Calls of these end
// a segment (passes/profile/placement/Segments.cpp): what precedes a call is
// counted before it, and what follows it after.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/costs/LiveCalls.h"
#include "runtime/costs/LiveCosts.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/Threads.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/RegionRecording.h"
#include "runtime/output/Dump.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

/// Writes the first \p Count of \p Costs, and 0 for events beyond them. Returns
/// the set of counted events.
static int write(const LineCosts &Costs, uint64_t *Out, int Count) {
  uint32_t Counted = countedEvents();
  if (!Counted)
    return 0;
  for (int E = 0; E < Count; ++E)
    Out[E] = E < int(abi::NumCostEvents) ? Costs.Counts[E] : 0;
  return int(Counted);
}

/// Writes the costs of \p Only, or of all threads if it is null, to \p Out.
/// Returns the set of counted events.
static int read(const ThreadRecord *Only, uint64_t *Out, int Count) {
  LineCosts Costs = {};
  if (!readCosts(Only, Costs))
    return 0;
  return write(Costs, Out, Count);
}

/// Returns Valgrind's number of a client request: two letters for the tool, and
/// the request (cachegrind.h and callgrind.h).
static constexpr uint64_t requestOf(char First, char Second, uint64_t Number) {
  return uint64_t(First) << 24 | uint64_t(Second) << 16 | Number;
}
enum ClientRequest : uint64_t {
  CachegrindStart = requestOf('C', 'G', 0),
  CachegrindStop = requestOf('C', 'G', 1),
  CallgrindDump = requestOf('C', 'T', 0),
  CallgrindZero = requestOf('C', 'T', 1),
  CallgrindToggle = requestOf('C', 'T', 2),
  CallgrindDumpAt = requestOf('C', 'T', 3),
  CallgrindStart = requestOf('C', 'T', 4),
  CallgrindStop = requestOf('C', 'T', 5),
};

/// Calls \p Visit with the record of the calling thread, unless the thread has
/// ended or no code is profiled.
template <typename Function> static void visitOwnThread(Function Visit) {
  ensureStarted();
  bool WasKnown = currentThread();
  {
    StateLock Lock;
    ThreadRecord *Self =
        Lock.held() && numCostUnits() ? adoptThread() : nullptr;
    if (Self)
      Visit(*Self);
  }
  if (!WasKnown && currentThread())
    watchThread(currentThread());
}

static void warnOfEnd(const char *Name) {
  static bool HasWarned;
  if (HasWarned)
    return;
  HasWarned = true;
  warn(
      "udpc_region_end(\"", Name,
      "\"): its thread has no such region open; further ones are only counted");
}

extern "C" {
void __udpc_costs_reset();

int __udpc_costs_read(uint64_t *Out, int Count) {
  StateLock Lock;
  return Out && Lock.held() ? read(nullptr, Out, Count) : 0;
}

int __udpc_costs_read_thread(uint64_t *Out, int Count) {
  StateLock Lock;
  if (!Out || !Lock.held())
    return 0;
  if (const ThreadRecord *Self = currentThread())
    return read(Self, Out, Count);
  // The thread has counted nothing yet.
  return write(LineCosts(), Out, Count);
}

int __udpc_costs_read_calls(SymbolCalls *Out, int Count) {
  StateLock Lock;
  return Lock.held() && numCostUnits() ? readCalls(nullptr, Out, Count) : 0;
}

int __udpc_costs_read_calls_thread(SymbolCalls *Out, int Count) {
  int Number = 0;
  visitOwnThread(
      [&](ThreadRecord &Self) { Number = readCalls(&Self, Out, Count); });
  return Number;
}

void __udpc_costs_stop() {
  ensureStarted();
  StateLock Lock;
  if (Lock.held())
    stopCosts();
}

void __udpc_costs_start() {
  ensureStarted();
  StateLock Lock;
  if (Lock.held())
    startCosts();
}

void __udpc_costs_request(const uint64_t *Arguments) {
  switch (Arguments[0]) {
  case CallgrindDump:
  case CallgrindDumpAt:
    ensureStarted();
    return dumpPart();
  case CallgrindZero:
    return __udpc_costs_reset();
  case CallgrindToggle: {
    ensureStarted();
    StateLock Lock;
    if (Lock.held())
      costsAreStopped() ? startCosts() : stopCosts();
    return;
  }
  case CachegrindStart:
  case CallgrindStart:
    return __udpc_costs_start();
  case CachegrindStop:
  case CallgrindStop:
    return __udpc_costs_stop();
  }
}

void __udpc_region_begin(const char *Name) {
  if (Name)
    visitOwnThread([&](ThreadRecord &Self) { beginRegion(Self, Name); });
}

void __udpc_region_end(const char *Name) {
  if (Name)
    visitOwnThread([&](ThreadRecord &Self) {
      if (!endRegion(Self, Name))
        warnOfEnd(Name);
    });
}

void __udpc_costs_reset() {
  ensureStarted();
  StateLock Lock;
  if (Lock.held())
    resetCosts();
}
}
