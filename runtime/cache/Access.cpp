//===- Access.cpp - Simulates the accesses of generated code --------------===//
//
// Runs while vector registers hold the program's values: this file is compiled
// to use none, and every function that it calls is either always inlined or
// preserves them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"
#include "runtime/cache/model/CacheHierarchy.h"
#include "runtime/cache/model/Ranges.h"
#include "udpc/calls.h"

using namespace udpc;
using namespace udpc::rt;

/// Prefetches \p Address. The builtin has no effect without vector registers.
static UDPC_ALWAYS_INLINE void prefetch(const void *Address) {
  asm volatile("prefetcht0 %0" : : "m"(*static_cast<const char *>(Address)));
}

/// Returns the calling thread's caches; null if out of memory.
static UDPC_ALWAYS_INLINE ThreadCaches *cachesOfThread() {
  if (__builtin_expect(!__udpc_fast_state.Caches, false))
    enterSimulation();
  return __udpc_fast_state.Caches;
}

/// Sets statistics of an older epoch to 0.
template <typename EntryT>
static UDPC_ALWAYS_INLINE EntryT *current(EntryT *E) {
  if (!E || E->isCurrent())
    return E;
  auto *Words = reinterpret_cast<uint64_t *>(&E->Value);
  for (unsigned I = 0; I != sizeof(E->Value) / sizeof(uint64_t); ++I)
    Words[I] = 0;
  __atomic_store_n(&E->Epoch, SimulationEpoch, __ATOMIC_RELEASE);
  return E;
}

static UDPC_ALWAYS_INLINE LineCounts *lineOf(ThreadCaches &T,
                                             LineTable::Entry *Found,
                                             const abi::Unit &U,
                                             uint32_t Line) {
  LineTable::Entry *E = current(Found ? Found : makeLine(T, U, Line));
  return E ? &E->Value : nullptr;
}
static UDPC_ALWAYS_INLINE LineCounts *
lineOf(ThreadCaches &T, const abi::Unit &U, uint32_t Line) {
  return lineOf(T, T.Lines.find(unitNumber(&U), Line), U, Line);
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Returns the statistics of the misses of \p Rec; null if there are none yet.
static UDPC_ALWAYS_INLINE MissTable::Entry *
findMisses(const ThreadCaches &T, const abi::AccessRec &Rec) {
  const abi::Unit *U = registeredUnit(Rec.Unit);
  return U ? T.Misses.find(unitNumber(U), Rec.Operation) : nullptr;
}
/// Returns the statistics to update; null if there are none and none can be
/// made.
static UDPC_ALWAYS_INLINE MissStatistics *
statisticsOf(MissTable::Entry *E, const abi::AccessRec &Rec) {
  if (!E)
    if (const abi::Unit *U = registeredUnit(Rec.Unit))
      E = makeMisses(*U, Rec.Operation);
  E = current(E);
  return E ? &E->Value : nullptr;
}

/// Records the details of a miss if it is one of the sampled ones.
static __attribute__((noinline)) void look(ThreadCaches &T, MissStatistics &S,
                                           uint64_t Number, uint64_t Line,
                                           const abi::AccessRec &Rec) {
  S.look(Number, Line << abi::RecentLineShift);
  if (T.Leaders.isDue())
    T.Leaders.miss(Line, unitNumber(registeredUnit(Rec.Unit)), Rec.Operation,
                   S.Followed);
}

/// Whether each level below the first had all lines of an access that missed
/// the first. An L2 that is not simulated counts as having them.
struct LevelsBelow {
  bool L2, LL;
};

/// Uses the levels below the first. The last level gets all misses of the
/// first, also those that L2 has: with and without L2, it is Cachegrind's.
static UDPC_ALWAYS_INLINE LevelsBelow useBelow(ThreadCaches &T,
                                               uint64_t Address,
                                               uint32_t Size) {
  return {!SimulatesMiddleLevel || useBytes(T.L2, Address, Size),
          useBytes(TheLastLevel, Address, Size)};
}

/// The events of misses of one kind of access.
struct MissEvents {
  abi::CostEvent L1, L2, LL;
};
constexpr MissEvents Fetches = {abi::EventI1mr, abi::EventI2mr, abi::EventILmr};
constexpr MissEvents Reads = {abi::EventD1mr, abi::EventD2mr, abi::EventDLmr};
constexpr MissEvents Writes = {abi::EventD1mw, abi::EventD2mw, abi::EventDLmw};

/// Counts a miss of the first level.
static UDPC_ALWAYS_INLINE void add(uint64_t *Counts, const MissEvents &Events,
                                   LevelsBelow Had) {
  Counts[Events.L1] += 1;
  Counts[Events.L2] += !Had.L2;
  Counts[Events.LL] += !Had.LL;
}
/// Adds a miss to the thread's totals, from which calls get inclusive costs.
static UDPC_ALWAYS_INLINE void addToTotal(const abi::AccessRec &Rec,
                                          LevelsBelow Had) {
  bool IsWrite = Rec.Kind == static_cast<uint8_t>(abi::AccessKind::Store);
  add(__udpc_calls.Costs, IsWrite ? Writes : Reads, Had);
}

/// Counts a D1 miss of \p Line, which has the usual size. \p Usual: see
/// IsUsual.
template <bool Usual>
static UDPC_ALWAYS_INLINE void countMiss(ThreadCaches &T, MissTable::Entry *E,
                                         uint64_t Line, LevelsBelow Had,
                                         const abi::AccessRec &Rec) {
  MissStatistics *S = ignoresMisses() ? nullptr : statisticsOf(E, Rec);
  if (!S)
    return;
  S->LLMisses += !Had.LL;
  if (!Usual && SimulatesMiddleLevel)
    S->countBelow(Line, Had.L2, Had.LL);
  addToTotal(Rec, Had);
  uint64_t Number = S->count(Line);
  bool IsTooEarly = T.Leaders.isTooEarly();
  if (!(IsTooEarly & S->isTooEarly(Number)))
    look(T, *S, Number, Line, Rec);
}

/// Simulates an access in the general case: any access size, any line size,
/// optionally with the prefetcher model.
static __attribute__((noinline)) void access(ThreadCaches &T, uint64_t Address,
                                             const abi::AccessRec &Rec) {
  uint32_t Size = Rec.Size < SmallestLine ? Rec.Size : SmallestLine;
  // Prefetches as in __udpc_simulate_access.
  TheLastLevel.prefetch(Address >> TheLastLevel.lineShift());
  if (SimulatesMiddleLevel)
    T.L2.prefetch(Address >> T.L2.lineShift());
  MissTable::Entry *E = findMisses(T, Rec);
  prefetch(E);
  uint64_t Missed = firstMissed(T.D1, Address, Size);
  if (!Missed)
    return;
  LevelsBelow Had = useBelow(T, Address, Size);
  uint64_t LineAddress = Missed << T.D1.lineShift();
  if (!SimulatesPrefetcher)
    return countMiss</*Usual=*/false>(T, E, LineAddress >> abi::RecentLineShift,
                                      Had, Rec);
  // The prefetcher model learns from all misses, also from those without
  // statistics.
  bool IsNext = T.Next.miss(LineAddress, uint32_t(1) << T.D1.lineShift());
  MissStatistics *S = ignoresMisses() ? nullptr : statisticsOf(E, Rec);
  if (!S)
    return;
  addToTotal(Rec, Had);
  if (SimulatesMiddleLevel)
    S->countBelow(LineAddress >> abi::RecentLineShift, Had.L2, Had.LL);
  if (!Had.LL) {
    ++S->LLMisses;
    S->Prefetched += IsNext || strideForetells(*S, LineAddress);
  }
  // The prefetcher model needs the last stride.
  S->add(LineAddress, /*All=*/true);
  if (!T.Leaders.isTooEarly() && T.Leaders.isDue())
    T.Leaders.miss(LineAddress >> abi::RecentLineShift,
                   unitNumber(registeredUnit(Rec.Unit)), Rec.Operation,
                   S->Followed);
}

extern "C" __attribute__((used)) void
__udpc_simulate_access(uintptr_t Base, const abi::AccessRec *Rec) {
  ThreadCaches *T = cachesOfThread();
  if (!T)
    return;
  constexpr unsigned Shift = abi::RecentLineShift;
  // Most members of a group access the same line as the previous one.
  uint64_t Before = 0;
  for (;; ++Rec) {
    uint64_t Address = Base + static_cast<uint64_t>(int64_t(Rec->Displacement));
    uint64_t Line = Address >> Shift;
    bool IsOneLine = (Address + Rec->Size - 1) >> Shift == Line;
    if (__builtin_expect(IsUsual & IsOneLine, true)) {
      if (Line != Before || !FirstLevelOfData::RepetitionIsIdle) {
        // Most lines that get here miss, and memory accesses to the last level
        // and the statistics dominate. So both are prefetched while D1 is
        // searched.
        auto *Set = TheLastLevel.prefetch(Line);
        MissTable::Entry *E = findMisses(*T, *Rec);
        prefetch(E);
        if (!T->D1.use(Line))
          countMiss</*Usual=*/true>(*T, E, Line,
                                    {true, TheLastLevel.use(Line, Set)}, *Rec);
        Before = Line;
      }
    } else {
      access(*T, Address, *Rec);
      Before = 0;
    }
    if (Rec->IsLast)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Fetches the line at \p Address. Returns whether I1 had it.
static UDPC_ALWAYS_INLINE bool fetchLine(CodeCache &C, uint64_t Address,
                                         uint64_t *Stamp) {
  constexpr uint32_t Shift = abi::RecentLineShift;
  return C.lineShift() == Shift ? C.use(Address >> Shift, Stamp)
                                : useBytes(C, Address, 1 << Shift);
}
template <typename CacheT>
static UDPC_ALWAYS_INLINE bool fetchLine(CacheT &C, uint64_t Address,
                                         uint64_t *) {
  return useBytes(C, Address, 1 << abi::RecentLineShift);
}

extern "C" __attribute__((used)) void
__udpc_simulate_fetch(uint64_t *Stamp, const abi::FetchRec *Rec) {
  ThreadCaches *T = cachesOfThread();
  if (!T)
    return;
  // Generated code relies on the stamp.
  T->Tables->Clock += abi::ClockStep;
  // Code has no simulated address before its unit is registered: the line is
  // fetched at its next execution.
  const abi::Unit *U = registeredUnit(Rec->Unit);
  if (__builtin_expect(!U, false))
    return;
  uint64_t Address = (unit(unitNumber(U)).FirstCodeLine + Rec->CodeLine)
                     << abi::RecentLineShift;
  uint32_t Size = uint32_t(1) << abi::RecentLineShift;
  TheLastLevel.prefetch((Address | CodeSpace) >> TheLastLevel.lineShift());
  LineTable::Entry *E = T->Lines.find(unitNumber(U), Rec->Line);
  prefetch(E);
  if (fetchLine(T->I1, Address, Stamp))
    return;
  LevelsBelow Had = useBelow(*T, Address | CodeSpace, Size);
  LineCounts *Line = ignoresMisses() ? nullptr : lineOf(*T, E, *U, Rec->Line);
  if (!Line)
    return;
  add(Line->Counts, Fetches, Had);
  add(__udpc_calls.Costs, Fetches, Had);
}

//===----------------------------------------------------------------------===//
// Library functions
//===----------------------------------------------------------------------===//

namespace {

/// Simulates the accesses of a library function. \p Usual: see IsUsual.
template <bool Usual> struct RangeTarget {
  ThreadCaches &T;
  LineCounts &Counts;

  UDPC_ALWAYS_INLINE void access(uint64_t Address, bool IsWrite) {
    if (T.D1.use(Address >> lineShift()))
      return;
    LevelsBelow Had = {true, true};
    if (!Usual && SimulatesMiddleLevel)
      Had.L2 = T.L2.use(Address >> T.L2.lineShift());
    Had.LL = TheLastLevel.use(Address >>
                              (Usual ? lineShift() : TheLastLevel.lineShift()));
    add(Counts.Counts, IsWrite ? Writes : Reads, Had);
    if (!Usual && SimulatesPrefetcher)
      T.Next.miss(Address & ~uint64_t(lineSize() - 1), lineSize());
  }
  UDPC_ALWAYS_INLINE void count(References R) {
    // The return of the function is one more read.
    Counts.Counts[abi::EventDr] += R.Reads + 1;
    Counts.Counts[abi::EventDw] += R.Writes;
  }
  UDPC_ALWAYS_INLINE uint32_t lineShift() const {
    return Usual ? abi::RecentLineShift : T.D1.lineShift();
  }
  UDPC_ALWAYS_INLINE uint32_t lineSize() const {
    return uint32_t(1) << lineShift();
  }
};

} // namespace

static __attribute__((noinline)) void
simulateUnusual(RangeTarget<false> Target, abi::RangeKind Kind, uintptr_t First,
                uintptr_t Second, uintptr_t Third) {
  accessRange(Target, Kind, First, Second, Third);
}

extern "C" __attribute__((used)) void
__udpc_simulate_range(uintptr_t First, uintptr_t Second, uintptr_t Third,
                      const abi::RangeRec *Rec) {
  ThreadCaches *T = cachesOfThread();
  const abi::Unit *U = T ? registeredUnit(Rec->Unit) : nullptr;
  LineCounts *Line =
      U && !ignoresMisses() ? lineOf(*T, *U, Rec->Line) : nullptr;
  if (!Line)
    return;
  auto Kind = static_cast<abi::RangeKind>(Rec->Kind);
  if (__builtin_expect(!IsUsual, false))
    return simulateUnusual({*T, *Line}, Kind, First, Second, Third);
  RangeTarget<true> Target = {*T, *Line};
  accessRange(Target, Kind, First, Second, Third);
}
#endif
