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

/// The same. Returns the first line that was not there; 0: all were.
template <typename CacheT>
UDPC_ALWAYS_INLINE uint64_t firstMissed(CacheT &C, uint64_t Address,
                                        uint32_t Size) {
  uint64_t Last = (Address + Size - 1) >> C.lineShift();
  uint64_t Found = 0;
  for (uint64_t Line = Address >> C.lineShift();; ++Line) {
    if (!C.use(Line) && !Found)
      Found = Line;
    if (Line == Last)
      return Found;
  }
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_CACHEHIERARCHY_H
