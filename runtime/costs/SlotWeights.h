//===- SlotWeights.h - Costs for each count of a slot -----------*- C++ -*-===//
//
// The costs of a unit are linear in its slots, except for negative values,
// which profiles set to 0. So the sum over all lines is a sum over slots, which
// a running program can compute often (LiveCosts.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_SLOTWEIGHTS_H
#define UDPC_RUNTIME_COSTS_SLOTWEIGHTS_H

#include "runtime/tables/CostView.h"

namespace udpc {
namespace rt {

/// The amount that one count of a slot adds to the sums of a unit. Negative if
/// other values subtract the slot.
struct SlotWeights {
  int64_t Ir, Dr, Dw, Bc, Bi;

  SlotWeights &operator+=(const SlotWeights &O) {
    Ir += O.Ir, Dr += O.Dr, Dw += O.Dw, Bc += O.Bc, Bi += O.Bi;
    return *this;
  }
  SlotWeights operator-() const { return {-Ir, -Dr, -Dw, -Bc, -Bi}; }
};

/// Writes the weights of all values of \p View to \p Out, which has
/// View.numValues() zeroed elements. The first Header->NumSlots elements are
/// the weights of the slots.
void computeWeights(const CostView &View, SlotWeights *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_SLOTWEIGHTS_H
