//===- SnapshotTimer.cpp - Snapshots at intervals -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/SnapshotTimer.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/log/LogWriter.h"
#include "runtime/log/Snapshot.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include "udpc/amounts.h"
#include <errno.h>
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

/// Nonzero if the thread is to end. A futex.
static uint32_t Stopped;
static uint64_t Interval;
static void (*WriteToo)();

/// Waits until \p Time (CLOCK_MONOTONIC). Returns false if the thread is to
/// end.
static bool sleepUntil(uint64_t Time) {
  constexpr uint64_t Second = 1000000000;
  timespec Until = {static_cast<time_t>(Time / Second),
                    static_cast<long>(Time % Second)};
  for (;;) {
    if (__atomic_load_n(&Stopped, __ATOMIC_ACQUIRE))
      return false;
    // Unlike FUTEX_WAIT, FUTEX_WAIT_BITSET takes an absolute time.
    long Result =
        rawSyscall(SYS_futex, asLong(&Stopped), FUTEX_WAIT_BITSET_PRIVATE, 0,
                   asLong(&Until), 0, FUTEX_BITSET_MATCH_ANY);
    if (Result == -ETIMEDOUT)
      return true;
    if (Result && Result != -EINTR && Result != -EAGAIN)
      return false;
  }
}

static void *takeSnapshots(void *) {
  rawSyscall(SYS_prctl, PR_SET_NAME, asLong("udpc-interval"));
  uint64_t Next = monotonicTime();
  do {
    // A late snapshot does not shift later ones. Snapshots that were missed
    // because the process was stopped are skipped.
    uint64_t Now = monotonicTime();
    Next += Interval;
    if (Next <= Now)
      Next = Now + Interval - (Now - Next) % Interval;
    if (!sleepUntil(Next))
      return nullptr;
    if (logIsOn())
      takeSnapshot(log::Trigger::Interval);
    if (WriteToo)
      WriteToo();
  } while (ownsCounts());
  return nullptr;
}

void rt::startInterval(void (*Write)()) {
  if (!*options().interval.Text || (!logIsOn() && !Write))
    return;
  WriteToo = Write;
  if (!amounts::parseDuration(options().interval.Text, Interval) ||
      Interval < amounts::LeastInterval)
    return warn("UDPC_OPTIONS: interval: '", options().interval.Text,
                "' must be between 1ms and 36500d, as 500ms, 10s, 5m are; "
                "nothing is written at intervals");
  Stopped = 0;
  if (int Error = startOwnThread(takeSnapshots))
    warn("interval: cannot start a thread: ", errorText(Error));
}

void rt::stopInterval() {
  __atomic_store_n(&Stopped, 1, __ATOMIC_RELEASE);
  rawSyscall(SYS_futex, asLong(&Stopped), FUTEX_WAKE_PRIVATE, 1);
}
