//===- CostPause.cpp - Costs that are not counted -------------------------===//

#include "runtime/core/CostPause.h"
#include "runtime/core/Simulation.h"
#include "runtime/core/ThreadState.h"
#include "runtime/logic/SparseCounts.h"

using namespace udpc;
using namespace udpc::rt;

static bool IsStopped;

bool rt::costsAreStopped() { return IsStopped; }

/// Adds to the baseline what \p T has counted in \p U since \p Settled, and
/// sets that to now. With \p IsStart only the latter.
static void settle(ThreadRecord &T, const UnitRecord &U, bool IsStart) {
  const uint64_t *Slots = slotsOf(T, U);
  if (!Slots ||
      (!T.Settled.find(U.Id) && !numCounts(Slots, nullptr, U.NumSlots)))
    return;
  // Of a thread or unit that was not there when costs were stopped: 0.
  uint64_t *Settled = makeBlock(T.Settled, T.Memory, U);
  uint64_t *Baseline = makeBlock(T.Baselines, T.Memory, U);
  if (!Settled || !Baseline)
    return;
  for (uint32_t S = 0; S != U.NumSlots; ++S) {
    uint64_t Now = readSlot(Slots, nullptr, S);
    if (!IsStart)
      Baseline[S] += Now - Settled[S];
    Settled[S] = Now;
  }
}

static void settleThread(ThreadRecord &T, bool IsStart) {
  if (T.HasEnded)
    return;
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Costs.Header)
      settle(T, unit(I), IsStart);
}

static void settleThreads(bool IsStart) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    settleThread(*T, IsStart);
}

void rt::stopCosts() {
  if (IsStopped)
    return;
  collectLateCounts();
  settleThreads(/*IsStart=*/true);
  countMisses(false);
  IsStopped = true;
}

void rt::startCosts() {
  if (!IsStopped)
    return;
  settleCosts();
  countMisses(true);
  IsStopped = false;
}

void rt::settleCosts(ThreadRecord &T) {
  if (IsStopped)
    settleThread(T, /*IsStart=*/false);
}

void rt::settleCosts() {
  if (!IsStopped)
    return;
  settleThreads(/*IsStart=*/false);
  writeBaselinesToFile(/*EndedToo=*/false);
}
