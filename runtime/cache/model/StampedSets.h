//===- StampedSets.h - LRU sets by external stamps --------------*- C++ -*-===//
//
// The sets of a cache with least-recently-used replacement, equivalent to
// Cache<LeastRecentlyUsed>, for lines whose hits generated code handles: each
// line has a word of memory to which each use writes a stamp, larger than all
// before. The sets are accessed at misses only.
//
// A set stores for each way the stamp that was read last. Stamps only grow: if
// the way with the smallest stored stamp still has that stamp, all others were
// used later, and the way is evicted. Otherwise its stored stamp is updated,
// and the search continues. So a miss usually reads one or two words instead of
// all.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_STAMPEDSETS_H
#define UDPC_RUNTIME_CACHE_MODEL_STAMPEDSETS_H

#include "runtime/cache/model/Cache.h"

namespace udpc {
namespace rt {

/// A set consists of the stored stamps of its ways, then a word for each way
/// that the cache defines (0: empty). Valid when zero, but unusable before
/// init().
class StampedSets {
public:
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) * 2 * size_t(G.Associativity) * numSetsOf(G);
  }
  /// Initialises the sets. \p Zeroed is empty and lasts as long as the sets.
  void init(const abi::CacheGeometry &G, void *Zeroed) {
    Sets = static_cast<uint64_t *>(Zeroed);
    NumWays = G.Associativity;
    SetMask = numSetsOf(G) - 1;
    WayBits = 0;
    while (uint32_t(1) << WayBits < NumWays)
      ++WayBits;
    for (size_t I = 0; I <= SetMask; ++I)
      for (uint32_t Way = 0; Way != NumWays; ++Way)
        Set<0>(*this, I).store(Way, 0);
  }

  /// A set. \p Ways is the number of ways if it is a constant, otherwise 0.
  template <uint32_t Ways> class Set {
  public:
    UDPC_ALWAYS_INLINE Set(const StampedSets &S, uint64_t Line)
        : NumWays(Ways ? Ways : S.NumWays), WayBits(Ways ? 0 : S.WayBits) {
      while (Ways && uint32_t(1) << WayBits < NumWays)
        ++WayBits;
      size_t Number = static_cast<uint32_t>(Line) & S.SetMask;
      Stored = S.Sets + Number * 2 * NumWays;
    }

    UDPC_ALWAYS_INLINE uint64_t &way(uint32_t Way) const {
      return Stored[NumWays + Way];
    }
    UDPC_ALWAYS_INLINE void store(uint32_t Way, uint64_t Stamp) const {
      Stored[Way] = keyOf(Stamp, Way);
    }
    UDPC_ALWAYS_INLINE uint64_t stored(uint32_t Way) const {
      return Stored[Way] >> WayBits;
    }
    /// Returns the way with the smallest stamp. \p StampOf(way) is its current
    /// stamp.
    template <typename Function>
    UDPC_ALWAYS_INLINE uint32_t oldest(Function StampOf) const {
      for (;;) {
        uint64_t Key = smallest();
        auto Way = static_cast<uint32_t>(Key & ((uint64_t(1) << WayBits) - 1));
        uint64_t Now = keyOf(StampOf(Way), Way);
        if (__builtin_expect(Now == Key, true))
          return Way;
        Stored[Way] = Now;
      }
    }

  private:
    /// Returns a stamp combined with its way, so that the minimum identifies
    /// the way.
    UDPC_ALWAYS_INLINE uint64_t keyOf(uint64_t Stamp, uint32_t Way) const {
      return Stamp << WayBits | Way;
    }
    static UDPC_ALWAYS_INLINE uint64_t smaller(uint64_t A, uint64_t B) {
      return A < B ? A : B;
    }
    UDPC_ALWAYS_INLINE uint64_t smallest() const {
      // Independent operations, without a dependence chain.
      if (Ways == 8)
        return smaller(smaller(smaller(Stored[0], Stored[1]),
                               smaller(Stored[2], Stored[3])),
                       smaller(smaller(Stored[4], Stored[5]),
                               smaller(Stored[6], Stored[7])));
      uint64_t Result = Stored[0];
      for (uint32_t I = 1; I != NumWays; ++I)
        Result = smaller(Result, Stored[I]);
      return Result;
    }

    uint64_t *Stored;
    uint32_t NumWays, WayBits;
  };

  UDPC_ALWAYS_INLINE uint32_t numWays() const { return NumWays; }
  UDPC_ALWAYS_INLINE uint32_t numSets() const { return SetMask + 1; }

private:
  uint64_t *Sets;
  uint32_t NumWays;
  uint32_t SetMask;
  uint32_t WayBits;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_STAMPEDSETS_H
