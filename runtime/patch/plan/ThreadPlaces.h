//===- ThreadPlaces.h - Where threads are -----------------------*- C++ -*-===//
//
// Before bytes inside of a patch change that an instruction may begin at, no
// thread may be about to execute that instruction: neither a thread that the
// kernel has stopped there, nor one that a signal has interrupted there and
// that is still in the handler. Each thread is asked by a signal: it looks at
// its program counter and, for interrupted ones, at every word of its stack.
// One that sleeps and blocks the signal is looked at from outside.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_THREADPLACES_H
#define UDPC_RUNTIME_PATCH_PLAN_THREADPLACES_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace rt {

/// Addresses that are looked for: those above Begin and below End.
struct WatchedRange {
  uintptr_t Begin, End;
  /// Is set if a thread may be there.
  bool *IsOccupied;
};

/// Sets IsOccupied of each of the \p N ranges, which are sorted by address,
/// where a thread is or may be: one that does not answer may be anywhere. False
/// if one does not. Needs the StateLock, and that no thread can newly arrive
/// there. A thread that is late may still read the ranges, which must stay
/// readable.
bool findOccupied(WatchedRange *Ranges, size_t N);

/// From now on findOccupied waits a tenth of the time, or no longer does: for
/// attempts that are repeated. Needs the StateLock.
void waitBriefly(bool Brief);

/// The threads that have not answered the last question: returns their number,
/// and the first MaxUnresponsive of them. Needs the StateLock.
constexpr uint32_t MaxUnresponsive = 4;
uint32_t unresponsiveThreads(const uint64_t *&Tids);

/// The calling thread is in a handler that has interrupted \p Context, where it
/// may need the functions above; null at its end. Returns the previous one.
/// Needs no lock.
const void *noteInterrupted(const void *Context);

/// Called by the handler of SIGURG. Whether the signal is that question, which
/// has been answered. Needs no lock.
bool answerWhereThreadIs(const siginfo_t &Info, const void *Context);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_THREADPLACES_H
