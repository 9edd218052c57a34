//===- Forks.h - Threads in fork() ------------------------------*- C++ -*-===//
//
// The part of the StateLock that keeps the guarded state unchanged while fork()
// copies it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_FORKS_H
#define UDPC_RUNTIME_SYSTEM_FORKS_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Records that the calling thread begins fork(). Needs the StateLock.
void enterFork();
/// Returns whether the calling thread is in fork().
bool isInFork();
/// Records, in the parent, that the calling thread has ended fork(). Returns
/// whether it has to perform an action that leaveToFork() has left to it.
bool leaveFork();
/// Records, in the child, that no thread is in fork().
void restartForks();

/// Returns how many other threads are in fork().
uint32_t numOtherForks();
/// Waits until no other thread can copy the process. The owner of the StateLock
/// calls this before its first change.
void waitForForks();
/// Wakes the threads that waitForForks() has put to sleep. The owner of the
/// StateLock calls this after its last change.
void wakeForks();

/// Leaves an action to the last of the other threads in fork(). False if there
/// is no such thread, or if an action has been left already.
bool leaveToFork();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_FORKS_H
