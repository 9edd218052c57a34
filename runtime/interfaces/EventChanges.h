//===- EventChanges.h - Changes of events besides sites ---------*- C++ -*-===//
//
// Masked and written events, as the records of threads use them. Implemented in
// runtime/events. All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_EVENTCHANGES_H
#define UDPC_RUNTIME_INTERFACES_EVENTCHANGES_H

namespace udpc {
namespace rt {

struct ThreadRecord;

/// Subtract the counts of masked commands in \p T, or in all threads, after the
/// kernel's counts have been added (PerfCounts.h). To be called before counts
/// are read, and when a thread ends.
void subtractMasked(ThreadRecord &T);
void subtractMasked();
/// Records the current counts as processed; to be called when counts have been
/// reset.
void restartMasks();

/// Forgets which events were written alone.
void clearEventWrites();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_EVENTCHANGES_H
