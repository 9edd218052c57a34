//===- ThreadCounts.cpp - Reading, adding and resetting threads' counts ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/SparseCounts.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/EventChanges.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/interfaces/RegionRecording.h"
#include "runtime/interfaces/SimulationLink.h"
#include "udpc/values.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t rt::collectThread(const ThreadRecord &T, abi::CountRec *Out) {
  if (T.HasEnded) {
    copyBytes(Out, T.Ended, T.NumEnded * sizeof(*Out));
    return T.NumEnded;
  }
  uint64_t N = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (const uint64_t *Slots = slotsOf(T, U))
      N += collectCounts(I, Slots, baselineOf(T, U), U.NumSlots, Out + N);
  }
  return N;
}

/// Adds a thread's count. Slots of marks and of instructions that decrement may
/// be negative.
static void addLimited(uint64_t &Sum, uint64_t Count) {
  Sum = values::addSlots(Sum, Count, /*IsSigned=*/true);
}

/// Returns the index of the first of an ended thread's sorted counts whose unit
/// is not below \p Unit.
static uint64_t firstCountOf(const ThreadRecord &T, uint32_t Unit) {
  return partitionPoint(T.NumEnded,
                        [&](uint64_t I) { return T.Ended[I].Unit < Unit; });
}

void rt::addThread(const ThreadRecord &T, const UnitRecord &U, uint64_t *Sums) {
  if (T.HasEnded) {
    for (uint64_t I = firstCountOf(T, U.Id);
         I != T.NumEnded && T.Ended[I].Unit == U.Id; ++I)
      addLimited(Sums[T.Ended[I].Slot], T.Ended[I].Count);
    return;
  }
  const uint64_t *Baseline = baselineOf(T, U);
  if (const uint64_t *Slots = slotsOf(T, U))
    for (uint32_t I = 0; I != U.NumSlots; ++I)
      addLimited(Sums[I], readSlot(Slots, Baseline, I));
}

uint64_t rt::numCountsOf(const ThreadRecord &T) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (const uint64_t *Slots = slotsOf(T, U))
      N += numCounts(Slots, baselineOf(T, U), U.NumSlots);
  }
  return N;
}

void rt::addToOthers(const abi::CountRec *Counts, uint64_t N) {
  ThreadRecord &Others = otherThreads();
  for (uint64_t I = 0; I != N; ++I) {
    uint64_t *Block =
        makeBlock(Others.Blocks, Others.Memory, unit(Counts[I].Unit));
    if (Block)
      addLimited(Block[Counts[I].Slot], Counts[I].Count);
  }
}

void rt::addSlotsToOthers(const ThreadRecord &T) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    const uint64_t *Slots = slotsOf(T, U);
    for (uint32_t S = 0; Slots && S != U.NumSlots; ++S) {
      abi::CountRec Rec = {I, S, readSlot(Slots, baselineOf(T, U), S)};
      if (Rec.Count)
        addToOthers(&Rec, 1);
    }
  }
}

bool rt::addToSlotOf(ThreadRecord &T, const UnitRecord &U, uint32_t Slot,
                     int64_t Amount) {
  addUnitsToFile();
  if (T.HasEnded) {
    if (!addToEnded(T, U.Id, Slot, Amount))
      return false;
    writeEndedToFile(T);
    return true;
  }
  uint64_t *Slots = &T == &otherThreads() ? makeBlock(T.Blocks, T.Memory, U)
                                          : makeSlots(T, U);
  if (!Slots)
    return false;
  // The baseline stays: readers subtract it.
  __atomic_store_n(Slots + Slot, Slots[Slot] + uint64_t(Amount),
                   __ATOMIC_RELAXED);
  if (&T == &otherThreads())
    writeOthersToFile(T);
  return true;
}

static int64_t readSlotOf(const ThreadRecord &T, const UnitRecord &U,
                          uint32_t Slot) {
  if (T.HasEnded) {
    uint64_t I = firstCountOf(T, U.Id);
    while (I != T.NumEnded && T.Ended[I].Unit == U.Id && T.Ended[I].Slot < Slot)
      ++I;
    return I != T.NumEnded && T.Ended[I].Unit == U.Id && T.Ended[I].Slot == Slot
               ? T.Ended[I].Count
               : 0;
  }
  const uint64_t *Slots = slotsOf(T, U);
  return Slots ? readSlot(Slots, baselineOf(T, U), Slot) : 0;
}

int64_t rt::readSlotOfThreads(const UnitRecord &U, uint32_t Slot) {
  int64_t Sum = readSlotOf(otherThreads(), U, Slot);
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    Sum = values::limitedAdd(Sum, readSlotOf(*T, U, Slot));
  return Sum;
}

uint32_t rt::NumResets;

/// Resets the counts of \p T in \p U by its baseline.
static void resetUnit(ThreadRecord &T, const UnitRecord &U) {
  const uint64_t *Slots = slotsOf(T, U);
  if (!Slots)
    return;
  uint64_t *Baseline = T.Baselines.find(U.Id);
  if (!Baseline && !numCounts(Slots, nullptr, U.NumSlots))
    return;
  Baseline = makeBlock(T.Baselines, T.Memory, U);
  if (!Baseline)
    return;
  for (uint32_t S = 0; S != U.NumSlots; ++S)
    Baseline[S] = readSlot(Slots, nullptr, S);
}

void rt::resetCosts() {
  resetSimulation();
  resetCalls();
  resetRegions();
  collectLateCounts();
  excludeStoppedCosts();
  for (ThreadRecord *T = firstThread(); T; T = T->Next) {
    if (T->HasEnded) {
      discardEndedCosts(*T);
      continue;
    }
    for (uint32_t I = 0; I != numUnits(); ++I)
      if (unit(I).Costs.Header)
        resetUnit(*T, unit(I));
  }
  ThreadRecord &Others = otherThreads();
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (uint64_t *Block =
            unit(I).Costs.Header ? Others.Blocks.find(I) : nullptr)
      clearBytes(Block, unit(I).NumSlots * sizeof(*Block));
  writeOthersToFile(Others);
  writeBaselinesToFile(/*EndedToo=*/false);
}

void rt::resetThreads() {
  addPerfCounts();
  ++NumResets;
  resetSimulation();
  resetCalls();
  resetRegions();
  collectLateCounts();
  excludeStoppedCosts();
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    for (uint32_t I = 0; I != numUnits(); ++I)
      resetUnit(*T, unit(I));
  // Resets all counts in the file at once.
  writeBaselinesToFile(/*EndedToo=*/true);
  discardEndedThreads();
  restartMasks();
}
