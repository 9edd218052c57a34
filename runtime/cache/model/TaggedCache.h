//===- TaggedCache.h - A large cache with 32-bit tags -----------*- C++ -*-===//
//
// A set-associative cache with least-recently-used replacement, equivalent to
// Cache<LeastRecentlyUsed>, for caches so large that fetching the ways from
// memory dominates. A way has a 32-bit tag, the part of a line's number that
// the set does not determine, so 16 ways fit in one line of the processor's
// cache.
//
// Pure, as Cache.h, whose rules on lines and memory apply. Lines are those of
// addresses below 2^47, or of code (CodeSpace).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_TAGGEDCACHE_H
#define UDPC_RUNTIME_CACHE_MODEL_TAGGEDCACHE_H

#include "runtime/cache/model/Cache.h"

namespace udpc {
namespace rt {

/// LRU cache with compact ways. Valid when zero, but unusable before init().
class TaggedCache {
public:
  static size_t bytes(const abi::CacheGeometry &G) {
    TaggedCache C;
    C.init(G, nullptr);
    return C.SetBytes * (size_t(C.SetMask) + 1);
  }
  /// Initialises the cache. \p Zeroed is empty and lasts as long as the cache.
  void init(const abi::CacheGeometry &G, void *Zeroed) {
    Ways = static_cast<char *>(Zeroed);
    NumWays = G.Associativity;
    SetMask = numSetsOf(G) - 1;
    SetBits = static_cast<uint32_t>(__builtin_popcount(SetMask));
    LineShift = lineShiftOf(G);
    // Whether 31 bits distinguish the lines of a set.
    IsNarrow = AddressBits - LineShift < 31 + SetBits;
    SetBytes = (IsNarrow ? sizeof(uint32_t) : sizeof(uint64_t)) * NumWays;
  }

  uint32_t lineShift() const { return LineShift; }
  UDPC_ALWAYS_INLINE uint32_t setOf(uint64_t Line) const {
    return static_cast<uint32_t>(Line) & SetMask;
  }
  /// Prefetches the ways that use() will read. Returns the set.
  UDPC_ALWAYS_INLINE char *prefetch(uint64_t Line) const {
    char *Set = Ways + setOf(Line) * SetBytes;
#if defined(__x86_64__)
    // The builtin has no effect without vector registers.
    asm volatile("prefetcht0 %0" : : "m"(*Set));
#else
    __builtin_prefetch(Set);
#endif
    return Set;
  }
  /// Uses \p Line. Returns whether the cache had it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    return use(Line, Ways + setOf(Line) * SetBytes);
  }
  /// Uses \p Line; \p Set is the result of prefetch().
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, char *Set) {
    if (__builtin_expect(IsNarrow, true))
      return useNarrow(reinterpret_cast<uint32_t *>(Set), tagOf(Line));
    return LeastRecentlyUsed::use(reinterpret_cast<uint64_t *>(Set), NumWays,
                                  Line);
  }

private:
  static constexpr uint32_t AddressBits = 47;

  /// Two adjacent ways, unaligned.
  struct __attribute__((packed, may_alias)) TwoWays {
    uint64_t Tags;
  };
  /// Like LeastRecentlyUsed::use(), but moves two ways at a time.
  UDPC_ALWAYS_INLINE bool useNarrow(uint32_t *Set, uint32_t Tag) {
    if (Set[0] == Tag)
      return true;
    uint32_t Place = 1;
    while (Place != NumWays && Set[Place] != Tag)
      ++Place;
    bool Had = Place != NumWays;
    Place -= !Had;
    for (; Place >= 2; Place -= 2)
      reinterpret_cast<TwoWays *>(Set + Place - 1)->Tags =
          reinterpret_cast<TwoWays *>(Set + Place - 2)->Tags;
    if (Place)
      Set[1] = Set[0];
    Set[0] = Tag;
    return Had;
  }

  /// Returns the tag of \p Line; never 0, which marks an empty way.
  UDPC_ALWAYS_INLINE uint32_t tagOf(uint64_t Line) const {
    uint32_t IsCode = Line >> (CodeSpaceShift - LineShift) & 1;
    return (static_cast<uint32_t>(Line >> SetBits) + 1) % (1u << 31) |
           IsCode << 31;
  }

  char *Ways;
  size_t SetBytes;
  bool IsNarrow;
  uint32_t NumWays;
  uint32_t SetMask;
  uint32_t SetBits;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_TAGGEDCACHE_H
