//===- Cache.h - A set-associative cache ------------------------*- C++ -*-===//
//
// Models which lines a cache contains, and which one is evicted: the
// replacement policy is a type parameter. Lines are identified by their number,
// the address divided by the line size. Line 0 marks an empty way: no program
// accesses the first bytes of its address space.
//
// Pure: the caller provides memory. Simulation runs while vector registers hold
// the program's values, hence always_inline: an out-of-line copy compiled in
// another file might use them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_CACHE_H
#define UDPC_RUNTIME_CACHE_MODEL_CACHE_H

#include "udpc/cache_profile.h"
#include <stddef.h>

#define UDPC_ALWAYS_INLINE inline __attribute__((always_inline))

namespace udpc {
namespace rt {

/// Address space of code, so that the last level distinguishes code from data.
constexpr uint32_t CodeSpaceShift = 62;
constexpr uint64_t CodeSpace = uint64_t(1) << CodeSpaceShift;

inline uint32_t numSetsOf(const abi::CacheGeometry &G) {
  return G.Size / G.LineSize / G.Associativity;
}
/// Returns the binary logarithm of the line size.
inline uint32_t lineShiftOf(const abi::CacheGeometry &G) {
  return static_cast<uint32_t>(__builtin_ctz(G.LineSize));
}

/// Replacement policy that evicts the least recently used line. The ways of a
/// set are sorted by their last use, the latest first.
struct LeastRecentlyUsed {
  /// Uses \p Line, inserting it if it is absent. Returns whether it was
  /// present.
  template <typename WayT>
  static UDPC_ALWAYS_INLINE bool use(WayT *Ways, uint32_t NumWays, WayT Line) {
    WayT Moving = Ways[0];
    if (Moving == Line)
      return true;
    Ways[0] = Line;
    // Each line moves back by one way, up to the former way of \p Line.
    for (uint32_t I = 1; I != NumWays; ++I) {
      WayT Here = Ways[I];
      Ways[I] = Moving;
      if (Here == Line)
        return true;
      Moving = Here;
    }
    return false;
  }
};

/// A cache whose line size and number of sets are powers of two. Valid when
/// zero, but unusable before init().
template <typename Policy> class Cache {
public:
  /// Whether repeating an access has no effect; unknown for arbitrary policies.
  static constexpr bool RepetitionIsIdle = false;

  /// Returns the size of the cache's memory.
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) * numSetsOf(G) * G.Associativity;
  }
  /// Initialises the cache. \p Zeroed is empty and lasts as long as the cache.
  void init(const abi::CacheGeometry &G, void *Zeroed) {
    Lines = static_cast<uint64_t *>(Zeroed);
    NumWays = G.Associativity;
    SetMask = numSetsOf(G) - 1;
    LineShift = lineShiftOf(G);
  }

  uint32_t lineShift() const { return LineShift; }

  UDPC_ALWAYS_INLINE uint32_t setOf(uint64_t Line) const {
    return static_cast<uint32_t>(Line) & SetMask;
  }
  /// Uses \p Line. Returns whether the cache had it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    return Policy::use(waysOf(Line), NumWays, Line);
  }

private:
  UDPC_ALWAYS_INLINE uint64_t *waysOf(uint64_t Line) const {
    return Lines + size_t(setOf(Line)) * NumWays;
  }

  uint64_t *Lines;
  uint32_t NumWays;
  uint32_t SetMask;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_CACHE_H
