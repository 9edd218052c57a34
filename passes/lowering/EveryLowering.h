//===- EveryLowering.h - Code at sites of events with `every` ---*- C++ -*-===//
//
// An event with `every` has a unit of its own (EveryUnit.h), and its sites call
// the runtime when an N-th occurrence may be due.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_EVERYLOWERING_H
#define UDPC_PASSES_LOWERING_EVERYLOWERING_H

#include "passes/lowering/CountingGroup.h"
#include "passes/lowering/SiteLowering.h"

namespace udpc {

/// Creates the lowering of an event with `every`, which has a unit of its own.
/// \p Unit is the unit of the sites.
std::unique_ptr<SiteLowering>
createEveryLowering(llvm::Module &M, const CountingGroup &G,
                    llvm::GlobalVariable &Unit,
                    const TargetDescription *Target);

/// How the sites of an event with `every` are counted.
enum class EverySiteCounts {
  Together, ///< All in the event's words.
  Pairs,    ///< Each in an abi::EveryPair.
  Beside,   ///< Each in a slot, and in the event's words.
};
EverySiteCounts everySiteCounts(const CountingGroup &G);

/// Numbers the slots of the sites of \p G, whose event has `every`. Removes
/// sites whose count is a difference, with a remark.
void prepareEvery(CountingGroup &G);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_EVERYLOWERING_H
