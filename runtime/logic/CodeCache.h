//===- CodeCache.h - A cache of code whose lines are known ------*- C++ -*-===//
//
// A cache in which the least recently used line of a set goes (StampedSets),
// for code: each line has a word of its own in the thread's memory, the stamp
// of its last use, which is 0 while the cache has not got the line. So a hit is
// but a comparison with 0 and a stamp, which code does for itself.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CODECACHE_H
#define UDPC_RUNTIME_LOGIC_CODECACHE_H

#include "runtime/logic/StampedSets.h"

namespace udpc {
namespace rt {

/// Valid when zero, but of no use before init().
class CodeCache {
public:
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) + StampedSets::bytes(G);
  }
  /// \p Zeroed is empty and lasts as long as the cache. Stamps come from
  /// \p Shared, or from a clock of its own.
  void init(const abi::CacheGeometry &G, void *Zeroed,
            uint64_t *Shared = nullptr) {
    auto *Own = static_cast<uint64_t *>(Zeroed);
    Clock = Shared ? Shared : Own;
    Sets.init(G, Own + 1);
    LineShift = 0;
    while (uint32_t(1) << LineShift < G.LineSize)
      ++LineShift;
  }

  uint32_t lineShift() const { return LineShift; }

  /// Uses \p Line, whose stamp is 0. Returns whether the cache had it, which
  /// may be if another line has the same number.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, uint64_t *Stamp) {
    StampedSets::Left Gone;
    uint64_t Now = *Clock += abi::ClockStep;
    bool Had = Sets.use(Line, Stamp, Now, Gone);
    if (Gone.Place)
      *Gone.Place = 0;
    *Stamp = Now;
    return Had;
  }
  /// Uses \p Line, which has no stamp. Not to be mixed with the above.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line) {
    StampedSets::Left Gone;
    return Sets.use(Line, nullptr, *Clock += abi::ClockStep, Gone);
  }
  /// All lines go out, as far as their stamps say.
  void clearStamps() const {
    Sets.forEachPlace([](uint64_t *Stamp) { *Stamp = 0; });
  }

private:
  uint64_t *Clock;
  StampedSets Sets;
  uint32_t LineShift;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_CODECACHE_H
