//===- SlotWeights.cpp - Costs for each count of a slot -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/SlotWeights.h"

using namespace udpc;
using namespace udpc::rt;

void rt::computeWeights(const CostView &View, SlotWeights *Out) {
  const abi::CostHeader &H = *View.Header;
  for (uint32_t I = 0; I != H.NumBlocks; ++I) {
    const abi::BlockRec &B = View.Blocks[I];
    if (B.Value == abi::ZeroValue)
      continue;
    const abi::CostRec *First = View.Costs + B.FirstCost;
    for (const abi::CostRec *C = First; C != First + B.NumCosts; ++C)
      Out[B.Value] += {C->Ir, C->Dr, C->Dw, C->Bc, C->Bi};
  }
  // A derived value refers to earlier ones.
  for (uint32_t I = H.NumDerived; I-- != 0;) {
    const abi::DerivedRec &D = View.Derived[I];
    SlotWeights W = Out[uint64_t(H.NumSlots) + I];
    if (D.Left != abi::ZeroValue)
      Out[D.Left] += W;
    if (D.Right != abi::ZeroValue)
      Out[D.Right] += D.Subtract ? -W : W;
  }
}
