//===- StampedCache.h - A cache that is fast to use -------------*- C++ -*-===//
//
// A set-associative cache in which the least recently used line of a set goes,
// as Cache<LeastRecentlyUsed>, but made for hits: a table says where a line is,
// so that no way is looked at, and its stamp says when it was last used, so
// that no other moves. Only a miss searches, for the lowest stamp of its set.
//
// A line that is used again while it is still the last one of its set need not
// be stamped: the order of the others does not change, and they are stamped
// later. Hence the caller may leave out such uses.
//
// EntryPoints.cpp does in assembly what use() does for a line that the table
// has. A signal handler may do it, too, while use() runs: a stamp may then be
// on another line than it should.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_STAMPEDCACHE_H
#define UDPC_RUNTIME_LOGIC_STAMPEDCACHE_H

#include "runtime/logic/Cache.h"

namespace udpc {
namespace rt {

/// Where a line is. Of two lines that share a slot the one that was looked for
/// last has it.
struct LineSlot {
  uint64_t Line; ///< 0: none. The cache has it.
  uint64_t *Stamp;
};

struct LineIndex {
  /// Eight times the lines of a usual cache, as most lines are to have a slot
  /// of their own. Four in a row are one line of the processor's cache.
  static constexpr unsigned NumSlots = 4096;
  LineSlot Slots[NumSlots];
  /// The latest stamp.
  uint64_t Clock;
  uint64_t Reserved[7];
  /// By set: the line that was used last.
  uint64_t LastUsed[];
};

/// Valid when zero, but of no use before init().
class StampedCache {
public:
  static constexpr bool RepetitionIsIdle = true;

  static uint32_t numSets(const abi::CacheGeometry &G) {
    return G.Size / G.LineSize / G.Associativity;
  }
  /// How much memory the cache needs.
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(LineIndex) + lastUsedBytes(G) +
           2 * sizeof(uint64_t) * numSets(G) * G.Associativity;
  }
  /// \p Zeroed is empty and lasts as long as the cache.
  void init(const abi::CacheGeometry &G, void *Zeroed) {
    Index = static_cast<LineIndex *>(Zeroed);
    Sets = reinterpret_cast<uint64_t *>(static_cast<char *>(Zeroed) +
                                        sizeof(LineIndex) + lastUsedBytes(G));
    NumWays = G.Associativity;
    SetMask = numSets(G) - 1;
    LineShift = 0;
    while (uint32_t(1) << LineShift < G.LineSize)
      ++LineShift;
  }

  LineIndex *index() const { return Index; }
  uint32_t setMask() const { return SetMask; }
  uint32_t lineShift() const { return LineShift; }

  /// Uses \p Line. Returns whether the cache had it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    LineSlot &Slot = Index->Slots[Line % LineIndex::NumSlots];
    uint64_t Stamp = ++Index->Clock;
    uint32_t Set = static_cast<uint32_t>(Line) & SetMask;
    Index->LastUsed[Set] = Line;
    if (Slot.Line == Line) {
      *Slot.Stamp = Stamp;
      return true;
    }
    uint64_t *Lines = Sets + size_t(Set) * 2 * NumWays;
    uint64_t *Stamps = Lines + NumWays;
    uint32_t Oldest = 0;
    uint64_t OldestStamp = Stamps[0];
    for (uint32_t I = 0; I != NumWays; ++I) {
      if (Lines[I] == Line) {
        Stamps[I] = Stamp;
        point(Slot, Line, Stamps + I);
        return true;
      }
      bool IsOlder = Stamps[I] < OldestStamp;
      Oldest = IsOlder ? I : Oldest;
      OldestStamp = IsOlder ? Stamps[I] : OldestStamp;
    }
    LineSlot &Old = Index->Slots[Lines[Oldest] % LineIndex::NumSlots];
    if (Old.Line == Lines[Oldest])
      Old.Line = 0;
    Lines[Oldest] = Line;
    Stamps[Oldest] = Stamp;
    point(Slot, Line, Stamps + Oldest);
    return false;
  }
  /// The line that was used last in the set of \p Line; 0: none.
  UDPC_ALWAYS_INLINE uint64_t lastUsed(uint64_t Line) const {
    return Index->LastUsed[static_cast<uint32_t>(Line) & SetMask];
  }

private:
  /// Whole lines of the processor's cache.
  static size_t lastUsedBytes(const abi::CacheGeometry &G) {
    return (sizeof(uint64_t) * numSets(G) + 63) / 64 * 64;
  }
  /// In an order in which the slot is right at any time.
  static UDPC_ALWAYS_INLINE void point(LineSlot &Slot, uint64_t Line,
                                       uint64_t *Stamp) {
    __atomic_store_n(&Slot.Line, 0, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&Slot.Stamp, Stamp, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&Slot.Line, Line, __ATOMIC_RELAXED);
  }

  LineIndex *Index;
  /// For each set the lines of its ways, then their stamps.
  uint64_t *Sets;
  uint32_t NumWays;
  uint32_t SetMask;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_STAMPEDCACHE_H
