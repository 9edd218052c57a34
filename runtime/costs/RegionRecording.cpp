//===- RegionRecording.cpp - The costs of regions -------------------------===//
//
// Whenever the innermost region of a thread changes, the thread's counts since
// the last change are added to the region that was innermost until then. So a
// change takes time in proportion to the profiled code, and counting code is
// independent of regions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/interfaces/RegionRecording.h"
#include "runtime/base/Bytes.h"
#include "runtime/costs/CostTotals.h"
#include "runtime/costs/RegionTree.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/SparseCounts.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/SimulationLink.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

namespace udpc {
namespace rt {

/// The counts of a thread when its innermost region last changed.
struct RegionThread {
  RegionStack Stack;
  SlotTable Slots;
  /// Misses of each operation (D1 and LL), and the LineCounts.
  SlotTable Operations, Lines;
  Pool Memory;

  void forgetCounts() {
    Slots = Operations = Lines = {};
    Memory.release();
  }
};

} // namespace rt
} // namespace udpc

static RegionTree *Tree;
/// Counts of slots, and of lines, by RegionTree::numberOf.
static struct { SlotTable Slots, Lines; } Costs[abi::MaxRegions];
static Pool CostMemory;

static constexpr uint32_t NumEvents = abi::NumCostEvents;

//===----------------------------------------------------------------------===//
// Adding up
//===----------------------------------------------------------------------===//

/// Adds the difference of \p Now and \p Last to \p Sum, unless that is null,
/// and sets \p Last to \p Now.
static void advance(uint64_t *Sum, uint64_t &Last, uint64_t Now) {
  // Counts decrease only if the file that holds them is damaged.
  if (Sum && Now > Last)
    *Sum += Now - Last;
  Last = Now;
}

static void addSlots(ThreadRecord &T, RegionThread &R, SlotTable *Sums) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    const uint64_t *Slots = U.Costs.Header ? slotsOf(T, U) : nullptr;
    if (!Slots)
      continue;
    const uint64_t *Baseline = baselineOf(T, U);
    uint64_t *Last = R.Slots.find(I);
    if (!Last && !numCounts(Slots, Baseline, U.NumSlots))
      continue;
    if (!Last)
      Last = makeBlock(R.Slots, R.Memory, U);
    uint64_t *Sum = Sums ? makeBlock(*Sums, CostMemory, U) : nullptr;
    if (!Last || (Sums && !Sum)) {
      warnOfMemory();
      continue;
    }
    for (uint32_t S = 0; S != U.NumSlots; ++S)
      if (uint64_t Now = readSlot(Slots, Baseline, S); Now != Last[S])
        advance(Sum ? Sum + S : nullptr, Last[S], Now);
  }
}

namespace {
struct MissAddition {
  RegionThread &R;
  SlotTable *Sums;

  void add(const MissCounts &Now);
};
} // namespace

void MissAddition::add(const MissCounts &Now) {
  const UnitRecord &U = unit(Now.Unit);
  const abi::CostHeader &H = *U.Costs.Header;
  bool IsLine = Now.Operation == abi::NoIndex;
  uint64_t *Last =
      IsLine ? makeArray(R.Lines, R.Memory, U.Id, H.NumLines * NumEvents)
             : makeArray(R.Operations, R.Memory, U.Id, H.NumOperations * 2);
  uint64_t *Sum =
      Sums ? makeArray(*Sums, CostMemory, U.Id, H.NumLines * NumEvents)
           : nullptr;
  if (!Last || (Sums && !Sum))
    return warnOfMemory();
  if (Sum)
    Sum += uint64_t(Now.Line) * NumEvents;
  if (IsLine) {
    Last += uint64_t(Now.Line) * NumEvents;
    for (unsigned E = 0; E != NumEvents; ++E)
      advance(Sum ? Sum + E : nullptr, Last[E], Now.Counts[E]);
    return;
  }
  Last += uint64_t(Now.Operation) * 2;
  bool Writes = U.Costs.Operations[Now.Operation].Kind ==
                static_cast<uint8_t>(abi::AccessKind::Store);
  unsigned D1 = Writes ? abi::EventD1mw : abi::EventD1mr;
  unsigned LL = Writes ? abi::EventDLmw : abi::EventDLmr;
  advance(Sum ? Sum + D1 : nullptr, Last[0], Now.Counts[D1]);
  advance(Sum ? Sum + LL : nullptr, Last[1], Now.Counts[LL]);
}

/// Adds the costs of \p T since the last call to \p Innermost; to no region if
/// that is null.
static void settle(ThreadRecord &T, RegionThread &R,
                   const RegionNode *Innermost) {
  excludeStoppedCosts(T);
  uint32_t Number = Innermost ? Tree->numberOf(*Innermost) : 0;
  addSlots(T, R, Innermost ? &Costs[Number].Slots : nullptr);
  MissAddition Misses{R, Innermost ? &Costs[Number].Lines : nullptr};
  visitMisses(
      T,
      [](const MissCounts &Now, void *Data) {
        static_cast<MissAddition *>(Data)->add(Now);
      },
      &Misses);
}

//===----------------------------------------------------------------------===//
// Begins and ends
//===----------------------------------------------------------------------===//

/// Calls \p Change with the thread's stack, and adds up its costs if that
/// changes the innermost region. False if out of memory.
template <typename Function>
static bool changeRegions(ThreadRecord &T, Function Change) {
  if (!Tree)
    Tree = static_cast<RegionTree *>(mapMemory(sizeof(RegionTree)));
  if (!T.Regions)
    T.Regions = static_cast<RegionThread *>(mapMemory(sizeof(RegionThread)));
  if (!Tree || !T.Regions) {
    warnOfMemory();
    return false;
  }
  RegionStack &Stack = T.Regions->Stack;
  const RegionNode *Before = Stack.top();
  Change(Stack);
  if (Stack.top() == Before)
    return true;
  // If the end of a thread may not be seen, only the thread itself may access
  // its storage.
  bool IsOutOfReach = !T.ThreadPointer;
  if (IsOutOfReach)
    T.ThreadPointer = threadPointer();
  settle(T, *T.Regions, Before);
  if (IsOutOfReach)
    T.ThreadPointer = 0;
  return true;
}

void rt::beginRegion(ThreadRecord &T, const char *Name) {
  changeRegions(T, [&](RegionStack &Stack) { Tree->begin(Stack, Name); });
}

bool rt::endRegion(ThreadRecord &T, const char *Name) {
  bool IsOpen = true;
  changeRegions(T,
                [&](RegionStack &Stack) { IsOpen = Tree->end(Stack, Name); });
  return IsOpen;
}

void rt::enterRegion(ThreadRecord &T, const char *Name, uint64_t Sp) {
  changeRegions(T, [&](RegionStack &Stack) { Tree->enter(Stack, Name, Sp); });
}

void rt::leaveRegion(ThreadRecord &T, const char *Name, uint64_t Sp) {
  changeRegions(T, [&](RegionStack &Stack) { Tree->leave(Stack, Name, Sp); });
}

void rt::updateRegions() {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Regions && !T->Regions->Stack.isEmpty() && !T->HasEnded)
      settle(*T, *T->Regions, T->Regions->Stack.top());
}

void rt::leaveRegions(ThreadRecord &T) {
  if (T.Regions && !T.Regions->Stack.isEmpty())
    settle(T, *T.Regions, T.Regions->Stack.top());
  clearOpenRegions(T);
}

void rt::clearOpenRegions(ThreadRecord &T) {
  if (!T.Regions)
    return;
  T.Regions->forgetCounts();
  unmapMemory(T.Regions, sizeof(RegionThread));
  T.Regions = nullptr;
}

void rt::resetRegions() {
  if (!Tree)
    return;
  Tree->reset();
  for (auto &Region : Costs)
    Region.Slots = Region.Lines = {};
  CostMemory.release();
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Regions)
      T->Regions->forgetCounts();
}

//===----------------------------------------------------------------------===//
// For profiles
//===----------------------------------------------------------------------===//

abi::RegionsRec rt::countRegions() {
  if (!Tree)
    return {};
  return {Tree->size(), Tree->numLimits(), Tree->numUnmatched()};
}

/// Writes the counts of a region; returns their number.
static uint64_t collectSlots(const SlotTable &Table, abi::CountRec *Out) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (const uint64_t *Slots = Table.find(I))
      N += collectCounts(unit(I).Index, Slots, nullptr, unit(I).NumSlots,
                         Out + N);
  return N;
}

static uint64_t collectLines(const SlotTable &Table, abi::LineCountRec *Out) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const uint64_t *Counts = Table.find(I);
    for (uint32_t L = 0; Counts && L != unit(I).Costs.Header->NumLines;
         ++L, Counts += NumEvents) {
      uint64_t Any = 0;
      for (unsigned E = 0; E != NumEvents; ++E)
        Any |= Counts[E];
      if (!Any)
        continue;
      Out[N].Unit = unit(I).Index;
      Out[N].Line = L;
      copyBytes(Out[N++].Counts, Counts, sizeof(Out->Counts));
    }
  }
  return N;
}

int rt::visitRegions(int (*Each)(const RegionCosts &, void *), void *Data) {
  if (!Tree)
    return 0;
  MappedArray<abi::CountRec> Slots;
  MappedArray<abi::LineCountRec> Lines;
  if (!Slots.allocate(numSlotsOfUnits()) || !Lines.allocate(numCostLines()))
    return ENOMEM;
  for (uint32_t I = 0; I != Tree->size(); ++I) {
    const RegionNode &N = (*Tree)[I];
    const auto &Of = Costs[Tree->numberOf(N)];
    RegionCosts Region = {{N.Id, N.Parent ? N.Parent->Id : 0, N.Begins, N.Ends,
                           collectSlots(Of.Slots, Slots),
                           ::collectLines(Of.Lines, Lines), N.NameSize},
                          N.Name,
                          Slots,
                          Lines};
    if (int Error = Each(Region, Data))
      return Error;
  }
  return 0;
}
