//===- CostPause.cpp - Costs that are not counted -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/CostPause.h"
#include "runtime/counts/SparseCounts.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/SimulationLink.h"

using namespace udpc;
using namespace udpc::rt;

static bool IsStopped;

bool rt::costsAreStopped() { return IsStopped; }

/// Adds the counts of \p T in \p U since \p AtAdjustment to the baseline, and
/// sets \p AtAdjustment to the current counts. With \p IsStart does only the
/// latter.
static void adjustBaseline(ThreadRecord &T, const UnitRecord &U, bool IsStart) {
  const uint64_t *Slots = slotsOf(T, U);
  if (!Slots ||
      (!T.AtAdjustment.find(U.Id) && !numCounts(Slots, nullptr, U.NumSlots)))
    return;
  // 0 for a thread or unit that did not exist when costs were stopped.
  uint64_t *AtAdjustment = makeBlock(T.AtAdjustment, T.Memory, U);
  uint64_t *Baseline = makeBlock(T.Baselines, T.Memory, U);
  if (!AtAdjustment || !Baseline)
    return;
  for (uint32_t S = 0; S != U.NumSlots; ++S) {
    uint64_t Now = readSlot(Slots, nullptr, S);
    if (!IsStart)
      Baseline[S] += Now - AtAdjustment[S];
    AtAdjustment[S] = Now;
  }
}

static void adjustBaselinesOf(ThreadRecord &T, bool IsStart) {
  if (T.HasEnded)
    return;
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Costs.Header)
      adjustBaseline(T, unit(I), IsStart);
}

static void adjustBaselines(bool IsStart) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    adjustBaselinesOf(*T, IsStart);
}

void rt::stopCosts() {
  if (IsStopped)
    return;
  collectLateCounts();
  adjustBaselines(/*IsStart=*/true);
  stopCalls();
  countMisses(false);
  IsStopped = true;
}

void rt::startCosts() {
  if (!IsStopped)
    return;
  excludeStoppedCosts();
  countMisses(true);
  IsStopped = false;
}

void rt::excludeStoppedCosts(ThreadRecord &T) {
  if (IsStopped)
    adjustBaselinesOf(T, /*IsStart=*/false);
}

void rt::excludeStoppedCosts() {
  if (!IsStopped)
    return;
  adjustBaselines(/*IsStart=*/false);
  excludeStoppedCalls();
  writeBaselinesToFile(/*EndedToo=*/false);
}
