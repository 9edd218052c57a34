//===- SparseCounts.cpp - Records of nonzero slots ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/SparseCounts.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t rt::collectCounts(uint32_t Unit, const uint64_t *Slots,
                           const uint64_t *Baseline, uint32_t NumSlots,
                           abi::CountRec *Out) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != NumSlots; ++I)
    if (uint64_t Count = readSlot(Slots, Baseline, I))
      Out[N++] = {Unit, I, Count};
  return N;
}

uint64_t rt::numCounts(const uint64_t *Slots, const uint64_t *Baseline,
                       uint32_t NumSlots) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != NumSlots; ++I)
    N += readSlot(Slots, Baseline, I) != 0;
  return N;
}
