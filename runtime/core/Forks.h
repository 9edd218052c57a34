//===- Forks.h - Threads in fork() ------------------------------*- C++ -*-===//
//
// The part of the StateLock that keeps what it guards unchanged while fork()
// copies it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_FORKS_H
#define UDPC_RUNTIME_CORE_FORKS_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The calling thread begins fork(). Needs the StateLock.
void enterFork();
/// Whether it has, and has not ended it.
bool isInFork();
/// It ends it, in the parent. Returns whether it has to do what was left to it.
bool leaveFork();
/// In the child.
void restartForks();

/// How many other threads are in fork().
uint32_t numOtherForks();
/// Called by the owner of the StateLock before it changes anything: returns
/// when no other thread in fork() can copy.
void waitForForks();
/// Called by the owner after the last change.
void wakeForks();

/// Leaves something that can wait to a thread that is in fork(). False if there
/// is none, or if something has been left to it already.
bool leaveToFork();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_FORKS_H
