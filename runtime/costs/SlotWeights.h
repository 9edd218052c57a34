//===- SlotWeights.h - What one count of a slot costs -----------*- C++ -*-===//
//
// The costs of a unit are linear in its slots, but for negative values, which
// profiles set to 0. So the sum over all lines is a sum over slots, which a
// running program can compute often.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_SLOTWEIGHTS_H
#define UDPC_RUNTIME_COSTS_SLOTWEIGHTS_H

#include "runtime/tables/CostView.h"

namespace udpc {
namespace rt {

/// What one count of a slot adds to the sums of a unit. Negative where other
/// values are the difference of two slots.
struct SlotWeights {
  int64_t Ir, Dr, Dw, Bc, Bi;

  SlotWeights &operator+=(const SlotWeights &O) {
    Ir += O.Ir, Dr += O.Dr, Dw += O.Dw, Bc += O.Bc, Bi += O.Bi;
    return *this;
  }
  SlotWeights operator-() const { return {-Ir, -Dr, -Dw, -Bc, -Bi}; }
};

/// Writes the weights of all values of \p View to \p Out, which has
/// View.numValues() zeroed elements. Of them, the first Header->NumSlots are
/// those of the slots.
void computeWeights(const CostView &View, SlotWeights *Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_SLOTWEIGHTS_H
