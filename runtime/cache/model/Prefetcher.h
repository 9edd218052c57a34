//===- Prefetcher.h - A model of hardware prefetchers -----------*- C++ -*-===//
//
// A model of common hardware prefetchers. It does not change caches: it
// predicts whether a miss would have been prefetched.
//
// - Next line: after a miss, the following line.
// - Stride: an operation that misses twice in a row with the same stride, of
//   2 KB at most, gets the line at the next step.
//
// Both work on physical addresses and do not cross 4 KB pages.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_PREFETCHER_H
#define UDPC_RUNTIME_CACHE_MODEL_PREFETCHER_H

#include "runtime/cache/model/MissStatistics.h"

namespace udpc {
namespace rt {

constexpr unsigned PageShift = 12;
constexpr int64_t MaxPrefetchedStride = 2048;

UDPC_ALWAYS_INLINE bool samePage(uint64_t A, uint64_t B) {
  return A >> PageShift == B >> PageShift;
}

/// The lines after recent misses of one thread. Valid when zero.
struct NextLines {
  static constexpr unsigned NumEntries = 64;
  uint64_t Entries[NumEntries];

  /// Records a miss of the line at \p Address, of \p LineSize bytes. Returns
  /// whether the line before it has missed recently.
  UDPC_ALWAYS_INLINE bool miss(uint64_t Address, uint32_t LineSize) {
    bool Known = Entries[Address / LineSize % NumEntries] == Address;
    uint64_t Next = Address + LineSize;
    if (samePage(Address, Next))
      Entries[Next / LineSize % NumEntries] = Next;
    return Known;
  }
};

/// Returns whether the operation's stride predicts a miss at \p Address.
UDPC_ALWAYS_INLINE bool strideForetells(const MissStatistics &Operation,
                                        uint64_t Address) {
  int64_t Stride = Operation.Stride;
  return Operation.RunLength >= 2 && Stride >= -MaxPrefetchedStride &&
         Stride <= MaxPrefetchedStride &&
         Address == Operation.Previous + static_cast<uint64_t>(Stride) &&
         samePage(Address, Operation.Previous);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_PREFETCHER_H
