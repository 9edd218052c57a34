//===- CacheHierarchy.h - First levels and last level -----------*- C++ -*-===//
//
// Cachegrind's rules. Each thread has its own first level for data (D1) and for
// code (I1); the last level (LL) is shared. All lines of an access are used, in
// order; it counts one miss if any of them is absent. The last level gets the
// whole access if it missed the first, and no others; its evictions do not
// affect the first levels.
//
// The caches are type parameters with the interface of Cache.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_CACHEHIERARCHY_H
#define UDPC_RUNTIME_CACHE_MODEL_CACHEHIERARCHY_H

#include "runtime/cache/model/Cache.h"

namespace udpc {
namespace rt {

/// Uses the lines of \p Size bytes at \p Address, in order. Returns whether all
/// were present.
template <typename CacheT>
UDPC_ALWAYS_INLINE bool useBytes(CacheT &C, uint64_t Address, uint32_t Size) {
  uint64_t Line = Address >> C.lineShift();
  uint64_t Last = (Address + Size - 1) >> C.lineShift();
  bool Had = C.use(Line);
  while (Line != Last)
    Had &= C.use(++Line);
  return Had;
}

/// Uses lines like useBytes(). Returns the first absent line; 0: all were
/// present.
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

#endif // UDPC_RUNTIME_CACHE_MODEL_CACHEHIERARCHY_H
