//===- Forks.cpp - Threads in fork() --------------------------------------===//
//
// fork() must not copy records that a thread is changing, but cannot hold the
// lock: after our handler the C library takes locks of its own, those of malloc
// and of its streams. A thread that has one of these may be about to wait for
// our lock, in a signal handler that has interrupted malloc or in a function
// that a stream calls; then neither would go on. Instead fork() takes the lock,
// gives it back, and is counted in NumForking until it has copied. Whoever
// takes the lock then waits, as its owner and before any change, until nobody
// is in fork(), or until all that are sleep in a futex: they may be waiting for
// this thread. Before its changes the owner moves them from that futex to
// KeptAsleep, where only the release of the lock wakes them. They look at their
// futex then, as at each wake-up, which need not have a cause. So nothing
// changes while fork() copies, and nobody waits for a thread in fork() that
// waits for him.
//
// That a thread sleeps, and where, is known from /proc. If it cannot be known,
// the owner goes on after 0.1 s, or 2 s if the thread does something else, and
// fork() may copy a change that is half done. The child sees that in
// ChangingThread (StateLock.cpp), which unlike the lock is copied: it does not
// count, and says so.
//
//===----------------------------------------------------------------------===//

#include "runtime/core/Forks.h"
#include "runtime/core/SleepingThreads.h"
#include "runtime/core/System.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

/// How many threads are in fork(); a futex.
static uint32_t NumForking;
/// The numbers of those that have found room, or 0.
static uint32_t Forking[8];
/// A futex, in which the owner of the lock lets threads in fork() sleep; 1 if
/// there may be some.
static uint32_t KeptAsleep;
/// Something has been left to the last thread in fork().
static bool IsLeft;

static __thread bool IsForking __attribute__((tls_model("initial-exec")));

//===----------------------------------------------------------------------===//
// In fork()
//===----------------------------------------------------------------------===//

bool rt::isInFork() { return IsForking; }

/// Replaces \p From by \p To in Forking, if it is there.
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

/// Returns how many are left.
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
// Meanwhile
//===----------------------------------------------------------------------===//

uint32_t rt::numOtherForks() {
  return __atomic_load_n(&NumForking, __ATOMIC_SEQ_CST) - IsForking;
}

bool rt::leaveToFork() {
  if (!numOtherForks() || __atomic_exchange_n(&IsLeft, true, __ATOMIC_SEQ_CST))
    return false;
  // The last one may have ended before it could see that; or it sees it now.
  return numOtherForks() ||
         !__atomic_exchange_n(&IsLeft, false, __ATOMIC_SEQ_CST);
}

/// Moves all that sleep where \p Place says to KeptAsleep. False if that is no
/// futex of this process.
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

/// Keeps all other threads in fork() asleep, and returns Asleep; or what is
/// known of one that is not.
static ThreadView keepForksAsleep() {
  auto Self = static_cast<uint32_t>(currentTid());
  ThreadView View = ThreadView::Asleep;
  uint32_t NumKept = 0;
  for (const uint32_t &Place : Forking) {
    uint32_t Tid = __atomic_load_n(&Place, __ATOMIC_RELAXED);
    if (!Tid || Tid == Self)
      continue;
    // This may be a child by vfork, which has another process number.
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
    View = ThreadView::Unknown; // One has found no room.
  if (View != ThreadView::Asleep)
    wakeForks();
  return View;
}

void rt::waitForForks() {
  // One that is elsewhere gets on, unless it waits in an unusual way.
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
