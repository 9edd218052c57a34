//===- Cache.h - A set-associative cache ------------------------*- C++ -*-===//
//
// Which lines a cache holds, and which one goes when another comes: the latter
// is the policy, a type parameter. Lines are known by their number, the address
// divided by the line size. Line 0 stands for an empty way: no program accesses
// the first bytes of its address space.
//
// Pure: memory comes from the caller. Simulated accesses are made where vector
// registers hold the program's values, hence always_inline: a copy that some
// other file has compiled might use them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CACHE_H
#define UDPC_RUNTIME_LOGIC_CACHE_H

#include "udpc/costs.h"
#include <stddef.h>

#define UDPC_ALWAYS_INLINE inline __attribute__((always_inline))

namespace udpc {
namespace rt {

/// Code lies in an address space of its own, so that the last level does not
/// take it for data.
constexpr uint32_t CodeSpaceShift = 62;
constexpr uint64_t CodeSpace = uint64_t(1) << CodeSpaceShift;

/// The line that has not been used for longest goes. The ways of a set stand in
/// the order of their last use, the latest first.
struct LeastRecentlyUsed {
  /// Uses \p Line, which comes in if it is not there. Returns whether it was.
  template <typename WayT>
  static UDPC_ALWAYS_INLINE bool use(WayT *Ways, uint32_t NumWays, WayT Line) {
    WayT Moving = Ways[0];
    if (Moving == Line)
      return true;
    Ways[0] = Line;
    // Each moves one way back until the line's old place is filled.
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

/// A cache whose lines and number of sets are powers of two. Valid when zero,
/// but of no use before init().
template <typename Policy> class Cache {
public:
  /// Of an unknown policy nothing is known.
  static constexpr bool RepetitionIsIdle = false;

  static uint32_t numSets(const abi::CacheGeometry &G) {
    return G.Size / G.LineSize / G.Associativity;
  }
  /// How much memory the cache needs.
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) * numSets(G) * G.Associativity;
  }
  /// \p Zeroed is empty and lasts as long as the cache.
  void init(const abi::CacheGeometry &G, void *Zeroed) {
    Lines = static_cast<uint64_t *>(Zeroed);
    NumWays = G.Associativity;
    SetMask = numSets(G) - 1;
    LineShift = 0;
    while (uint32_t(1) << LineShift < G.LineSize)
      ++LineShift;
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

#endif // UDPC_RUNTIME_LOGIC_CACHE_H
