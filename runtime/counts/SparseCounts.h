//===- SparseCounts.h - Records of nonzero slots ----------------*- C++ -*-===//
//
// Collects the counts of threads for profiles. Most slots of most threads are
// 0; only the others are stored and written.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_SPARSECOUNTS_H
#define UDPC_RUNTIME_COUNTS_SPARSECOUNTS_H

#include "udpc/abi.h"

namespace udpc {
namespace rt {

/// Returns the count of a slot that its thread may be changing.
inline uint64_t readSlot(const uint64_t *Slots, const uint64_t *Baseline,
                         uint32_t I) {
  uint64_t Count = __atomic_load_n(Slots + I, __ATOMIC_RELAXED);
  return Baseline ? Count - Baseline[I] : Count;
}

/// Writes a record of unit \p Unit for each of the \p NumSlots slots that
/// differs from its \p Baseline (null: 0) to \p Out, which has room for all of
/// them, in the order of slots. Returns the number of records.
uint64_t collectCounts(uint32_t Unit, const uint64_t *Slots,
                       const uint64_t *Baseline, uint32_t NumSlots,
                       abi::CountRec *Out);

/// Returns the number of records that collectCounts would write now.
uint64_t numCounts(const uint64_t *Slots, const uint64_t *Baseline,
                   uint32_t NumSlots);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_SPARSECOUNTS_H
