//===- SlotCache.h - A cache whose hits generated code does -----*- C++ -*-===//
//
// A cache in which the least recently used line of a set goes (StampedSets),
// for data. Each line of it has a slot, chosen by the line's lowest bits, and
// the slot the stamp of its last use. So a hit is but a comparison and a stamp,
// which code does for itself.
//
// Of two lines that share a slot the one that was used last has it; the other
// is in the cache without, until it is used again.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_SLOTCACHE_H
#define UDPC_RUNTIME_LOGIC_SLOTCACHE_H

#include "runtime/logic/StampedSets.h"

namespace udpc {
namespace rt {

/// What code knows of a cache: zero in the beginning.
struct LineSlots {
  /// By slot: the line that has it, which the cache has; 0: none.
  uint64_t *Lines;
  /// When that was used last.
  uint64_t *Stamps;
  /// The latest stamp.
  uint64_t *Clock;
};

/// Valid when zero, but of no use before init().
template <uint32_t NumSlots> class SlotCache {
public:
  /// Another access to the line that a set used last changes nothing.
  static constexpr bool RepetitionIsIdle = true;

  /// How much memory the cache needs, with slots of its own.
  static size_t bytes(const abi::CacheGeometry &G) {
    return StampedSets::bytes(G) + OwnBytes;
  }
  /// \p Zeroed is empty and lasts as long as the cache. Without \p Shared no
  /// one else sees the slots.
  void init(const abi::CacheGeometry &G, void *Zeroed,
            const LineSlots *Shared = nullptr) {
    auto *Own = static_cast<uint64_t *>(Zeroed);
    if (Shared)
      Slots = *Shared;
    else
      Slots = {Own + 8, Own + 8 + NumSlots, Own};
    Sets.init(G, Own + OwnBytes / sizeof(uint64_t));
    LineShift = 0;
    while (uint32_t(1) << LineShift < G.LineSize)
      ++LineShift;
  }

  uint32_t lineShift() const { return LineShift; }

  /// Whether \p Line has its slot, and so is there.
  UDPC_ALWAYS_INLINE bool hasSlot(uint64_t Line) const {
    return Slots.Lines[Line % NumSlots] == Line;
  }
  /// Uses \p Line. Returns whether the cache had it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    uint64_t Now = *Slots.Clock += abi::ClockStep;
    uint32_t Slot = Line % NumSlots;
    uint64_t Other = Slots.Lines[Slot];
    if (Other == Line) {
      Slots.Stamps[Slot] = Now;
      return true;
    }
    if (__builtin_expect(Other != 0, false))
      hide(Other, Slots.Stamps[Slot]);
    // Most caches have so many.
    bool Had = __builtin_expect(Sets.numWays() == 8, true)
                   ? bringIn<8>(Line, Now)
                   : bringIn<0>(Line, Now);
    Slots.Stamps[Slot] = Now;
    Slots.Lines[Slot] = Line;
    return Had;
  }

private:
  static constexpr size_t OwnBytes = 64 + NumSlots * 2 * sizeof(uint64_t);

  /// \p Line has to give up its slot. The word that is common to the ways of a
  /// set says which have.
  UDPC_ALWAYS_INLINE void hide(uint64_t Line, uint64_t Stamp) {
    StampedSets::Set<0> S(Sets, Line);
    uint32_t Way = S.find(Line, ~uint64_t(0));
    S.see(Way, Stamp);
    S.common() |= bitOf(Way);
  }
  static UDPC_ALWAYS_INLINE uint64_t bitOf(uint32_t Way) {
    return uint64_t(1) << (Way % 64);
  }

  /// \p Line has no slot: it is not there, or it is one that gave it up.
  template <uint32_t Ways>
  UDPC_ALWAYS_INLINE bool bringIn(uint64_t Line, uint64_t Now) {
    StampedSets::Set<Ways> S(Sets, Line);
    if (uint64_t Hidden = S.common()) {
      uint32_t Way = S.find(Line, Hidden);
      if (Way < Sets.numWays()) {
        S.see(Way, Now);
        // With more than 64 ways another one may stand behind it.
        if (Sets.numWays() <= 64)
          S.common() &= ~bitOf(Way);
        return true;
      }
    }
    uint32_t Way = S.oldest([&](uint32_t Way) {
      uint64_t Here = S.way(Way);
      return Here && hasSlot(Here) ? Slots.Stamps[Here % NumSlots]
                                   : S.seen(Way);
    });
    if (uint64_t Gone = S.way(Way)) {
      if (hasSlot(Gone))
        Slots.Lines[Gone % NumSlots] = 0;
      else if (Sets.numWays() <= 64)
        S.common() &= ~bitOf(Way);
    }
    S.way(Way) = Line;
    S.see(Way, Now);
    return false;
  }

  LineSlots Slots;
  StampedSets Sets;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_SLOTCACHE_H
