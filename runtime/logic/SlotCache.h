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
    uint64_t Stamp = *Slots.Clock += abi::ClockStep;
    uint32_t Slot = Line % NumSlots;
    uint64_t Other = Slots.Lines[Slot];
    if (Other == Line) {
      Slots.Stamps[Slot] = Stamp;
      return true;
    }
    if (Other)
      Sets.hide(Other);
    StampedSets::Left Gone;
    bool Had = Sets.use(Line, &Slots.Stamps[Slot], Stamp, Gone);
    if (Gone.Place)
      Slots.Lines[Gone.Line % NumSlots] = 0;
    Slots.Stamps[Slot] = Stamp;
    Slots.Lines[Slot] = Line;
    return Had;
  }

private:
  static constexpr size_t OwnBytes = 64 + NumSlots * 2 * sizeof(uint64_t);

  LineSlots Slots;
  StampedSets Sets;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_SLOTCACHE_H
