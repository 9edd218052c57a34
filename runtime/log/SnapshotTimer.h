//===- SnapshotTimer.h - Snapshots at intervals -----------------*- C++ -*-===//
//
// The option `interval` is the only one for which the runtime has a thread in
// the program.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_SNAPSHOTTIMER_H
#define UDPC_RUNTIME_LOG_SNAPSHOTTIMER_H

namespace udpc {
namespace rt {

/// Starts the thread if the option `interval` is set. It takes snapshots if the
/// log is on, and calls \p Write, unless that is null. At start-up, when
/// threads can be created; and in the child after fork(). Must not hold the
/// StateLock.
void startInterval(void (*Write)());

/// Lets the thread end: the program's last thread has ended, and the process
/// ends with the last thread.
void stopInterval();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_SNAPSHOTTIMER_H
