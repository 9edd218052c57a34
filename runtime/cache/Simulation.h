//===- Simulation.h - What the simulated caches have seen -------*- C++ -*-===//
//
// The rest of the runtime's view of the cache simulation. Each thread has
// caches of its own for code and data (I1, D1); the last level (LL) is shared.
// A thread's come to be with its first access and stay with its record until
// that is discarded.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_SIMULATION_H
#define UDPC_RUNTIME_CACHE_SIMULATION_H

#include "runtime/Threads.h"
#include "udpc/costs.h"

namespace udpc {
namespace rt {

/// Reads the options, or what CPUID says of the processor, when the first unit
/// that simulates caches is registered. Says what is wrong with options, once,
/// and goes on with the processor's.
void initSimulation();
/// Whether it has been called.
bool isSimulating();
/// The caches that are simulated, for the profile. Zero if none are.
abi::CacheRec simulatedCaches();

/// Upper bounds for the two functions below.
uint64_t numOperationsOf(const ThreadRecord &T);
uint64_t numLinesOf(const ThreadRecord &T);
/// Write what \p T has missed, sorted; return how many records. The thread may
/// be running: then its last few accesses may be missing.
uint64_t collectOperations(const ThreadRecord &T, abi::OperationCountRec *Out);
uint64_t collectLines(const ThreadRecord &T, abi::LineCountRec *Out);

/// Called on a thread that ends: nothing more comes of it.
void leaveSimulation(ThreadRecord &T);
/// Gives back what \p T has.
void forgetSimulation(ThreadRecord &T);
/// Adds what \p T has to \p Others, which stands for the threads that are not
/// kept apart, and forgets it.
void mergeSimulation(ThreadRecord &Others, ThreadRecord &T);
/// All counts count from 0 again; the caches keep what they have.
void resetSimulation();
/// In the child after fork().
void restartSimulation();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_SIMULATION_H
