//===- SleepingThreads.h - Threads seen from outside ------------*- C++ -*-===//
//
// Finds the place of a thread that sleeps. A thread that blocks SIGURG cannot
// be asked for its place; but if it sleeps in the kernel, /proc tells the
// place, and another thread can read its stack. Used by Forks.cpp and
// patch/plan/ThreadPlaces.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_SLEEPINGTHREADS_H
#define UDPC_RUNTIME_SYSTEM_SLEEPINGTHREADS_H

#include "runtime/system/SyscallLine.h"

namespace udpc {
namespace rt {

/// The state of a thread as seen by another one: Asleep at the expected place,
/// Elsewhere if it is not, Unknown if the kernel does not tell.
enum class ThreadView { Gone, Asleep, Elsewhere, Unknown };

/// Calls \p Look with the place at which thread \p Tid of this process sleeps.
/// Returns Asleep if \p Look has returned true and the thread has slept until
/// afterwards; otherwise Elsewhere. A thread that waits for a child which
/// shares its memory is Elsewhere, because the child executes the same code.
/// Needs the StateLock.
ThreadView viewThread(uint64_t Tid,
                      bool (*Look)(uint64_t Tid, const SleepingPlace &Place));

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_SLEEPINGTHREADS_H
