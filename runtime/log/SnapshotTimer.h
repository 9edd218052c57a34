//===- SnapshotTimer.h - Snapshots at intervals -----------------*- C++ -*-===//
//
// Implements the option `interval`, the only one for which the runtime has a
// thread in the program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_SNAPSHOTTIMER_H
#define UDPC_RUNTIME_LOG_SNAPSHOTTIMER_H

namespace udpc {
namespace rt {

/// Starts the thread if the option `interval` is set. It takes snapshots if the
/// log is on, and calls \p Write, unless that is null. Called at start-up, when
/// threads can be created, and in the child after fork(). The caller must not
/// hold the StateLock.
void startInterval(void (*Write)());

/// Ends the thread. Called when the program's last thread has ended, because
/// the process ends with its last thread.
void stopInterval();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_SNAPSHOTTIMER_H
