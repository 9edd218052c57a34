//===- EveryPeriod.cpp - Computes N-th occurrences ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/EveryPeriod.h"

using namespace udpc;
using namespace udpc::rt;

/// Returns whether more has been taken back than counted.
static bool isNegative(uint64_t Count) {
  return static_cast<int64_t>(Count) < 0;
}

uint64_t rt::firstTarget(uint64_t Before, uint64_t Warmup, uint64_t Period,
                         uint64_t Random) {
  if (!Period)
    return NeverReached;
  uint64_t Start = !isNegative(Before) && Before > Warmup ? Before : Warmup;
  uint64_t First = Random ? 1 + Random % Period : Period;
  return First < NeverReached - Start ? Start + First : NeverReached;
}

uint64_t rt::numPassed(uint64_t Count, uint64_t Target, uint64_t Period) {
  if (isNegative(Count) || Count < Target || !Period)
    return 0;
  return 1 + (Count - Target) / Period;
}

uint64_t rt::targetAfter(uint64_t Target, uint64_t Passed, uint64_t Period) {
  uint64_t Distance, Result;
  if (__builtin_mul_overflow(Passed, Period, &Distance) ||
      __builtin_add_overflow(Target, Distance, &Result) ||
      Result > NeverReached)
    return NeverReached;
  return Result;
}

// Offset changes only together with Counter: if it is equal before and after,
// Counter belongs to it. A thread that passes periods without end could keep a
// reader waiting, so the number of attempts is limited.
EveryCount rt::readCount(const abi::EveryPair &Pair) {
  EveryCount Result;
  for (int Attempt = 0; Attempt != 1000; ++Attempt) {
    uint64_t Before = __atomic_load_n(&Pair.Offset, __ATOMIC_ACQUIRE);
    Result.Counter = __atomic_load_n(&Pair.Counter, __ATOMIC_ACQUIRE);
    Result.Offset = __atomic_load_n(&Pair.Offset, __ATOMIC_RELAXED);
    if (Result.Offset == Before)
      break;
  }
  return Result;
}

#if defined(__x86_64__)
/// Exchanges both words in one instruction, so neither a signal nor the end of
/// the process comes in between. That holds without a `lock` prefix for this
/// thread, the only one that writes the words, but other threads could read a
/// mixture.
static bool exchange(abi::EveryPair &Pair, const EveryCount &Old,
                     const EveryCount &New) {
  bool Done;
  uint64_t Low = static_cast<uint64_t>(Old.Counter), High = Old.Offset;
  asm volatile("lock cmpxchg16b %[Both]"
               : "=@ccz"(Done), [Both] "+m"(Pair), "+a"(Low), "+d"(High)
               : "b"(New.Counter), "c"(New.Offset)
               : "memory");
  return Done;
}
#else
/// Exchanges the words separately: for an instant a reader may see one without
/// the other.
static bool exchange(abi::EveryPair &Pair, const EveryCount &Old,
                     const EveryCount &New) {
  if (Pair.Counter != Old.Counter)
    return false;
  __atomic_fetch_add(&Pair.Counter, New.Counter - Old.Counter,
                     __ATOMIC_ACQ_REL);
  __atomic_store_n(&Pair.Offset, New.Offset, __ATOMIC_RELEASE);
  return true;
}
#endif

bool rt::setTarget(abi::EveryPair &Pair, const EveryCount &Now,
                   uint64_t Target) {
  uint64_t Count = Now.count();
  uint64_t Next = Target - Count < LongestStep ? Target : Count + LongestStep;
  return setShare(Pair, Now, Next - 1 - Count);
}

bool rt::setShare(abi::EveryPair &Pair, const EveryCount &Now, uint64_t Share) {
  return exchange(Pair, Now,
                  {-static_cast<int64_t>(Share), Now.count() + Share});
}

// The finaliser of MurmurHash3 on a step of the golden ratio (SplitMix64).
uint64_t rt::mixed(uint64_t Seed) {
  Seed += 0x9e3779b97f4a7c15;
  Seed = (Seed ^ (Seed >> 30)) * 0xbf58476d1ce4e5b9;
  Seed = (Seed ^ (Seed >> 27)) * 0x94d049bb133111eb;
  Seed ^= Seed >> 31;
  return Seed ? Seed : 1;
}
