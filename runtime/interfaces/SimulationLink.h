//===- SimulationLink.h - Interface of the cache simulation -----*- C++ -*-===//
//
// The cache simulation, as the rest of the runtime uses it. Each thread has
// caches of its own for code and data (I1, D1); the last level (LL) is shared.
// A thread's caches are created at its first access and belong to its record.
//
// The simulation (runtime/cache) is a separate member of the runtime's archive,
// which links of programs that simulate caches extract by naming
// __udpc_simulation (-u). In other programs it is absent, and the functions
// below do nothing.
//
// The tables that generated code reads take 112 KB of each thread. Code that
// only executables can have finds them in static thread-local storage, and then
// the process has no others. Otherwise the runtime maps them.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_SIMULATIONLINK_H
#define UDPC_RUNTIME_INTERFACES_SIMULATIONLINK_H

#include "udpc/cache_profile.h"
#include "udpc/simulation.h"

namespace udpc {
namespace rt {

struct LineCosts;
struct ThreadRecord;

/// Misses of a thread at an operation, or at a line: its LineCountRec.
struct MissCounts {
  uint32_t Unit;      ///< The runtime's number.
  uint32_t Operation; ///< NoIndex: the record is for a line.
  uint32_t Line;      ///< The cost centre.
  uint64_t Counts[abi::NumCostEvents];
};

/// Implementations of the functions below, in the separate archive member.
struct SimulationFunctions {
  void (*Init)(bool AnyI1);
  void (*InitBranches)();
  bool (*IsSimulating)();
  abi::CacheRec (*Caches)();
  uint64_t (*CollectOperations)(const ThreadRecord &, abi::OperationCountRec *);
  uint64_t (*CollectLines)(const ThreadRecord &, abi::LineCountRec *);
  void (*AddMisses)(const ThreadRecord &, LineCosts &);
  void (*VisitMisses)(const ThreadRecord &,
                      void (*)(const MissCounts &, void *), void *);
  void (*Leave)(ThreadRecord &);
  void (*Release)(ThreadRecord &);
  void (*Merge)(ThreadRecord &, ThreadRecord &);
  void (*Reset)();
  void (*Restart)();
  void (*CountMisses)(bool);
  abi::SimulationTables *(*TablesOf)(ThreadRecord &);
  void (*UseStaticTables)(ThreadRecord &);
  /// Functions for abi::LibrarySimulation.
  void (*Access)();
  void (*Fetch)();
  void (*Range)();
  const char *(*AssumedCaches)();
};

} // namespace rt
} // namespace udpc

/// Null in a program without the simulation.
extern "C" __attribute__((weak))
const udpc::rt::SimulationFunctions __udpc_simulation;

namespace udpc {
namespace rt {

/// Returns whether the simulation is linked.
inline bool haveSimulation() { return &__udpc_simulation != nullptr; }

/// Starts the simulation when the first unit that simulates caches is
/// registered. Reads the options, or the processor's caches from CPUID. \p
/// AnyI1: the code supports an I1 with any number of sets. Warns once of
/// invalid options and uses the processor's caches instead.
inline void initSimulation(bool AnyI1) {
  if (haveSimulation())
    __udpc_simulation.Init(AnyI1);
}
/// Returns whether initSimulation has been called.
inline bool isSimulating() {
  return haveSimulation() && __udpc_simulation.IsSimulating();
}
/// Returns the simulated caches, for the profile. Zero if there are none.
inline abi::CacheRec simulatedCaches() {
  return haveSimulation() ? __udpc_simulation.Caches() : abi::CacheRec();
}

/// Returns the simulated caches whose geometry neither the processor nor an
/// option gives, as options: "D1=32768,8,64:LL=8388608,16,64". Empty: none.
inline const char *assumedCaches() {
  return haveSimulation() ? __udpc_simulation.AssumedCaches() : "";
}

/// Returns whether branches are simulated.
inline bool simulatesBranches() {
  return haveSimulation() &&
         __udpc_simulation.Caches().Flags & abi::BranchesSimulated;
}

/// Write the sorted miss records of \p T and return their number. If the thread
/// is running, its last few accesses may be missing.
inline uint64_t collectOperations(const ThreadRecord &T,
                                  abi::OperationCountRec *Out) {
  return haveSimulation() ? __udpc_simulation.CollectOperations(T, Out) : 0;
}
inline uint64_t collectLines(const ThreadRecord &T, abi::LineCountRec *Out) {
  return haveSimulation() ? __udpc_simulation.CollectLines(T, Out) : 0;
}

/// Adds the misses of \p T, and the accesses of library functions, in all
/// units.
inline void addMisses(const ThreadRecord &T, LineCosts &Sum) {
  if (haveSimulation())
    __udpc_simulation.AddMisses(T, Sum);
}

/// Calls \p Each with the counts that addMisses adds up.
inline void visitMisses(const ThreadRecord &T,
                        void (*Each)(const MissCounts &, void *), void *Data) {
  if (haveSimulation())
    __udpc_simulation.VisitMisses(T, Each, Data);
}

/// Called on a thread before it ends: its later accesses are not simulated.
inline void leaveSimulation(ThreadRecord &T) {
  if (haveSimulation())
    __udpc_simulation.Leave(T);
}
/// Releases the caches of \p T.
inline void releaseSimulation(ThreadRecord &T) {
  if (haveSimulation())
    __udpc_simulation.Release(T);
}
/// Adds the statistics of \p T to \p Others, the sum of the threads beyond
/// `max_threads`, and releases them.
inline void mergeSimulation(ThreadRecord &Others, ThreadRecord &T) {
  if (haveSimulation())
    __udpc_simulation.Merge(Others, T);
}
/// Resets all counts to 0; the caches keep their lines.
inline void resetSimulation() {
  if (haveSimulation())
    __udpc_simulation.Reset();
}
/// Sets whether misses count from now on.
inline void countMisses(bool Count) {
  if (haveSimulation())
    __udpc_simulation.CountMisses(Count);
}
/// Called in the child after fork().
inline void restartSimulation() {
  if (haveSimulation())
    __udpc_simulation.Restart();
}

/// Returns the tables of \p T, created if necessary; null if out of memory, and
/// if only the thread itself can find them.
inline abi::SimulationTables *tablesOf(ThreadRecord &T) {
  return haveSimulation() ? __udpc_simulation.TablesOf(T) : nullptr;
}
/// Uses the tables in the calling thread's static thread-local storage, if the
/// process has such, for its record \p Self.
inline void useStaticTables(ThreadRecord &Self) {
  if (haveSimulation())
    __udpc_simulation.UseStaticTables(Self);
}

/// Starts the simulation if \p U is registered and simulates caches. Warns once
/// if that is impossible, or needs another simulation than the running one.
void startSimulation(const abi::Unit &U);
/// Makes a unit's code call the simulation.
void connectSimulation(abi::LibrarySimulation &S);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_SIMULATIONLINK_H
