//===- CacheHierarchy.h - The caches that a thread sees ---------*- C++ -*-===//
//
// Cachegrind's rules. A thread has a first level of its own for data (D1) and
// one for code (I1); behind both is the last level (LL). All of an access's
// lines are used, in order; it misses if one of them is not there, once. The
// last level sees the whole of an access that missed the first, and nothing of
// others; what goes out of it stays in the first.
//
// The caches are type parameters, see Cache.h for what they have.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CACHEHIERARCHY_H
#define UDPC_RUNTIME_LOGIC_CACHEHIERARCHY_H

#include "runtime/logic/Cache.h"

namespace udpc {
namespace rt {

/// Lines that need not be asked for (udpc/costs.h): entry L % NumEntries is L
/// only if the 64-byte line L lies in the line that its set used last.
template <typename Entry, uint32_t NumEntries> class RecentLines {
public:
  explicit UDPC_ALWAYS_INLINE RecentLines(Entry *Table) : Table(Table) {}

  /// \p Line, of 1 << \p Shift bytes, takes the place of \p Old.
  UDPC_ALWAYS_INLINE void replace(uint64_t Old, uint64_t Line, unsigned Shift) {
    if (Shift < abi::RecentLineShift)
      return;
    unsigned Parts = Shift - abi::RecentLineShift;
    if (Old != Line)
      for (uint64_t I = Old << Parts, E = (Old + 1) << Parts; I != E; ++I)
        if (Table[I % NumEntries] == Entry(I))
          Table[I % NumEntries] = 0;
    for (uint64_t I = Line << Parts, E = (Line + 1) << Parts; I != E; ++I)
      Table[I % NumEntries] = Entry(I);
  }

private:
  Entry *Table;
};

using RecentData = RecentLines<uint64_t, abi::RecentData>;

/// Uses the lines of the bytes from \p Address on, in order. Returns whether
/// all were there.
template <typename CacheT>
UDPC_ALWAYS_INLINE bool useBytes(CacheT &C, uint64_t Address, uint32_t Size) {
  uint64_t Line = Address >> C.lineShift();
  uint64_t Last = (Address + Size - 1) >> C.lineShift();
  bool Had = C.use(Line);
  while (Line != Last)
    Had &= C.use(++Line);
  return Had;
}

/// The same for a first level with a table of recent lines. Returns the first
/// line that was not there; 0: all were.
template <typename CacheT, typename RecentT>
UDPC_ALWAYS_INLINE uint64_t firstMissed(CacheT &C, RecentT Recent,
                                        uint64_t Address, uint32_t Size) {
  uint64_t Last = (Address + Size - 1) >> C.lineShift();
  uint64_t Found = 0;
  for (uint64_t Line = Address >> C.lineShift();; ++Line) {
    uint64_t Old = C.lastUsed(Line);
    if (!C.use(Line) && !Found)
      Found = Line;
    if (CacheT::RepetitionIsIdle)
      Recent.replace(Old, Line, C.lineShift());
    if (Line == Last)
      return Found;
  }
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_CACHEHIERARCHY_H
