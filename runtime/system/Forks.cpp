//===- Forks.cpp - Threads in fork() --------------------------------------===//
//
// fork() must not copy records that another thread is changing, but the thread
// that forks cannot hold the StateLock meanwhile: after our handler of
// pthread_atfork the C library takes its own locks, for malloc and for streams.
// A thread that holds one of those may be about to wait for the StateLock, in a
// signal handler that has interrupted malloc or in a function that a stream
// calls. That would be a deadlock.
//
// Instead, a thread that forks takes the StateLock, increments NumForking and
// releases the lock. It decrements NumForking after the copy. Any other thread
// that takes the StateLock waits, before its first change, until one of these
// is true:
// - No other thread is in fork().
// - All other threads in fork() sleep in a futex. They may be waiting for a
//   lock of this thread, so it must not wait for them. It moves them to the
//   futex KeptAsleep and wakes them when it releases the StateLock. Then they
//   check their own futex again, as after a spurious wake-up.
// So no record changes while fork() copies, and a thread that takes the
// StateLock does not wait for a thread in fork() that waits for it.
//
// /proc tells whether a thread sleeps in a futex, and in which. Without that
// information the owner of the lock continues after 0.1 s; while a thread does
// something else, after 2 s. fork() may then copy a change that is incomplete.
// The child recognises this by ChangingThread (StateLock.cpp), which is copied,
// while the lock itself may be cleared. The child warns and does not count.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/system/Forks.h"
#include "runtime/system/SleepingThreads.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

/// How many threads are in fork(); a futex.
static uint32_t NumForking;
/// The numbers of these threads, as far as there is room; 0: a free element.
static uint32_t Forking[8];
/// A futex in which the owner of the lock keeps threads in fork() asleep. 1
/// while there may be such threads.
static uint32_t KeptAsleep;
/// Whether an action has been left to the last thread in fork().
static bool IsLeft;

static __thread bool IsForking __attribute__((tls_model("initial-exec")));

//===----------------------------------------------------------------------===//
// In fork()
//===----------------------------------------------------------------------===//

bool rt::isInFork() { return IsForking; }

/// Replaces an element of Forking that is \p From by \p To.
static void replace(uint32_t From, uint32_t To) {
  for (uint32_t &Place : Forking) {
    uint32_t Wanted = From;
    if (__atomic_compare_exchange_n(&Place, &Wanted, To, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  }
}

void rt::enterFork() {
  replace(0, static_cast<uint32_t>(currentTid()));
  IsForking = true;
  __atomic_fetch_add(&NumForking, 1, __ATOMIC_SEQ_CST);
}

/// Ends fork() for the thread \p Tid. Returns how many threads are still in
/// fork().
static uint32_t remove(uint32_t Tid) {
  replace(Tid, 0);
  uint32_t NumLeft = __atomic_sub_fetch(&NumForking, 1, __ATOMIC_SEQ_CST);
  rawSyscall(SYS_futex, asLong(&NumForking), FUTEX_WAKE_PRIVATE, 1);
  return NumLeft;
}

bool rt::leaveFork() {
  IsForking = false;
  return !remove(static_cast<uint32_t>(currentTid())) &&
         __atomic_exchange_n(&IsLeft, false, __ATOMIC_SEQ_CST);
}

void rt::restartForks() {
  IsForking = IsLeft = false;
  NumForking = KeptAsleep = 0;
  for (uint32_t &Place : Forking)
    Place = 0;
}

//===----------------------------------------------------------------------===//
// Meanwhile, in other threads
//===----------------------------------------------------------------------===//

uint32_t rt::numOtherForks() {
  return __atomic_load_n(&NumForking, __ATOMIC_SEQ_CST) - IsForking;
}

bool rt::leaveToFork() {
  if (!numOtherForks() || __atomic_exchange_n(&IsLeft, true, __ATOMIC_SEQ_CST))
    return false;
  // The last thread may have left fork() before IsLeft was set. Otherwise it
  // takes IsLeft.
  return numOtherForks() ||
         !__atomic_exchange_n(&IsLeft, false, __ATOMIC_SEQ_CST);
}

/// Moves all threads that sleep in the futex of \p Place to KeptAsleep. False
/// if \p Place is not a wait in a futex of this process.
static bool keepAsleep(uint64_t, const SleepingPlace &Place) {
  uintptr_t Operation = Place.Arguments[1] & ~uintptr_t(FUTEX_CLOCK_REALTIME);
  if (Place.Syscall != SYS_futex || (Operation != FUTEX_WAIT_PRIVATE &&
                                     Operation != FUTEX_WAIT_BITSET_PRIVATE))
    return false;
  KeptAsleep = 1;
  return rawSyscall(SYS_futex, static_cast<long>(Place.Arguments[0]),
                    FUTEX_REQUEUE_PRIVATE, 0, INT_MAX, asLong(&KeptAsleep)) > 0;
}

void rt::wakeForks() {
  if (!KeptAsleep)
    return;
  KeptAsleep = 0;
  rawSyscall(SYS_futex, asLong(&KeptAsleep), FUTEX_WAKE_PRIVATE, INT_MAX);
}

/// Keeps all other threads in fork() asleep and returns Asleep; or keeps none
/// asleep and returns the view of one that does not sleep.
static ThreadView keepForksAsleep() {
  auto Self = static_cast<uint32_t>(currentTid());
  ThreadView View = ThreadView::Asleep;
  uint32_t NumKept = 0;
  for (const uint32_t &Place : Forking) {
    uint32_t Tid = __atomic_load_n(&Place, __ATOMIC_RELAXED);
    if (!Tid || Tid == Self)
      continue;
    // Not tgkill(): a child made by vfork has another process number.
    if (rawSyscall(SYS_tkill, Tid, 0) == -ESRCH) {
      remove(Tid); // A handler of the program has ended the thread.
      continue;
    }
    View = viewThread(Tid, keepAsleep);
    if (View != ThreadView::Asleep)
      break;
    ++NumKept;
  }
  if (View == ThreadView::Asleep && NumKept < numOtherForks())
    View = ThreadView::Unknown; // One had no room in Forking.
  if (View != ThreadView::Asleep)
    wakeForks();
  return View;
}

void rt::waitForForks() {
  // A thread that is elsewhere continues soon, unless it waits for something
  // other than a futex.
  constexpr unsigned MostWaits = 2000, MostUnknown = 100;
  unsigned NumUnknown = 0;
  for (unsigned N = 0; N != MostWaits && NumUnknown != MostUnknown; ++N) {
    uint32_t Others = numOtherForks();
    ThreadView View = Others ? keepForksAsleep() : ThreadView::Asleep;
    if (View == ThreadView::Asleep)
      return;
    NumUnknown += View != ThreadView::Elsewhere;
    timespec Millisecond = {0, 1000000};
    rawSyscall(SYS_futex, asLong(&NumForking), FUTEX_WAIT_PRIVATE,
               Others + IsForking, asLong(&Millisecond));
  }
}
