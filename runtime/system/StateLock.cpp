//===- StateLock.cpp - The runtime's one lock -----------------------------===//
//
// A fair futex lock that contains its owner's thread number. The owner passes
// it to the thread that has waited longest, so that a thread that takes it
// repeatedly (a dump after each request) does not starve the others.
//
// A thread that waits must not wait for an owner that cannot release:
// - A child made by _Fork or a bare system call may have a copy of the lock,
//   held by a thread of its parent, and copies of records that this thread was
//   changing. The lock is in memory that the kernel clears in such a child.
//   There it cannot be acquired, and the runtime does nothing.
// - A child made by vfork shares the lock, and may be killed while it holds it.
//   After some time a waiting thread asks the kernel whether the owner exists.
//
// The lock is not held during fork(). Forks.cpp says how the child gets a
// consistent copy of the records.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/base/Text.h"
#include "runtime/system/Forks.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

namespace {

struct LockWord {
  /// The owner's thread number, Given, or 0; and whether others wait.
  uint32_t State;
  /// False in a copy, which the kernel has cleared.
  uint32_t IsOriginal;
};
constexpr uint32_t HasWaiters = uint32_t(1) << 31;
/// State in which the owner has passed the lock to a waiting thread.
constexpr uint32_t Given = uint32_t(1) << 30;

} // namespace

/// Lock used until start-up, and if out of memory.
static LockWord Early = {0, true};
static LockWord *TheLock = &Early;
/// Whether the kernel clears the lock in children. Otherwise a copy is
/// recognised by the process number.
static bool IsCleared;
static uint64_t OwnPid;
/// The previous signal mask. Guarded by the lock.
static SignalSet OldSignals;
/// Signals that the lock does not block.
static SignalSet OpenSignals;
/// The owner of the lock, from before its first change to after its last;
/// otherwise 0. fork() copies this, but may clear the lock itself.
static uint32_t ChangingThread;
/// In fork(): the previous signal mask of the calling thread.
static __thread SignalSet SignalsBeforeFork
    __attribute__((tls_model("initial-exec")));

void rt::initLock() {
  OwnPid = currentPid();
  size_t Size = pageSize();
  auto *Memory = static_cast<LockWord *>(mapMemory(Size));
  if (!Memory)
    return;
  IsCleared = !rawSyscall(SYS_madvise, reinterpret_cast<long>(Memory), Size,
                          MADV_WIPEONFORK);
  Memory->IsOriginal = true;
  TheLock = Memory;
}

static bool isCopy() {
  return !TheLock->IsOriginal ||
         (!IsCleared && OwnPid && currentPid() != OwnPid);
}

//===----------------------------------------------------------------------===//
// Taking and releasing
//===----------------------------------------------------------------------===//

static bool change(uint32_t From, uint32_t To) {
  return __atomic_compare_exchange_n(&TheLock->State, &From, To, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static uint32_t currentState() {
  return __atomic_load_n(&TheLock->State, __ATOMIC_RELAXED);
}

static long waitWhile(uint32_t State, long Milliseconds) {
  timespec Time = {0, Milliseconds * 1000000};
  return rawSyscall(SYS_futex, reinterpret_cast<long>(&TheLock->State),
                    FUTEX_WAIT_PRIVATE, State, reinterpret_cast<long>(&Time));
}

/// Returns whether thread \p Tid has ended. A killed process keeps its number
/// until its parent has waited for it.
static bool isGone(uint32_t Tid) {
  if (rawSyscall(SYS_kill, Tid, 0) == -ESRCH)
    return true;
  char Text[256];
  TextBuffer Path(Text, sizeof(Text));
  Path.add("/proc/").add(uint64_t(Tid)).add("/stat");
  long File = rawSyscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(Text),
                         O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  long Size = rawSyscall(SYS_read, File, reinterpret_cast<long>(Text),
                         sizeof(Text) - 1);
  closeFile(File);
  Text[Size > 0 ? Size : 0] = 0;
  // `number (name) state ...`
  const char *Name = findLast(Text, ')');
  return Name && Name[1] && (Name[2] == 'Z' || Name[2] == 'X');
}

/// Takes the lock. Returns false after \p Timeout milliseconds, if that is not
/// 0, or if the calling thread holds the lock itself.
static bool take(uint32_t Self, unsigned Timeout) {
  for (unsigned Spins = 0; Spins != 100; ++Spins) {
    uint32_t Now = currentState();
    if (!Now && change(0, Self))
      return true;
    if (Now & HasWaiters)
      break;
  }
  constexpr unsigned Round = 50;
  bool HasWaited = false;
  for (unsigned Milliseconds = 0;;) {
    uint32_t Now = currentState();
    uint32_t Owner = Now & ~(HasWaiters | Given);
    if (!Now || (Now & Given && HasWaited)) {
      // There may be more waiting threads.
      if (change(Now, Self | HasWaiters))
        return true;
      continue;
    }
    if (Owner == Self)
      return false;
    if (!(Now & HasWaiters) && !change(Now, Now | HasWaiters))
      continue;
    Now |= HasWaiters;
    long Result = waitWhile(Now, Round);
    HasWaited = true;
    if (Result != -ETIMEDOUT)
      continue;
    if (Owner && isGone(Owner) && change(Now, Self | HasWaiters))
      return true;
    Milliseconds += Round;
    if (Timeout && Milliseconds >= Timeout)
      return false;
  }
}

static void release() {
  for (;;) {
    uint32_t Now = currentState();
    if (!(Now & HasWaiters)) {
      if (__atomic_compare_exchange_n(&TheLock->State, &Now, 0, false,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        return;
      continue;
    }
    __atomic_store_n(&TheLock->State, Given | HasWaiters, __ATOMIC_RELEASE);
    long Woken = rawSyscall(SYS_futex, reinterpret_cast<long>(&TheLock->State),
                            FUTEX_WAKE_PRIVATE, 1);
    // No thread sleeps; a thread that is about to sleep sees that the state has
    // changed.
    if (Woken <= 0)
      change(Given | HasWaiters, 0);
    return;
  }
}

//===----------------------------------------------------------------------===//
// With all signals blocked
//===----------------------------------------------------------------------===//

static void beginChanges() {
  __atomic_store_n(&ChangingThread, currentState() & ~HasWaiters,
                   __ATOMIC_RELAXED);
  // No change becomes visible before the store.
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

template <typename Function> static bool lockBy(Function Acquire) {
  if (isCopy())
    return false;
  SignalSet Old = blockSignalsBut(OpenSignals);
  if (!Acquire(static_cast<uint32_t>(currentTid()))) {
    restoreSignals(Old);
    return false;
  }
  beginChanges();
  OldSignals = Old;
  return true;
}

static bool lock(unsigned Timeout) {
  return lockBy([=](uint32_t Self) {
    if (!take(Self, Timeout))
      return false;
    waitForForks();
    return true;
  });
}

static void unlock() {
  SignalSet Old = OldSignals;
  __atomic_store_n(&ChangingThread, 0, __ATOMIC_RELEASE);
  wakeForks();
  release();
  restoreSignals(Old);
}

bool rt::holdsStateLock() {
  return !isCopy() && (currentState() & ~(HasWaiters | Given)) ==
                          static_cast<uint32_t>(currentTid());
}

void rt::keepOpenInStateLock(SignalSet Signals) { OpenSignals = Signals; }

StateLock::StateLock() : Held(lock(0)) {}

StateLock::~StateLock() {
  if (Held)
    unlock();
}

BoundedStateLock::BoundedStateLock() : BoundedStateLock(5000) {}

BoundedStateLock::BoundedStateLock(unsigned Milliseconds)
    : StateLock(Unlocked()) {
  Held = lock(Milliseconds);
}

TriedStateLock::TriedStateLock() : StateLock(Unlocked()) {
  Held = lockBy([](uint32_t Self) {
    if (!change(0, Self))
      return false;
    if (!numOtherForks())
      return true;
    release();
    return false;
  });
}

//===----------------------------------------------------------------------===//
// In fork()
//===----------------------------------------------------------------------===//

void rt::beginFork() {
  if (isCopy())
    return;
  constexpr SignalSet Trap = SignalSet(1) << (SIGTRAP - 1);
  // Signals are blocked because counts of their handlers during fork() would
  // belong to one of the two processes. SIGTRAP is not blocked, because code
  // may be patched meanwhile.
  SignalSet Blocked = ~(OpenSignals | Trap), Old = 0;
  rawSyscall(SYS_rt_sigprocmask, SIG_BLOCK, asLong(&Blocked), asLong(&Old),
             sizeof(SignalSet));
  bool IsTaken = take(static_cast<uint32_t>(currentTid()), 0);
  if (IsTaken)
    ChangingThread = 0; // A child made by vfork may have been killed.
  enterFork();
  if (IsTaken)
    release();
  SignalsBeforeFork = Old;
}

bool rt::endFork() {
  if (!isInFork())
    return false;
  SignalSet Old = SignalsBeforeFork;
  bool IsLeft = leaveFork();
  restoreSignals(Old);
  return IsLeft;
}

bool rt::beginInChild() {
  if (!isInFork())
    return false;
  restartForks();
  if (ChangingThread) {
    restoreSignals(SignalsBeforeFork);
    warn("a child of fork() is not counted: another thread was changing the "
         "runtime's records while they were copied");
    return false;
  }
  OwnPid = currentPid();
  *TheLock = {static_cast<uint32_t>(currentTid()), true};
  beginChanges();
  OldSignals = SignalsBeforeFork;
  return true;
}

void rt::endInChild() { unlock(); }
