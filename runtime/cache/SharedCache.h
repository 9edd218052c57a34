//===- SharedCache.h - A cache shared by threads ----------------*- C++ -*-===//
//
// Wraps a cache for use by several threads: the last level. A few spin locks
// guard its sets. A lock that has been held for too long is stolen: its holder
// may have been abandoned by a jump out of a signal handler. A wrong guess
// costs at most one wrong line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_SHAREDCACHE_H
#define UDPC_RUNTIME_CACHE_SHAREDCACHE_H

#include "runtime/cache/model/Cache.h"
#include <sys/syscall.h>
#include <time.h>

namespace udpc {
namespace rt {

/// Yields the processor, without the C library.
UDPC_ALWAYS_INLINE void yieldProcessor() {
#if defined(__x86_64__)
  long Result;
  asm volatile("syscall"
               : "=a"(Result)
               : "0"(long(SYS_sched_yield))
               : "rcx", "r11", "memory");
#endif
}

/// Sleeps for a millisecond, or less if a signal comes, so that a preempted
/// thread can run even if other processes want its processor. Without the C
/// library.
UDPC_ALWAYS_INLINE void sleepBriefly() {
#if defined(__x86_64__)
  const timespec Duration = {0, 1000000};
  long Result;
  asm volatile("syscall"
               : "=a"(Result)
               : "0"(long(SYS_nanosleep)), "D"(&Duration), "S"(nullptr)
               : "rcx", "r11", "memory");
#endif
}

/// Valid when zero, but unusable before init().
template <typename CacheT> class SharedCache {
public:
  static size_t bytes(const abi::CacheGeometry &G) { return CacheT::bytes(G); }
  void init(const abi::CacheGeometry &G, void *Zeroed) { C.init(G, Zeroed); }
  /// To be called when a second thread starts to use the cache. Returns when
  /// the first one is no longer in a use() without a lock.
  void share() {
    if (__atomic_load_n(&IsSettled, __ATOMIC_ACQUIRE))
      return;
    __atomic_store_n(&IsShared, true, __ATOMIC_SEQ_CST);
    // The first thread may have read IsShared before, while its store to IsUsed
    // waits in its processor's buffer, for less than a millisecond.
    // membarrier() would be a guarantee, but some sandboxes kill processes that
    // call it.
    unsigned Tries = 0;
    do
      sleepBriefly();
    while (__atomic_load_n(&IsUsed, __ATOMIC_ACQUIRE) && ++Tries != NumSleeps);
    __atomic_store_n(&IsSettled, true, __ATOMIC_RELEASE);
  }
  /// Called in the child after fork(): lock holders no longer exist.
  void unlockAll() {
    for (Lock &L : Locks)
      __atomic_store_n(&L.IsHeld, 0, __ATOMIC_RELAXED);
    IsUsed = false;
  }

  uint32_t lineShift() const { return C.lineShift(); }

  UDPC_ALWAYS_INLINE auto prefetch(uint64_t Line) const {
    return C.prefetch(Line);
  }
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    return use(Line, C.prefetch(Line));
  }
  /// Uses \p Line; \p Set is the result of prefetch().
  template <typename SetT>
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, SetT Set) {
    // With one thread no lock is taken: an atomic exchange takes as long as all
    // the rest.
    if (__builtin_expect(!isShared(), true)) {
      __atomic_store_n(&IsUsed, true, __ATOMIC_RELAXED);
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
      bool IsAlone = !isShared();
      bool Had = IsAlone && C.use(Line, Set);
      __atomic_store_n(&IsUsed, false, __ATOMIC_RELEASE);
      if (IsAlone)
        return Had;
    }
    Lock &L = Locks[C.setOf(Line) % NumLocks];
    for (unsigned Tries = 0;
         __atomic_exchange_n(&L.IsHeld, 1, __ATOMIC_ACQUIRE); ++Tries) {
      if (Tries == MaxTries)
        break;
      if (Tries > NumPauses + NumYields)
        sleepBriefly();
      else if (Tries > NumPauses)
        yieldProcessor();
#if defined(__x86_64__)
      else
        __builtin_ia32_pause();
#endif
    }
    bool Had = C.use(Line, Set);
    __atomic_store_n(&L.IsHeld, 0, __ATOMIC_RELEASE);
    return Had;
  }

private:
  static constexpr unsigned NumLocks = 256;
  /// Numbers of attempts by pausing, yielding and sleeping; yields and sleeps
  /// let a preempted holder run. Attempts are counted, not time, since a
  /// process may be stopped as a whole. All of them take two seconds: on a
  /// processor with a load of 20, a thread that can run waits for its turn a
  /// tenth of that.
  static constexpr unsigned NumPauses = 1000, NumYields = 1000,
                            NumSleeps = 2000,
                            MaxTries = NumPauses + NumYields + NumSleeps;
  struct alignas(64) Lock {
    uint32_t IsHeld;
  };

  bool isShared() const { return __atomic_load_n(&IsShared, __ATOMIC_RELAXED); }

  CacheT C;
  bool IsShared;
  /// Whether a thread is in use() without a lock; whether no thread will be.
  bool IsUsed, IsSettled;
  Lock Locks[NumLocks];
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_SHAREDCACHE_H
