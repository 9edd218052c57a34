//===- RangeCalls.h - Library functions that access ranges ------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_RANGECALLS_H
#define UDPC_PASSES_PROFILE_RANGECALLS_H

#include "udpc/costs.h"
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

/// The function of the C library that \p MI calls, or jumps to, if it accesses
/// ranges that its arguments say. The program may have one of its own by that
/// name, which is then counted as its code is.
std::optional<RangeCall> rangeCallOf(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_RANGECALLS_H
