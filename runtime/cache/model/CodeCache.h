//===- CodeCache.h - A code cache with external stamps ----------*- C++ -*-===//
//
// A cache with least-recently-used replacement (StampedSets), for code: each
// line has a word in the thread's memory, the stamp of its last use, which is 0
// while the line is absent. So generated code handles a hit by a comparison
// with 0 and a store of the stamp.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_CODECACHE_H
#define UDPC_RUNTIME_CACHE_MODEL_CODECACHE_H

#include "runtime/cache/model/StampedSets.h"
#include "udpc/simulation.h"

namespace udpc {
namespace rt {

/// LRU cache of code lines. Valid when zero, but unusable before init().
class CodeCache {
public:
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) + StampedSets::bytes(G);
  }
  /// Initialises the cache. \p Zeroed is empty and lasts as long as the cache.
  /// Stamps come from \p Shared or, if it is null, from a clock of the cache.
  void init(const abi::CacheGeometry &G, void *Zeroed,
            uint64_t *Shared = nullptr) {
    auto *Own = static_cast<uint64_t *>(Zeroed);
    Clock = Shared ? Shared : Own;
    Sets.init(G, Own + 1);
    LineShift = lineShiftOf(G);
  }

  uint32_t lineShift() const { return LineShift; }

  /// Uses \p Line, whose stamp is at \p Stamp. Returns whether the cache had
  /// it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, uint64_t *Stamp) {
    uint64_t Now = *Clock += abi::ClockStep;
    bool Had = *Stamp != 0;
    *Stamp = Now;
    // Generated code calls if the stamp is 0, but a signal handler may have set
    // it meanwhile.
    if (__builtin_expect(Had, false))
      return true;
    // The usual number of ways is 8.
    if (__builtin_expect(Sets.numWays() == 8, true))
      bringInto(StampedSets::Set<8>(Sets, Line), Stamp, Now);
    else
      bringInto(StampedSets::Set<0>(Sets, Line), Stamp, Now);
    return false;
  }
  /// Uses \p Line, which has no stamp. Returns whether the cache had it. Not to
  /// be combined with the overload above.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    uint64_t Now = *Clock += abi::ClockStep;
    StampedSets::Set<0> S(Sets, Line);
    for (uint32_t Way = 0; Way != Sets.numWays(); ++Way)
      if (S.way(Way) == Line) {
        S.store(Way, Now);
        return true;
      }
    uint32_t Way = S.oldest([&](uint32_t Way) { return S.stored(Way); });
    S.way(Way) = Line;
    S.store(Way, Now);
    return false;
  }
  /// Empties the cache and clears the stamps.
  void clearStamps() const {
    for (uint32_t I = 0; I != Sets.numSets(); ++I)
      for (uint32_t Way = 0; Way != Sets.numWays(); ++Way)
        if (auto *Stamp = reinterpret_cast<uint64_t *>(
                StampedSets::Set<0>(Sets, I).way(Way)))
          *Stamp = 0;
  }

private:
  template <typename SetT>
  UDPC_ALWAYS_INLINE void bringInto(SetT S, uint64_t *Stamp, uint64_t Now) {
    auto PlaceOf = [&](uint32_t Way) {
      return reinterpret_cast<uint64_t *>(S.way(Way));
    };
    uint32_t Way = S.oldest([&](uint32_t Way) {
      uint64_t *Place = PlaceOf(Way);
      return Place ? *Place : 0;
    });
    if (uint64_t *Gone = PlaceOf(Way))
      *Gone = 0;
    S.way(Way) = reinterpret_cast<uint64_t>(Stamp);
    S.store(Way, Now);
  }

  uint64_t *Clock;
  StampedSets Sets;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_CODECACHE_H
