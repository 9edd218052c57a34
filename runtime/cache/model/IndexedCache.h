//===- IndexedCache.h - A data cache with an index of its lines -*- C++ -*-===//
//
// A set-associative cache with least-recently-used replacement, equivalent to
// Cache<LeastRecentlyUsed>, for data. Each way has the stamp of its last use.
// An index entry, selected by the lowest bits of a line's number, holds a
// present line and its way. So generated code handles a hit by a comparison and
// a store of the stamp; only a miss searches for the smallest stamp.
//
// If two present lines share an entry, it holds the most recently used one; the
// other is hidden, and is searched in its set when it is used again.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_INDEXEDCACHE_H
#define UDPC_RUNTIME_CACHE_MODEL_INDEXEDCACHE_H

#include "runtime/cache/model/Cache.h"
#include "udpc/simulation.h"

namespace udpc {
namespace rt {

/// The part of a cache that generated code accesses; initially zero.
struct LineIndex {
  /// A present line for each entry; 0: none.
  uint64_t *Lines;
  /// The way of that line for each entry. Ways of a set are contiguous.
  uint32_t *Ways;
  /// The stamp of the last use of each way.
  uint64_t *Stamps;
  /// The latest stamp.
  uint64_t *Clock;
};

/// Valid when zero, but unusable before init().
template <uint32_t IndexSize> class IndexedCache {
public:
  /// Repeating an access to the most recently used line has no effect.
  static constexpr bool RepetitionIsIdle = true;

  static uint32_t numWays(const abi::CacheGeometry &G) {
    return numSetsOf(G) * G.Associativity;
  }
  /// Returns the size of the cache's memory, including its own index.
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) * (1 + 2 * size_t(numWays(G)) + numSetsOf(G)) +
           IndexSize * (sizeof(uint64_t) + sizeof(uint32_t));
  }
  /// Initialises the cache. \p Zeroed is empty and lasts as long as the cache.
  /// Without \p Shared the cache has its own index.
  void init(const abi::CacheGeometry &G, void *Zeroed,
            const LineIndex *Shared = nullptr) {
    auto *Words = static_cast<uint64_t *>(Zeroed);
    Lines = Words;
    Hidden = Lines + numWays(G);
    if (Shared) {
      Index = *Shared;
    } else {
      Index.Stamps = Hidden + numSetsOf(G);
      Index.Clock = Index.Stamps + numWays(G);
      Index.Lines = Index.Clock + 1;
      Index.Ways = reinterpret_cast<uint32_t *>(Index.Lines + IndexSize);
    }
    Associativity = G.Associativity;
    SetMask = numSetsOf(G) - 1;
    LineShift = lineShiftOf(G);
  }

  uint32_t lineShift() const { return LineShift; }

  /// Uses \p Line. Returns whether the cache had it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    uint64_t Now = *Index.Clock += abi::ClockStep;
    uint32_t Entry = Line % IndexSize;
    uint64_t Other = Index.Lines[Entry];
    if (Other == Line) {
      Index.Stamps[Index.Ways[Entry]] = Now;
      return true;
    }
    if (__builtin_expect(Other != 0, false)) {
      uint32_t Set = setOf(Other);
      Hidden[Set] |= bitOf(Index.Ways[Entry] - Set * Associativity);
    }
    bool Had;
    Index.Ways[Entry] = bringIn(Line, Had);
    Index.Stamps[Index.Ways[Entry]] = Now;
    Index.Lines[Entry] = Line;
    return Had;
  }

private:
  UDPC_ALWAYS_INLINE uint32_t setOf(uint64_t Line) const {
    return static_cast<uint32_t>(Line) & SetMask;
  }
  /// Returns the bit of \p Way in a word of Hidden. Ways share bits if there
  /// are more than 64.
  static UDPC_ALWAYS_INLINE uint64_t bitOf(uint32_t Way) {
    return uint64_t(1) << (Way % 64);
  }

  struct Oldest {
    uint64_t Stamp;
    uint32_t Way;
  };
  static UDPC_ALWAYS_INLINE Oldest older(Oldest A, Oldest B) {
    return B.Stamp < A.Stamp ? B : A;
  }
  /// Returns the smallest of \p N stamps from \p First by a tree of independent
  /// comparisons, which take a fraction of a chain's time.
  template <uint32_t First, uint32_t N>
  static UDPC_ALWAYS_INLINE Oldest oldestIn(const uint64_t *Stamps) {
    if constexpr (N == 1)
      return {Stamps[First], First};
    else
      return older(oldestIn<First, N / 2>(Stamps),
                   oldestIn<First + N / 2, N - N / 2>(Stamps));
  }
  /// Returns the way with the smallest of \p N stamps. The usual numbers of
  /// ways have code of their own.
  static UDPC_ALWAYS_INLINE uint32_t oldestOf(const uint64_t *Stamps,
                                              uint32_t N) {
    switch (N) {
    case 2:
      return oldestIn<0, 2>(Stamps).Way;
    case 4:
      return oldestIn<0, 4>(Stamps).Way;
    case 8:
      return oldestIn<0, 8>(Stamps).Way;
    case 12:
      return oldestIn<0, 12>(Stamps).Way;
    case 16:
      return oldestIn<0, 16>(Stamps).Way;
    }
    Oldest Result = {Stamps[0], 0};
    for (uint32_t I = 1; I != N; ++I)
      Result = older(Result, {Stamps[I], I});
    return Result.Way;
  }

  /// Finds \p Line, which is not in the index, if it is hidden; otherwise
  /// replaces the oldest line of its set by it. Returns its way.
  UDPC_ALWAYS_INLINE uint32_t bringIn(uint64_t Line, bool &Had) {
    uint32_t Set = setOf(Line), First = Set * Associativity;
    uint64_t *Here = Lines + First;
    Had = true;
    for (uint64_t Bits = Hidden[Set]; Bits; Bits &= Bits - 1)
      for (auto Way = static_cast<uint32_t>(__builtin_ctzll(Bits));
           Way < Associativity; Way += 64)
        if (Here[Way] == Line) {
          show(Set, Way);
          return First + Way;
        }
    Had = false;
    uint32_t Way = oldestOf(Index.Stamps + First, Associativity);
    uint64_t Gone = Here[Way];
    // An empty way matches no entry.
    if (__builtin_expect(Index.Lines[Gone % IndexSize] == Gone, true))
      Index.Lines[Gone % IndexSize] = 0;
    else
      show(Set, Way);
    Here[Way] = Line;
    return First + Way;
  }

  /// Marks the line in \p Way as not hidden.
  UDPC_ALWAYS_INLINE void show(uint32_t Set, uint32_t Way) {
    if (Associativity <= 64)
      Hidden[Set] &= ~bitOf(Way);
  }

  LineIndex Index;
  /// The line of each way.
  uint64_t *Lines;
  /// A bit for each way of a set whose line is hidden.
  uint64_t *Hidden;
  uint32_t Associativity;
  uint32_t SetMask;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_INDEXEDCACHE_H
