//===- PerfCounts.h - Counts of the kernel, as events -----------*- C++ -*-===//
//
// The events of the option `perf`, which the kernel counts in each thread by
// perf_event_open(2). Each is a unit of the runtime (OwnUnits.h); before counts
// are read, what the kernel has counted since is added to the threads' slots.
//
// A counter is a descriptor for each thread and event. Their number is bounded;
// what threads beyond that count is known as a sum only, and is the share of
// otherThreads().
//
// All functions need the StateLock. perf/PerfCounts.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_PERFCOUNTS_H
#define UDPC_RUNTIME_INTERFACES_PERFCOUNTS_H

#include <signal.h>

namespace udpc {
namespace rt {

struct ThreadRecord;

/// Reads the option and starts counting, in the calling thread, which is the
/// first. Says once what cannot be counted, and why.
void startPerf();
/// Makes events of what is counted, once; after those of the program.
void registerPerf();
/// Whether anything is counted. Needs no lock.
bool countsPerf();
/// Starts counting in the calling thread, \p T.
void enterPerf(ThreadRecord &T);
/// Adds what has been counted in \p T, or in all threads.
void addPerfCounts(ThreadRecord &T);
void addPerfCounts();
/// Stops counting in \p T.
void leavePerf(ThreadRecord &T);

/// If the signal is from the counter of the option `perf_every`, appends a
/// sample to the log; \p Context is what the handler got. False otherwise. In
/// signal handlers only; takes the lock itself. perf/PerfSamples.cpp.
bool samplePerf(const siginfo_t &Info, const void *Context);

/// In the child after fork(): closes the parent's counters, while there are the
/// records of its threads; and starts counting in the calling thread.
void closeInheritedPerf();
void restartPerf();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_PERFCOUNTS_H
