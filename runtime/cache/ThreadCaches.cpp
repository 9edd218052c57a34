//===- ThreadCaches.cpp - Per-thread state of the simulation --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cache/ThreadCaches.h"
#include "runtime/base/Bytes.h"
#include "runtime/entry/KeepVectors.h"
#include "runtime/interfaces/Hooks.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

static bool WarnedOfMemory;

void rt::warnOfMissingMemory() {
  if (!WarnedOfMemory)
    warn("out of memory; some cache misses are not counted");
  WarnedOfMemory = true;
}

/// Allocates an entry. It is aligned to the processor's cache lines, so that
/// the most frequently updated members, which come first, are on one line.
template <typename T>
typename StatisticsTable<T>::Entry *StatisticsTable<T>::newEntry(Pool &Memory) {
  constexpr size_t LineSize = 64;
  auto Address = reinterpret_cast<uintptr_t>(
      Memory.allocate(sizeof(Entry) + LineSize - 8));
  return Address ? reinterpret_cast<Entry *>((Address + LineSize - 8) &
                                             ~(LineSize - 1))
                 : nullptr;
}

template <typename T>
typename StatisticsTable<T>::Entry *
StatisticsTable<T>::make(Pool &Memory, uint32_t Unit, uint32_t Index,
                         uint32_t Size) {
  if (Index >= Size)
    return nullptr;
  if (Unit >= NumRows) {
    uint32_t NewSize = NumRows ? NumRows : 16;
    while (NewSize <= Unit)
      NewSize *= 2;
    auto **NewRows = Memory.allocateArray<Row *>(NewSize);
    if (!NewRows)
      return nullptr;
    for (uint32_t I = 0; I != NumRows; ++I)
      NewRows[I] = Rows[I];
    Rows = NewRows;
    NumRows = NewSize;
  }
  if (!Rows[Unit]) {
    auto *R = static_cast<Row *>(
        Memory.allocate(sizeof(Row) + Size * sizeof(Entry *)));
    if (!R)
      return nullptr;
    R->Size = Size;
    Rows[Unit] = R;
  }
  // A reloaded library keeps its unit's number, and its table.
  if (Index >= Rows[Unit]->Size)
    return nullptr;
  Entry *&E = Rows[Unit]->Entries[Index];
  if (!E)
    E = newEntry(Memory);
  return E;
}

template class rt::StatisticsTable<MissStatistics>;
template class rt::StatisticsTable<LineCounts>;

ThreadCaches *rt::makeCaches(ThreadRecord &T) {
  if (!T.Caches)
    T.Caches = static_cast<ThreadCaches *>(mapMemory(sizeof(ThreadCaches)));
  return T.Caches;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Returns the tables in static thread-local storage. Defined in programs with
/// objects that have or refer to such tables (Storage.cpp).
extern "C" __attribute__((weak)) abi::SimulationTables *__udpc_static_tables();

static bool haveStaticTables() { return &__udpc_static_tables; }

/// Returns the predictor's tables; defined in programs with objects that update
/// them.
extern "C" __attribute__((weak)) abi::BranchTables *__udpc_static_branches();
static_assert(sizeof(ConditionalPredictor) == sizeof(abi::BranchTables),
              "generated code updates the model's tables");

void rt::takeStaticTables(ThreadRecord &Self) {
  if (haveStaticTables())
    Self.Tables = __udpc_static_tables();
}

abi::SimulationTables *rt::findTables(ThreadRecord &T) {
  if (!T.Tables && !haveStaticTables())
    T.Tables = static_cast<abi::SimulationTables *>(
        mapMemory(sizeof(abi::SimulationTables)));
  return T.Tables;
}

static void releaseTables(ThreadRecord &T) {
  if (!haveStaticTables())
    unmapMemory(T.Tables, sizeof(abi::SimulationTables));
  T.Tables = nullptr;
}

void rt::releaseCaches(ThreadRecord &T) {
  releaseTables(T);
  if (!T.Caches)
    return;
  unmapMemory(T.Caches->Branches, sizeof(ThreadBranches));
  T.Caches->Memory.release();
  unmapMemory(T.Caches->Ways, T.Caches->WaysBytes);
  unmapMemory(T.Caches, sizeof(ThreadCaches));
  T.Caches = nullptr;
}

//===----------------------------------------------------------------------===//
// The calling thread: entry points exist only on x86-64
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)

/// The only thread that has entered the simulation so far.
static const ThreadRecord *OnlyThread;

/// Returns whether generated code can handle the cache's lines: only lines of
/// this size. With other sizes it calls the runtime for each access.
static bool isShared(const abi::CacheGeometry &G) {
  return G.LineSize == 1 << abi::RecentLineShift;
}
template <uint32_t IndexSize>
static void init(IndexedCache<IndexSize> &C, const abi::CacheGeometry &G,
                 void *Zeroed, abi::SimulationTables &T) {
  LineIndex Shared = {T.Lines, T.Ways, T.Stamps, &T.Clock};
  bool HaveWays = IndexedCache<IndexSize>::numWays(G) <= abi::DataWays;
  C.init(G, Zeroed, isShared(G) && HaveWays ? &Shared : nullptr);
}
static void init(CodeCache &C, const abi::CacheGeometry &G, void *Zeroed,
                 abi::SimulationTables &T) {
  C.init(G, Zeroed, isShared(G) ? &T.Clock : nullptr);
}
/// Other cache classes leave the index empty, so that generated code always
/// calls.
template <typename CacheT>
static void init(CacheT &C, const abi::CacheGeometry &G, void *Zeroed,
                 abi::SimulationTables &) {
  C.init(G, Zeroed);
}

static void clearStamps(const CodeCache &C) {
  if (isShared(cachesToSimulate().I1))
    C.clearStamps();
}
template <typename CacheT> static void clearStamps(const CacheT &) {}

static bool makeWays(ThreadCaches &C) {
  abi::CacheRec Caches = cachesToSimulate();
  size_t D1Bytes = FirstLevelOfData::bytes(Caches.D1);
  size_t L1Bytes = D1Bytes + FirstLevelOfCode::bytes(Caches.I1);
  C.WaysBytes = L1Bytes;
  if (SimulatesMiddleLevel)
    C.WaysBytes += MiddleLevel::bytes(Caches.L2);
  C.Ways = mapMemory(C.WaysBytes);
  if (!C.Ways)
    return false;
  init(C.D1, Caches.D1, C.Ways, *C.Tables);
  init(C.I1, Caches.I1, static_cast<char *>(C.Ways) + D1Bytes, *C.Tables);
  if (SimulatesMiddleLevel)
    C.L2.init(Caches.L2, static_cast<char *>(C.Ways) + L1Bytes);
  return true;
}

void rt::leaveCaches(ThreadRecord &T) {
  clearBytes(&__udpc_fast_state, sizeof(__udpc_fast_state));
  __udpc_fast_state.Busy = AlwaysBusy;
  takeStaticTables(T);
  if (T.Caches && T.Caches->Ways) {
    clearStamps(T.Caches->I1);
    unmapMemory(T.Caches->Ways, T.Caches->WaysBytes);
    T.Caches->Ways = nullptr;
    T.Caches->WaysBytes = 0;
  }
  if (T.Caches) {
    unmapMemory(T.Caches->Branches, sizeof(ThreadBranches));
    T.Caches->Branches = nullptr;
  }
  // Empty tables, so that later accesses of this thread still call, and return
  // at once.
  if (haveStaticTables()) {
    clearBytes(T.Tables->Lines, sizeof(T.Tables->Lines));
    clearBytes(T.Tables->Stamps, sizeof(T.Tables->Stamps));
  }
  releaseTables(T);
}

static void enter(void *) {
  int Saved = errno;
  bool WasKnown = currentThread();
  bool HasOthers = false;
  {
    BoundedStateLock Lock;
    if (!Lock.held() || !HaveLastLevel)
      return;
    ThreadRecord *T = adoptThread();
    if (T)
      takeStaticTables(*T);
    ThreadCaches *C = T && findTables(*T) ? makeCaches(*T) : nullptr;
    if (C) {
      C->Tables = T->Tables;
      // Another thread may have created this thread's chunks.
      setTablesOf(*T);
    }
    if (!C || (!C->Ways && !makeWays(*C))) {
      warnOfMissingMemory();
      // Do not retry at each access.
      __udpc_fast_state.Busy = AlwaysBusy;
      errno = Saved;
      return;
    }
    HasOthers = OnlyThread && OnlyThread != T;
    OnlyThread = T;
    __udpc_fast_state.Caches = C;
  }
  // share() waits, so it is called without the lock.
  if (HasOthers)
    TheLastLevel.share();
  if (!WasKnown)
    watchThread(currentThread());
  errno = Saved;
}

void rt::enterSimulation() {
  if (HaveLastLevel)
    __udpc_keep_vectors(enter, nullptr);
}

namespace {

template <typename EntryT> struct Request {
  const abi::Unit &Unit;
  uint32_t Index;
  EntryT *Result;
};

} // namespace

static const abi::CostHeader *headerOf(const abi::Unit &U) {
  return reinterpret_cast<const abi::CostHeader *>(U.Costs);
}

MissTable::Entry *rt::makeMisses(const abi::Unit &U, uint32_t Operation) {
  Request<MissTable::Entry> R = {U, Operation, nullptr};
  auto Make = [](void *P) {
    auto &R = *static_cast<Request<MissTable::Entry> *>(P);
    BoundedStateLock Lock;
    ThreadCaches &C = *__udpc_fast_state.Caches;
    if (!Lock.held() || !R.Unit.Costs)
      return;
    R.Result = C.Misses.make(C.Memory, unitNumber(&R.Unit), R.Index,
                             headerOf(R.Unit)->NumOperations);
    if (!R.Result)
      warnOfMissingMemory();
  };
  __udpc_keep_vectors(Make, &R);
  return R.Result;
}

LineTable::Entry *rt::makeLine(ThreadCaches &C, const abi::Unit &U,
                               uint32_t Line) {
  struct LineRequest : Request<LineTable::Entry> {
    ThreadCaches &Caches;
  } R = {{U, Line, nullptr}, C};
  auto Make = [](void *P) {
    auto &R = *static_cast<LineRequest *>(P);
    BoundedStateLock Lock;
    if (!Lock.held() || !R.Unit.Costs)
      return;
    R.Result = R.Caches.Lines.make(R.Caches.Memory, unitNumber(&R.Unit),
                                   R.Index, headerOf(R.Unit)->NumLines);
    if (!R.Result)
      warnOfMissingMemory();
  };
  __udpc_keep_vectors(Make, &R);
  return R.Result;
}

static void makeBranches(void *) {
  int Saved = errno;
  bool WasKnown = currentThread();
  {
    BoundedStateLock Lock;
    if (!Lock.held() || !SimulatesBranches)
      return;
    ThreadRecord *T = adoptThread();
    ThreadCaches *C = T ? makeCaches(*T) : nullptr;
    if (C && !C->Branches)
      C->Branches =
          static_cast<ThreadBranches *>(mapMemory(sizeof(ThreadBranches)));
    if (!C || !C->Branches) {
      warnOfMissingMemory();
      __udpc_fast_state.Busy = AlwaysBusy;
      errno = Saved;
      return;
    }
    C->Branches->Statistics = C;
    C->Branches->Conditional =
        &__udpc_static_branches
            ? reinterpret_cast<ConditionalPredictor *>(__udpc_static_branches())
            : &C->Branches->Own;
    __udpc_fast_state.Branches = C->Branches;
  }
  if (!WasKnown)
    watchThread(currentThread());
  errno = Saved;
}

void rt::enterBranches() {
  if (SimulatesBranches)
    __udpc_keep_vectors(makeBranches, nullptr);
}

#else

void rt::leaveCaches(ThreadRecord &) {}

#endif
