//===- SharedCache.h - A cache shared by threads ----------------*- C++ -*-===//
//
// Sets are guarded by a few spin locks. A lock that has been held for too long
// is stolen: its holder may have been abandoned by a jump out of a signal
// handler. A wrong guess costs at most one wrong line.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_SHAREDCACHE_H
#define UDPC_RUNTIME_CACHE_SHAREDCACHE_H

#include "runtime/logic/Cache.h"
#include <sys/syscall.h>
#include <time.h>

namespace udpc {
namespace rt {

/// Lets other threads run, without the C library.
UDPC_ALWAYS_INLINE void yieldProcessor() {
#if defined(__x86_64__)
  long Result;
  asm volatile("syscall"
               : "=a"(Result)
               : "0"(long(SYS_sched_yield))
               : "rcx", "r11", "memory");
#endif
}

/// Lets a thread that has been preempted run, on a processor that others want,
/// too: for a millisecond, or less if a signal comes. Without the C library.
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
  /// To be called when a second thread starts to use the cache.
  void share() { __atomic_store_n(&IsShared, true, __ATOMIC_RELAXED); }
  /// In the child after fork(): lock holders no longer exist.
  void unlockAll() {
    for (Lock &L : Locks)
      __atomic_store_n(&L.IsHeld, 0, __ATOMIC_RELAXED);
  }

  uint32_t lineShift() const { return C.lineShift(); }

  UDPC_ALWAYS_INLINE auto prefetch(uint64_t Line) const {
    return C.prefetch(Line);
  }
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    return use(Line, C.prefetch(Line));
  }
  /// The same; \p Set is the result of prefetch().
  template <typename SetT>
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, SetT Set) {
    // Locks are skipped for one thread: an atomic exchange takes as long as all
    // the rest.
    if (__builtin_expect(!__atomic_load_n(&IsShared, __ATOMIC_RELAXED), true))
      return C.use(Line, Set);
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
  /// Yields, then sleeps, so that a preempted holder can run. Attempts are
  /// counted, not time, since a process may be stopped as a whole. All of them
  /// take two seconds: on a processor with a load of 20, a thread that can run
  /// waits for its turn a tenth of that.
  static constexpr unsigned NumPauses = 1000, NumYields = 1000,
                            MaxTries = NumPauses + NumYields + 2000;
  struct alignas(64) Lock {
    uint32_t IsHeld;
  };

  CacheT C;
  bool IsShared;
  Lock Locks[NumLocks];
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_SHAREDCACHE_H
