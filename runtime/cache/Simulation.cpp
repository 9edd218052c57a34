//===- Simulation.cpp - Options, results and reset of the simulation ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/cache/CpuCaches.h"
#include "runtime/cache/ThreadCaches.h"
#include "runtime/cache/model/CacheGeometry.h"
#include "runtime/entry/KeepVectors.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/system/Process.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t rt::SimulationEpoch = 1;
LastLevel rt::TheLastLevel;
bool rt::IsUsual;
uint32_t rt::SmallestLine;
bool rt::SimulatesPrefetcher;
bool rt::SimulatesMiddleLevel;
bool rt::HaveLastLevel;
bool rt::SimulatesBranches;
bool rt::IgnoresMisses;

static abi::CacheRec Caches;
/// Options that name the caches whose geometry neither the processor nor an
/// option gives.
static char Assumed[64];
static bool IsInitialised;

abi::CacheRec rt::cachesToSimulate() {
  abi::CacheRec Rec = Caches;
  if (SimulatesBranches)
    Rec.Flags |= abi::BranchesSimulated;
  return Rec;
}
static bool isInitialised() { return IsInitialised; }
static const char *assumed() { return Assumed; }

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Warns that \p Text is \p Wrong, if \p Wrong is not null. Returns whether it
/// is null.
static bool isRight(const char *Name, const option::String &Text,
                    const char *Wrong) {
  if (Wrong)
    warn("UDPC_OPTIONS: ", Name, "=", Text.Text, ": ", Wrong,
         "; the processor's is simulated");
  return !Wrong;
}

static void readGeometry(const char *Name, const option::String &Text,
                         abi::CacheGeometry &Out) {
  if (*Text.Text)
    isRight(Name, Text, parseGeometry(Text.Text, Out));
}

static void readCodeGeometry(const option::String &Text,
                             abi::CacheGeometry &Out, bool AnySets) {
  if (!*Text.Text)
    return;
  abi::CacheGeometry Given;
  const char *Wrong = parseGeometry(Text.Text, Given);
  if (isRight("I1", Text, Wrong ? Wrong : checkCodeGeometry(Given, AnySets)))
    Out = Given;
}

/// Returns the geometry of the middle level; zero if there is none.
static abi::CacheGeometry middleLevel(const CacheSet &Processor) {
  const option::String &Text = options().L2;
  abi::CacheGeometry G = {};
  if (!*Text.Text)
    return G;
  if (sameText(Text.Text, "auto")) {
    G = Processor.L2;
    if (!G.Size)
      warn("UDPC_OPTIONS: L2=auto: the processor does not tell its L2; none is "
           "simulated");
    return G;
  }
  if (const char *Wrong = parseGeometry(Text.Text, G))
    warn("UDPC_OPTIONS: L2=", Text.Text, ": ", Wrong, "; none is simulated");
  return G;
}

/// Sets the caches of \p Set whose geometry neither the processor nor an option
/// gives to common ones.
static void assumeOthers(CacheSet &Set) {
  TextBuffer Out(Assumed, sizeof(Assumed));
  auto Assume = [&](abi::CacheGeometry &G, const abi::CacheGeometry &Default,
                    const char *Text) {
    if (G.Size)
      return;
    G = Default;
    Out.add(Out.size() ? ":" : "").add(Text);
  };
  Assume(Set.I1, {32768, 8, 64}, "I1=32768,8,64");
  Assume(Set.D1, {32768, 8, 64}, "D1=32768,8,64");
  Assume(Set.LL, {8388608, 16, 64}, "LL=8388608,16,64");
}

static void init(bool AnyI1) {
  if (IsInitialised)
    return;
  IsInitialised = true;
#if defined(__x86_64__)
  initKeepVectors();
#endif
  CacheSet Set = cachesOfProcessor();
  readCodeGeometry(options().I1, Set.I1, AnyI1);
  readGeometry("D1", options().D1, Set.D1);
  readGeometry("LL", options().LL, Set.LL);
  assumeOthers(Set);
  Caches.I1 = Set.I1;
  Caches.D1 = Set.D1;
  Caches.LL = Set.LL;
  Caches.L2 = middleLevel(Set);
  Caches.Flags = abi::CachesSimulated;
  if (options().prefetcher)
    Caches.Flags |= abi::PrefetcherSimulated;
  SimulatesPrefetcher = options().prefetcher;
  SimulatesMiddleLevel = Caches.L2.Size;
  if (SimulatesMiddleLevel)
    Caches.Flags |= abi::MiddleLevelSimulated;
  SmallestLine = Set.I1.LineSize;
  if (Set.D1.LineSize < SmallestLine)
    SmallestLine = Set.D1.LineSize;
  if (Set.LL.LineSize < SmallestLine)
    SmallestLine = Set.LL.LineSize;
  constexpr uint32_t Usual = 1 << abi::RecentLineShift;
  IsUsual = Set.I1.LineSize == Usual && Set.D1.LineSize == Usual &&
            Set.LL.LineSize == Usual && !SimulatesPrefetcher &&
            !SimulatesMiddleLevel;
  void *Ways = mapLargeMemory(LastLevel::bytes(Set.LL));
  if (!Ways)
    return warnOfMissingMemory();
  TheLastLevel.init(Set.LL, Ways);
  HaveLastLevel = true;
}

static void initBranches() {
  if (SimulatesBranches)
    return;
#if defined(__x86_64__)
  initKeepVectors();
#endif
  SimulatesBranches = true;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// Calls \p F(unit, index, statistics) for all statistics of the current epoch,
/// sorted.
template <typename T, typename Function>
static void forEach(const StatisticsTable<T> &Table, Function F) {
  for (uint32_t Unit = 0; Unit != Table.numRows(); ++Unit) {
    auto *R = Table.row(Unit);
    for (uint32_t I = 0; R && I != R->Size; ++I)
      if (R->Entries[I] && R->Entries[I]->isCurrent())
        F(Unit, I, R->Entries[I]->Value);
  }
}

static uint64_t collectMisses(const ThreadRecord &T,
                              abi::OperationCountRec *Out) {
  uint64_t N = 0;
  if (T.Caches)
    forEach(T.Caches->Misses,
            [&](uint32_t Unit, uint32_t Operation, const MissStatistics &S) {
              if (!S.D1Misses)
                return;
              Out[N].Unit = Unit;
              Out[N].Operation = Operation;
              S.write(Out[N++]);
            });
  return N;
}

static uint64_t collectCounts(const ThreadRecord &T, abi::LineCountRec *Out) {
  uint64_t N = 0;
  if (T.Caches)
    forEach(T.Caches->Lines,
            [&](uint32_t Unit, uint32_t Line, const LineCounts &L) {
              uint64_t Any = 0;
              for (unsigned I = 0; I != abi::NumCostEvents; ++I)
                Any |= Out[N].Counts[I] = L.Counts[I];
              Out[N].Unit = Unit;
              Out[N].Line = Line;
              N += Any != 0;
            });
  return N;
}

static void visit(const ThreadRecord &T,
                  void (*Each)(const MissCounts &, void *), void *Data) {
  if (!T.Caches)
    return;
  forEach(T.Caches->Misses, [&](uint32_t Unit, uint32_t Operation,
                                const MissStatistics &S) {
    const abi::OperationRec &Op = rt::unit(Unit).Costs.Operations[Operation];
    bool Writes = Op.Kind == static_cast<uint8_t>(abi::AccessKind::Store);
    MissCounts Counts = {Unit, Operation, Op.Line, {}};
    Counts.Counts[Writes ? abi::EventD1mw : abi::EventD1mr] = S.D1Misses;
    Counts.Counts[Writes ? abi::EventDLmw : abi::EventDLmr] = S.LLMisses;
    Counts.Counts[Writes ? abi::EventD2mw : abi::EventD2mr] = S.L2Misses;
    Each(Counts, Data);
  });
  forEach(T.Caches->Lines,
          [&](uint32_t Unit, uint32_t Line, const LineCounts &L) {
            MissCounts Counts = {Unit, abi::NoIndex, Line, {}};
            copyBytes(Counts.Counts, L.Counts, sizeof(L.Counts));
            Each(Counts, Data);
          });
}

static void sumMisses(const ThreadRecord &T, LineCosts &Sum) {
  visit(
      T,
      [](const MissCounts &Counts, void *Data) {
        for (unsigned I = 0; I != abi::NumCostEvents; ++I)
          static_cast<LineCosts *>(Data)->Counts[I] += Counts.Counts[I];
      },
      &Sum);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static void merge(ThreadRecord &Others, ThreadRecord &T) {
  if (!T.Caches)
    return;
  if (ThreadCaches *Sum = makeCaches(Others)) {
    forEach(T.Caches->Misses,
            [&](uint32_t Unit, uint32_t Operation, const MissStatistics &S) {
              auto *E = Sum->Misses.make(Sum->Memory, Unit, Operation,
                                         T.Caches->Misses.row(Unit)->Size);
              if (!E)
                return warnOfMissingMemory();
              if (!E->isCurrent())
                clearBytes(&E->Value, sizeof(E->Value));
              E->Epoch = SimulationEpoch;
              E->Value.merge(S);
            });
    forEach(T.Caches->Lines,
            [&](uint32_t Unit, uint32_t Line, const LineCounts &L) {
              auto *E = Sum->Lines.make(Sum->Memory, Unit, Line,
                                        T.Caches->Lines.row(Unit)->Size);
              if (!E)
                return warnOfMissingMemory();
              if (!E->isCurrent())
                clearBytes(&E->Value, sizeof(E->Value));
              E->Epoch = SimulationEpoch;
              for (unsigned I = 0; I != abi::NumCostEvents; ++I)
                E->Value.Counts[I] += L.Counts[I];
            });
  } else {
    warnOfMissingMemory();
  }
  releaseCaches(T);
}

static void reset() {
  __atomic_store_n(&SimulationEpoch, SimulationEpoch + 1, __ATOMIC_RELAXED);
}

static void restart() {
  reset();
  TheLastLevel.unlockAll();
}

static void setCounting(bool Count) {
  __atomic_store_n(&IgnoresMisses, !Count, __ATOMIC_RELAXED);
}

extern "C" const SimulationFunctions __udpc_simulation = {
    init,          initBranches,  isInitialised, cachesToSimulate,
    collectMisses, collectCounts, sumMisses,     visit,
    leaveCaches,   releaseCaches, merge,         reset,
    restart,       setCounting,   findTables,    takeStaticTables,
#if defined(__x86_64__)
    __udpc_access, __udpc_fetch,  __udpc_range,
#else
    nullptr,       nullptr,       nullptr,
#endif
    assumed,
};
