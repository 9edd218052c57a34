//===- PerfCounts.h - Counts of the kernel, as events -----------*- C++ -*-===//
//
// The events of the option `perf`, which the kernel counts in each thread by
// perf_event_open(2). Each is a unit of the runtime (OwnUnits.h); before counts
// are read, the kernel's counts since the last reading are added to the
// threads' slots.
//
// A counter is a descriptor for each thread and event. Their number is limited;
// counts of threads beyond the limit are known only as a sum, which is the
// share of otherThreads().
//
// All functions need the StateLock. Implemented in perf/PerfCounts.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_PERFCOUNTS_H
#define UDPC_RUNTIME_INTERFACES_PERFCOUNTS_H

#include <signal.h>

namespace udpc {
namespace rt {

struct ThreadRecord;

/// Reads the option and starts counting in the calling thread, which is the
/// first. Warns once of events that cannot be counted, with the reason.
void startPerf();
/// Registers the counted events, once, after those of the program.
void registerPerf();
/// Returns whether any event is counted. Needs no lock.
bool countsPerf();
/// Starts counting in the calling thread, \p T.
void enterPerf(ThreadRecord &T);
/// Add the counts of \p T, or of all threads.
void addPerfCounts(ThreadRecord &T);
void addPerfCounts();
/// Stops counting in \p T.
void leavePerf(ThreadRecord &T);

/// If the signal comes from the counter of the option `perf_every`, appends a
/// sample to the log and returns true; \p Context is the handler's argument. To
/// be called in signal handlers only; takes the lock itself.
/// perf/PerfSamples.cpp.
bool samplePerf(const siginfo_t &Info, const void *Context);

/// Called in the child after fork(): the first closes the parent's counters
/// while the records of its threads exist, the second starts counting in the
/// calling thread.
void closeInheritedPerf();
void restartPerf();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_PERFCOUNTS_H
