//===- ThreadCaches.h - A thread's part of the simulation -------*- C++ -*-===//
//
// What a thread has of its own: its first-level caches, and the statistics of
// what missed. The thread alone writes them; others may read the statistics
// with the StateLock, which is held when they grow.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_THREADCACHES_H
#define UDPC_RUNTIME_CACHE_THREADCACHES_H

#include "runtime/cache/Model.h"
#include "runtime/core/System.h"
#include "runtime/core/Threads.h"
#include "runtime/logic/Prefetcher.h"

// The runtime is linked into executables only, so its thread-local storage is
// at a fixed distance from the thread pointer.
#define UDPC_LOCAL_EXEC __attribute__((tls_model("local-exec")))

namespace udpc {
namespace rt {

/// Statistics are cleared by their own thread, when it next comes by: those of
/// an older epoch count as 0. A reset begins a new one.
extern uint64_t SimulationEpoch;

struct LineCounts {
  uint64_t Counts[abi::NumCostEvents];
};

/// A T for each of a unit's operations or lines that has one.
template <typename T> class StatisticsTable {
public:
  struct Entry {
    uint64_t Epoch;
    T Value;

    bool isCurrent() const {
      return __atomic_load_n(&Epoch, __ATOMIC_RELAXED) ==
             __atomic_load_n(&SimulationEpoch, __ATOMIC_RELAXED);
    }
  };
  struct Row {
    uint32_t Size;
    Entry *Entries[];
  };

  uint32_t numRows() const { return NumRows; }
  const Row *row(uint32_t Unit) const { return Rows[Unit]; }
  uint64_t numEntries() const { return NumEntries; }

  UDPC_ALWAYS_INLINE Entry *find(uint32_t Unit, uint32_t Index) const {
    Row *R = Unit < NumRows ? Rows[Unit] : nullptr;
    return R && Index < R->Size ? R->Entries[Index] : nullptr;
  }
  /// Makes the entry if need be; null without memory, or if \p Index is not
  /// below \p Size. Needs the StateLock.
  Entry *make(Pool &Memory, uint32_t Unit, uint32_t Index, uint32_t Size);

private:
  static Entry *newEntry(Pool &Memory);

  Row **Rows;
  uint32_t NumRows;
  uint64_t NumEntries;
};

using MissTable = StatisticsTable<MissStatistics>;
using LineTable = StatisticsTable<LineCounts>;

/// Valid when zero: such a one has no caches.
struct ThreadCaches {
  FirstLevelOfCode I1;
  FirstLevelOfData D1;
  NextLines Next;
  BurstLeaders Leaders;
  MissTable Misses;
  LineTable Lines;
  /// What the tables need.
  Pool Memory;
  /// Of the caches; null once the thread has ended.
  void *Ways;
  size_t WaysBytes;
};

/// What entry points look at first.
struct alignas(64) FastState {
  /// The stack pointer of the call that is running. Calls from signal handlers
  /// that interrupt it are left out. A handler may also jump out of it: that
  /// shows when one comes from as far up the stack, or when there is no end of
  /// them. Should that be wrong, the worst that comes of it is a line too many
  /// or too few.
  uintptr_t Busy;
  ThreadCaches *Caches;
  /// The calls that were left out since it showed.
  uint64_t LeftOut;
};
/// FastState::Busy of a thread whose accesses count no more.
constexpr uintptr_t AlwaysBusy = UINTPTR_MAX;

extern LastLevel TheLastLevel;
/// All lines are as large as those that generated code knows, and there is no
/// prefetcher.
extern bool IsUsual;
/// The smallest line size; accesses count as no larger.
extern uint32_t SmallestLine;
extern bool SimulatesPrefetcher;
/// TheLastLevel is there.
extern bool HaveLastLevel;

/// For cache/Simulation.h, which says what they do.
abi::CacheRec cachesToSimulate();
void leaveCaches(ThreadRecord &T);
void forgetCaches(ThreadRecord &T);

/// Once.
void warnOfMissingMemory();
/// The record's, made if need be; null without memory. Needs the StateLock.
ThreadCaches *makeCaches(ThreadRecord &T);
/// Gives the calling thread its caches. They are FastState::Caches then, unless
/// there is no memory or nothing to simulate. Keeps vector registers.
void enterSimulation();
/// The entry for one of \p U's operations or lines. Keep vector registers.
MissTable::Entry *makeMisses(const abi::Unit &U, uint32_t Operation);
LineTable::Entry *makeLine(const abi::Unit &U, uint32_t Line);

} // namespace rt
} // namespace udpc

extern "C" {
extern __thread udpc::rt::FastState __udpc_fast_state UDPC_LOCAL_EXEC;
extern __thread uint64_t
    __udpc_data_lines[udpc::abi::DataSlots] UDPC_LOCAL_EXEC;
extern __thread uint32_t __udpc_data_ways[udpc::abi::DataSlots] UDPC_LOCAL_EXEC;
alignas(64) extern __thread uint64_t
    __udpc_data_stamps[udpc::abi::DataWays] UDPC_LOCAL_EXEC;
extern __thread uint64_t __udpc_clock UDPC_LOCAL_EXEC;
}

#endif // UDPC_RUNTIME_CACHE_THREADCACHES_H
