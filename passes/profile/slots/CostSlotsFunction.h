//===- CostSlotsFunction.h - The call for a library's slots -----*- C++ -*-===//
//
// Defines the function by which code of a library asks for the slots of its
// costs (LibraryCode.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SLOTS_COSTSLOTSFUNCTION_H
#define UDPC_PASSES_PROFILE_SLOTS_COSTSLOTSFUNCTION_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// The function that generated code of a library calls for the slots of a
/// unit's costs if it cannot find them itself. It replaces the address of the
/// unit's record, above the return address, by that of the slots less
/// abi::SlotsBias, and preserves all registers but the flags.
constexpr llvm::StringLiteral CostSlotsFunctionName = "__udpc_find_cost_slots";

/// Defines the function.
void defineCostSlotsFunction(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SLOTS_COSTSLOTSFUNCTION_H
