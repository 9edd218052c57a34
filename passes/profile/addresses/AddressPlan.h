//===- AddressPlan.h - Where to load an address -----------------*- C++ -*-===//
//
// Points need an address in one holder. It is loaded where that is cheapest in
// all, by the expected frequencies of blocks: at the points themselves, or
// ahead of them. This is a minimum cut: J. Xue and Q. Cai, "A lifetime optimal
// algorithm for speculative PRE", ACM TACO 3(2), 2006. AddressRegisters.cpp
// compares the plans of different holders.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSPLAN_H
#define UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSPLAN_H

#include "passes/profile/addresses/AddressPoints.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

/// The costs of getting the address, in instructions.
struct AddressCosts {
  static constexpr unsigned Load = 6, Copy = 1, Save = 2, Offer = 1;
};

struct AddressPlan {
  struct Place {
    llvm::MachineBasicBlock *Block;
    llvm::MachineBasicBlock::iterator At;
    /// A general register that is free there.
    int Register;
  };

  /// The saving compared with a load at each point.
  int64_t Saved = 0;
  /// The points where the holder has the address already, and those that load
  /// it and leave it for others.
  std::vector<const AddressPoint *> Known, Loading;
  /// Further places to load it.
  std::vector<Place> Loads;
};

/// The costs of the code at \p Point if the holder has the address already, if
/// it does not, and if it takes the address from elsewhere and leaves it in no
/// holder; none if it does not need the address in this holder.
struct AddressDemand {
  uint64_t Known, Missing, Alone = AddressCosts::Load;
};
using AddressDemands =
    llvm::function_ref<std::optional<AddressDemand>(const AddressPoint &Point)>;

AddressPlan planLoads(const AddressPoints &Points, AddressHolder Holder,
                      AddressDemands Demands);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSPLAN_H
