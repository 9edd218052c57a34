//===- LiveCosts.cpp - Costs that a running program reads -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/LiveCosts.h"
#include "runtime/base/Bytes.h"
#include "runtime/costs/CostTotals.h"
#include "runtime/costs/SlotWeights.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/SparseCounts.h"
#include "runtime/interfaces/SimulationLink.h"

using namespace udpc;
using namespace udpc::rt;

/// Returns the weights of the slots of \p U, computed on first use; null if out
/// of memory.
static const SlotWeights *weightsOf(UnitRecord &U) {
  if (!U.Weights) {
    uint64_t N = U.Costs.numValues();
    auto *Weights =
        static_cast<SlotWeights *>(mapMemory((N + 1) * sizeof(SlotWeights)));
    if (Weights)
      computeWeights(U.Costs, Weights);
    U.Weights = Weights;
  }
  return U.Weights;
}

static void add(LineCosts &Sum, const SlotWeights *Weights, uint32_t Slot,
                uint64_t Count) {
  if (!Count)
    return;
  Sum.Counts[abi::EventIr] += Count * uint64_t(Weights[Slot].Ir);
  Sum.Counts[abi::EventDr] += Count * uint64_t(Weights[Slot].Dr);
  Sum.Counts[abi::EventDw] += Count * uint64_t(Weights[Slot].Dw);
  Sum.Counts[abi::EventBc] += Count * uint64_t(Weights[Slot].Bc);
  Sum.Counts[abi::EventBi] += Count * uint64_t(Weights[Slot].Bi);
}

/// Adds the counts of \p T in the slots of all units.
static bool addSlots(const ThreadRecord &T, LineCosts &Sum) {
  if (T.HasEnded) {
    for (uint64_t I = 0; I != T.NumEnded; ++I) {
      UnitRecord &U = unit(T.Ended[I].Unit);
      if (!U.Costs.Header)
        continue;
      const SlotWeights *Weights = weightsOf(U);
      if (!Weights)
        return false;
      add(Sum, Weights, T.Ended[I].Slot, T.Ended[I].Count);
    }
    return true;
  }
  for (uint32_t I = 0; I != numUnits(); ++I) {
    UnitRecord &U = unit(I);
    const uint64_t *Slots = U.Costs.Header ? slotsOf(T, U) : nullptr;
    if (!Slots)
      continue;
    const SlotWeights *Weights = weightsOf(U);
    if (!Weights)
      return false;
    const uint64_t *Baseline = baselineOf(T, U);
    for (uint32_t S = 0; S != U.NumSlots; ++S)
      add(Sum, Weights, S, readSlot(Slots, Baseline, S));
  }
  return true;
}

bool rt::readCosts(const ThreadRecord *Only, LineCosts &Out) {
  Out = {};
  excludeStoppedCosts();
  auto Add = [&](const ThreadRecord &T) {
    if (!addSlots(T, Out))
      return false;
    addMisses(T, Out);
    return true;
  };
  if (Only)
    return Add(*Only);
  collectLateCounts();
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    if (!Add(*T))
      return false;
  return Add(otherThreads());
}

uint32_t rt::countedEvents() {
  if (!numCostUnits())
    return 0;
  uint32_t Events = 1u << abi::EventIr | 1u << abi::EventDr |
                    1u << abi::EventDw | 1u << abi::EventBc |
                    1u << abi::EventBi;
  if (isSimulating())
    Events |= (1u << abi::EventBc) - 1;
  if (simulatedCaches().Flags & abi::MiddleLevelSimulated)
    Events |=
        1u << abi::EventI2mr | 1u << abi::EventD2mr | 1u << abi::EventD2mw;
  if (simulatesBranches())
    Events |= 1u << abi::EventBcm | 1u << abi::EventBim;
  return Events;
}
