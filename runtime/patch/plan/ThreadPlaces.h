//===- ThreadPlaces.h - Finds the places of threads -------------*- C++ -*-===//
//
// Finds the threads that are inside patches. Before a patch changes bytes at
// which an instruction may begin, no thread may be about to execute that
// instruction: neither a thread that the kernel has stopped there, nor one that
// a signal has interrupted there and that is still in the handler. A signal
// asks each thread for its place: the thread checks its program counter and,
// because it may have been interrupted before, every word of its stack. A
// thread that sleeps and blocks the signal is examined from outside.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_THREADPLACES_H
#define UDPC_RUNTIME_PATCH_PLAN_THREADPLACES_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// A range of addresses to check for threads: those above Begin and below End.
struct WatchedRange {
  uintptr_t Begin, End;
  /// Set if a thread may be in the range.
  bool *IsOccupied;
};

/// Sets IsOccupied of each of the \p N ranges, which are sorted by address, in
/// which a thread is or may be: a thread that does not answer may be anywhere.
/// Returns false if one does not answer. Needs the StateLock, and that no
/// thread can newly arrive in the ranges. A thread that answers late may still
/// read the ranges, which must stay readable.
bool findOccupied(WatchedRange *Ranges, size_t N);

/// Sets whether findOccupied waits only a tenth of the time, for repeated
/// attempts. Needs the StateLock.
void waitBriefly(bool Brief);

/// Returns the number of threads that have not answered the last question, and
/// stores the first MaxUnresponsive of them. Needs the StateLock.
constexpr uint32_t MaxUnresponsive = 4;
uint32_t unresponsiveThreads(const uint64_t *&Tids);

/// Records that the calling thread is in a handler that has interrupted \p
/// Context and may call the functions above; null at the handler's end. Returns
/// the previous context. Needs no lock.
const void *noteInterrupted(const void *Context);

/// Called by the handler of SIGURG. Returns whether the signal is the question,
/// which has been answered. Needs no lock.
bool answerWhereThreadIs(const siginfo_t &Info, const void *Context);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_THREADPLACES_H
