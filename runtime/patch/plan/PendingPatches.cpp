//===- PendingPatches.cpp - Retries pending patches -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/PendingPatches.h"
#include "runtime/system/Clock.h"

using namespace udpc;
using namespace udpc::rt;

static uint64_t Sites, NextTime;
static uint32_t Traps;

void rt::setPendingSites(uint64_t N, uint64_t Nanoseconds) {
  // An attempt sends a signal to each thread, and may wait for some of them.
  constexpr uint64_t MinPause = 10000000, MaxPause = 500000000, Share = 20;
  uint64_t Pause = Share * Nanoseconds;
  Pause = Pause < MinPause ? MinPause : Pause > MaxPause ? MaxPause : Pause;
  __atomic_store_n(&NextTime, monotonicTime() + Pause, __ATOMIC_RELAXED);
  __atomic_store_n(&Sites, N, __ATOMIC_RELEASE);
}

uint64_t rt::pendingSites() {
  return __atomic_load_n(&Sites, __ATOMIC_ACQUIRE);
}

bool rt::shouldRetryPending() {
  // A few traps cost less than an attempt.
  constexpr uint32_t TrapsEach = 64;
  return pendingSites() &&
         __atomic_add_fetch(&Traps, 1, __ATOMIC_RELAXED) % TrapsEach == 0 &&
         monotonicTime() >= __atomic_load_n(&NextTime, __ATOMIC_RELAXED);
}
