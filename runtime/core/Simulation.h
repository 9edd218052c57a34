//===- Simulation.h - What the simulated caches have seen -------*- C++ -*-===//
//
// The rest of the runtime's view of the cache simulation. Each thread has
// caches of its own for code and data (I1, D1); the last level (LL) is shared.
// A thread's come to be with its first access and stay with its record until
// that is discarded.
//
// The simulation needs 112 KB of each thread's static thread-local storage. So
// it is a member of its own of the runtime's archive, which links of programs
// that simulate caches pull in by naming __udpc_simulation (-u). Elsewhere it
// is absent, and the functions below do nothing.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_SIMULATION_H
#define UDPC_RUNTIME_CORE_SIMULATION_H

#include "runtime/core/Threads.h"
#include "udpc/costs.h"

namespace udpc {
namespace rt {

/// The functions below, as the archive's other member has them.
struct SimulationFunctions {
  void (*Init)(bool AnyI1);
  bool (*IsSimulating)();
  abi::CacheRec (*Caches)();
  uint64_t (*NumOperations)(const ThreadRecord &);
  uint64_t (*NumLines)(const ThreadRecord &);
  uint64_t (*CollectOperations)(const ThreadRecord &, abi::OperationCountRec *);
  uint64_t (*CollectLines)(const ThreadRecord &, abi::LineCountRec *);
  void (*Leave)(ThreadRecord &);
  void (*Forget)(ThreadRecord &);
  void (*Merge)(ThreadRecord &, ThreadRecord &);
  void (*Reset)();
  void (*Restart)();
};

} // namespace rt
} // namespace udpc

/// At address 0 in a program without the simulation.
extern "C" __attribute__((weak))
const udpc::rt::SimulationFunctions __udpc_simulation;

namespace udpc {
namespace rt {

/// Whether the simulation is linked.
inline bool haveSimulation() { return &__udpc_simulation != nullptr; }

/// Reads the options, or what CPUID says of the processor, when the first unit
/// that simulates caches is registered. \p AnyI1: the code supports an I1 of
/// any number of sets. Says what is wrong with options, once, and goes on with
/// the processor's.
inline void initSimulation(bool AnyI1) {
  if (haveSimulation())
    __udpc_simulation.Init(AnyI1);
}
/// Whether it has been called.
inline bool isSimulating() {
  return haveSimulation() && __udpc_simulation.IsSimulating();
}
/// The caches that are simulated, for the profile. Zero if none are.
inline abi::CacheRec simulatedCaches() {
  return haveSimulation() ? __udpc_simulation.Caches() : abi::CacheRec();
}

/// Upper bounds for the two functions below.
inline uint64_t numOperationsOf(const ThreadRecord &T) {
  return haveSimulation() ? __udpc_simulation.NumOperations(T) : 0;
}
inline uint64_t numLinesOf(const ThreadRecord &T) {
  return haveSimulation() ? __udpc_simulation.NumLines(T) : 0;
}
/// Write what \p T has missed, sorted; return how many records. The thread may
/// be running: then its last few accesses may be missing.
inline uint64_t collectOperations(const ThreadRecord &T,
                                  abi::OperationCountRec *Out) {
  return haveSimulation() ? __udpc_simulation.CollectOperations(T, Out) : 0;
}
inline uint64_t collectLines(const ThreadRecord &T, abi::LineCountRec *Out) {
  return haveSimulation() ? __udpc_simulation.CollectLines(T, Out) : 0;
}

/// Called on a thread that ends: nothing more comes of it.
inline void leaveSimulation(ThreadRecord &T) {
  if (haveSimulation())
    __udpc_simulation.Leave(T);
}
/// Gives back what \p T has.
inline void forgetSimulation(ThreadRecord &T) {
  if (haveSimulation())
    __udpc_simulation.Forget(T);
}
/// Adds what \p T has to \p Others, which stands for the threads that are not
/// kept apart, and forgets it.
inline void mergeSimulation(ThreadRecord &Others, ThreadRecord &T) {
  if (haveSimulation())
    __udpc_simulation.Merge(Others, T);
}
/// All counts count from 0 again; the caches keep what they have.
inline void resetSimulation() {
  if (haveSimulation())
    __udpc_simulation.Reset();
}
/// In the child after fork().
inline void restartSimulation() {
  if (haveSimulation())
    __udpc_simulation.Restart();
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_SIMULATION_H
