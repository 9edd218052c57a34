//===- SlotCache.h - A cache whose hits generated code does -----*- C++ -*-===//
//
// A set-associative cache in which the least recently used line of a set goes,
// as Cache<LeastRecentlyUsed>. Each line of it has a slot, chosen by the line's
// lowest bits, and the slot the stamp of its last use. So a hit is but a
// comparison and a stamp, which code does for itself where the slot is known;
// only a miss looks at the ways, for the lowest stamp.
//
// Of two lines that share a slot the one that was used last has it; the other's
// stamp is with its way, until it is used again.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_SLOTCACHE_H
#define UDPC_RUNTIME_LOGIC_SLOTCACHE_H

#include "runtime/logic/Cache.h"

namespace udpc {
namespace rt {

/// What code knows of a cache: zero in the beginning.
template <typename LineT, uint32_t NumSlots> struct LineSlots {
  /// By slot: the line that has it, which the cache has; 0: none.
  LineT *Lines;
  /// When that was used last.
  uint64_t *Stamps;
  /// The latest stamp.
  uint64_t *Clock;
};

/// Valid when zero, but of no use before init().
template <typename LineT, uint32_t NumSlots> class SlotCache {
public:
  /// Another access to the line that a set used last changes nothing.
  static constexpr bool RepetitionIsIdle = true;

  using Slots = LineSlots<LineT, NumSlots>;

  static uint32_t numSets(const abi::CacheGeometry &G) {
    return G.Size / G.LineSize / G.Associativity;
  }
  /// How much memory the cache needs, with slots of its own.
  static size_t bytes(const abi::CacheGeometry &G) {
    return 2 * sizeof(uint64_t) * numSets(G) * G.Associativity + OwnBytes;
  }
  /// \p Zeroed is empty and lasts as long as the cache. Without \p Shared no
  /// one else sees the slots.
  void init(const abi::CacheGeometry &G, void *Zeroed,
            const Slots *Shared = nullptr) {
    auto *Own = static_cast<uint64_t *>(Zeroed);
    if (Shared)
      S = *Shared;
    else
      S = {reinterpret_cast<LineT *>(Own + 8 + NumSlots), Own + 8, Own};
    Sets = Own + OwnBytes / sizeof(uint64_t);
    NumWays = G.Associativity;
    SetMask = numSets(G) - 1;
    LineShift = 0;
    while (uint32_t(1) << LineShift < G.LineSize)
      ++LineShift;
  }

  uint32_t lineShift() const { return LineShift; }

  /// Uses \p Line. Returns whether the cache had it.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    uint64_t Stamp = *S.Clock += abi::ClockStep;
    uint32_t Slot = Line % NumSlots;
    if (S.Lines[Slot] == LineT(Line)) {
      S.Stamps[Slot] = Stamp;
      return true;
    }
    if (S.Lines[Slot])
      release(Slot);
    uint64_t *Lines = waysOf(Line), *Stamps = Lines + NumWays;
    uint32_t Way = 0;
    uint64_t Oldest = ~uint64_t(0);
    bool Had = false;
    for (uint32_t I = 0; I != NumWays; ++I) {
      uint64_t Here = Lines[I];
      if (Here == Line) {
        Way = I;
        Had = true;
        break;
      }
      uint64_t Last = hasSlot(Here) ? S.Stamps[Here % NumSlots] : Stamps[I];
      Way = Last < Oldest ? I : Way;
      Oldest = Last < Oldest ? Last : Oldest;
    }
    if (!Had) {
      if (hasSlot(Lines[Way]))
        S.Lines[Lines[Way] % NumSlots] = 0;
      Lines[Way] = Line;
    }
    S.Stamps[Slot] = Stamp;
    S.Lines[Slot] = LineT(Line);
    return Had;
  }

private:
  static constexpr size_t OwnBytes =
      64 + NumSlots * (sizeof(uint64_t) + sizeof(LineT));

  UDPC_ALWAYS_INLINE uint64_t *waysOf(uint64_t Line) const {
    return Sets + size_t(static_cast<uint32_t>(Line) & SetMask) * 2 * NumWays;
  }
  /// An empty way has stamp 0, whatever is said of it here.
  UDPC_ALWAYS_INLINE bool hasSlot(uint64_t Line) const {
    return Line && S.Lines[Line % NumSlots] == LineT(Line);
  }
  /// The line in \p Slot gives it up, and takes its stamp along.
  UDPC_ALWAYS_INLINE void release(uint32_t Slot) {
    uint64_t Line = S.Lines[Slot];
    uint64_t *Lines = waysOf(Line);
    S.Lines[Slot] = 0;
    for (uint32_t I = 0; I != NumWays; ++I)
      if (LineT(Lines[I]) == LineT(Line))
        Lines[NumWays + I] = S.Stamps[Slot];
  }

  Slots S;
  /// For each set the lines of its ways, then the stamps of those without slot.
  uint64_t *Sets;
  uint32_t NumWays;
  uint32_t SetMask;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_SLOTCACHE_H
