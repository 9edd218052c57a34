//===- ThreadCaches.h - Per-thread state of the simulation ------*- C++ -*-===//
//
// The first-level caches and predictors of a thread and the statistics of its
// misses. Only the thread itself writes them; other threads may read the
// statistics with the StateLock, which is held when they grow.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_THREADCACHES_H
#define UDPC_RUNTIME_CACHE_THREADCACHES_H

#include "runtime/cache/Model.h"
#include "runtime/cache/model/Prefetcher.h"
#include "runtime/counts/Threads.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Number of resets so far, plus 1. Statistics of an older epoch count as 0,
/// and their own thread clears them at its next miss.
extern uint64_t SimulationEpoch;

struct LineCounts {
  uint64_t Counts[abi::NumCostEvents];
};

/// Sparse table with a T for each operation or line of a unit that has misses.
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

  UDPC_ALWAYS_INLINE Entry *find(uint32_t Unit, uint32_t Index) const {
    Row *R = Unit < NumRows ? Rows[Unit] : nullptr;
    return R && Index < R->Size ? R->Entries[Index] : nullptr;
  }
  /// Returns the entry, creating it if necessary; null if out of memory, or if
  /// \p Index is not below \p Size. Needs the StateLock.
  Entry *make(Pool &Memory, uint32_t Unit, uint32_t Index, uint32_t Size);

private:
  static Entry *newEntry(Pool &Memory);

  Row **Rows;
  uint32_t NumRows;
};

using MissTable = StatisticsTable<MissStatistics>;
using LineTable = StatisticsTable<LineCounts>;

struct ThreadCaches;

/// Cache entry for the statistics of a branch's mispredictions.
struct CountedBranch {
  const abi::OutcomeRec *Branch;
  LineTable::Entry *Line;
};

/// The predictors of a thread.
struct ThreadBranches {
  ThreadCaches *Statistics;
  /// The static tables of generated code, or Own.
  ConditionalPredictor *Conditional;
  /// Indexed by the address of the record (CacheEntryPoints.cpp).
  CountedBranch Counted[64];
  IndirectPredictor Indirect;
  ConditionalPredictor Own;
};

/// Caches and statistics of a thread. Valid when zero: then it has no caches.
struct ThreadCaches {
  FirstLevelOfCode I1;
  FirstLevelOfData D1;
  /// Used if SimulatesMiddleLevel.
  MiddleLevel L2;
  NextLines Next;
  BurstLeaders Leaders;
  MissTable Misses;
  LineTable Lines;
  /// Memory of the statistics.
  Pool Memory;
  /// The tables that generated code reads and writes.
  abi::SimulationTables *Tables;
  /// Memory of the caches; null after the thread has ended.
  void *Ways;
  size_t WaysBytes;
  /// Null before the first branch.
  ThreadBranches *Branches;
};

/// Thread-local state that entry points check first.
struct alignas(64) FastState {
  /// The stack pointer of the running call. Calls by signal handlers that
  /// interrupt it are ignored. A handler may also jump out of the call, which
  /// is assumed when another call comes from at least as far up the stack, or
  /// after too many ignored calls. A wrong guess costs at most one wrong line.
  uintptr_t Busy;
  ThreadCaches *Caches;
  /// The number of ignored calls.
  uint64_t NumIgnored;
  ThreadBranches *Branches;
};
/// Value of FastState::Busy in a thread whose accesses are no longer simulated.
constexpr uintptr_t AlwaysBusy = UINTPTR_MAX;

extern LastLevel TheLastLevel;
/// Whether all caches have the line size of generated code, and there is no
/// middle level and no prefetcher model.
extern bool IsUsual;
/// The smallest line size of I1, D1 and LL; larger accesses count as this size.
extern uint32_t SmallestLine;
extern bool SimulatesPrefetcher;
/// Whether threads have an L2.
extern bool SimulatesMiddleLevel;
/// Whether TheLastLevel is initialised.
extern bool HaveLastLevel;
/// Whether some code passes the outcomes of its branches.
extern bool SimulatesBranches;
/// Whether misses are simulated but do not count.
extern bool IgnoresMisses;
inline bool ignoresMisses() {
  return __builtin_expect(__atomic_load_n(&IgnoresMisses, __ATOMIC_RELAXED),
                          false);
}

/// Implement the functions of the same names in interfaces/SimulationLink.h.
abi::CacheRec cachesToSimulate();
abi::SimulationTables *findTables(ThreadRecord &T);
void takeStaticTables(ThreadRecord &Self);
void leaveCaches(ThreadRecord &T);
void releaseCaches(ThreadRecord &T);

/// Warns once.
void warnOfMissingMemory();
/// Returns the caches of the record, created if necessary; null if out of
/// memory. Needs the StateLock.
ThreadCaches *makeCaches(ThreadRecord &T);
/// Creates the caches of the calling thread and stores them in
/// FastState::Caches, unless memory is exhausted or nothing is simulated.
/// Preserves vector registers.
void enterSimulation();
/// Create the entry of an operation or line of \p U. Preserve vector registers.
MissTable::Entry *makeMisses(const abi::Unit &U, uint32_t Operation);
LineTable::Entry *makeLine(ThreadCaches &C, const abi::Unit &U, uint32_t Line);
/// Creates the predictors of the calling thread and stores them in
/// FastState::Branches, unless memory is exhausted. Preserves vector registers.
void enterBranches();

} // namespace rt
} // namespace udpc

extern "C" {
// In executables, the linker makes the distance from the thread pointer a
// constant.
extern __thread udpc::rt::FastState __udpc_fast_state
    __attribute__((tls_model("initial-exec")));
}

#endif // UDPC_RUNTIME_CACHE_THREADCACHES_H
