//===- Snapshot.h - Snapshots of all counters -------------------*- C++ -*-===//
//
// Appends snapshots to the log: at intervals, on request, on N-th occurrences,
// and at the end.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_SNAPSHOT_H
#define UDPC_RUNTIME_LOG_SNAPSHOT_H

#include "udpc/log.h"

namespace udpc {
namespace rt {

/// Appends the counts of all events to the log. Does nothing if there are no
/// events, or in a process that does not own the counts. May be called
/// anywhere, also in signal handlers and by the action of an event: it takes
/// the lock itself, and fails if this thread holds it. \p Event is the event
/// that caused the snapshot. Returns 0 or an errno, and preserves errno.
int takeSnapshot(log::Trigger Why, uint32_t Event = log::None);
/// Takes a snapshot while the caller holds the StateLock, in a process that
/// owns the counts.
int takeSnapshotLocked(log::Trigger Why, uint32_t Event = log::None);

/// If the log is open, appends the last counts and the end of the process.
/// Needs the StateLock.
void finishLog();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_SNAPSHOT_H
