//===- RangeCalls.h - Library functions that access ranges ------*- C++ -*-===//
//
// Recognises calls of C library functions whose arguments give the memory
// ranges that they access, so that the simulation of caches can include them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORY_RANGECALLS_H
#define UDPC_PASSES_PROFILE_MEMORY_RANGECALLS_H

#include "udpc/simulation.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace udpc {

struct RangeCall {
  abi::RangeKind Kind;
  llvm::StringRef Function; ///< "memcpy".
};

/// The C library function that \p MI calls, or jumps to, if its arguments give
/// the accessed ranges. A function of the program with such a name is profiled
/// by its code instead.
std::optional<RangeCall> rangeCallOf(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORY_RANGECALLS_H
