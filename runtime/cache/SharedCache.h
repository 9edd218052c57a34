//===- SharedCache.h - A cache that several threads use ---------*- C++ -*-===//
//
// Sets are guarded by a few spin locks. A lock that is not to be had for long
// is taken away: its holder may have left by a jump out of a signal handler.
// The worst that comes of it is a line too many or too few.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_SHAREDCACHE_H
#define UDPC_RUNTIME_CACHE_SHAREDCACHE_H

#include "runtime/logic/Cache.h"
#include <sys/syscall.h>

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

/// Valid when zero, but of no use before init().
template <typename CacheT> class SharedCache {
public:
  static size_t bytes(const abi::CacheGeometry &G) { return CacheT::bytes(G); }
  void init(const abi::CacheGeometry &G, void *Zeroed) { C.init(G, Zeroed); }
  /// From now on several threads use it.
  void share() { __atomic_store_n(&IsShared, true, __ATOMIC_RELAXED); }
  /// In the child after fork(): the holders are gone.
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
  /// The same, \p Set being what prefetch() said.
  template <typename SetT>
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, SetT Set) {
    // An atomic exchange takes as long as the rest.
    if (__builtin_expect(!__atomic_load_n(&IsShared, __ATOMIC_RELAXED), true))
      return C.use(Line, Set);
    Lock &L = Locks[C.setOf(Line) % NumLocks];
    for (unsigned Tries = 0;
         __atomic_exchange_n(&L.IsHeld, 1, __ATOMIC_ACQUIRE); ++Tries) {
      if (Tries == MaxTries)
        break;
      if (Tries > NumPauses)
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
  /// A holder that does not run at the moment is given time: where no one else
  /// wants the processor, the tries take a tenth of a second or so.
  static constexpr unsigned NumPauses = 1000, MaxTries = 200000;
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
