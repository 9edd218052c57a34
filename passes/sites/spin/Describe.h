//===- Describe.h - Describes instructions in remarks -----------*- C++ -*-===//
//
// Describes instructions for the reasons in remarks on spin loops.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_DESCRIBE_H
#define UDPC_PASSES_SITES_SPIN_DESCRIBE_H

#include <string>

namespace llvm {
class Instruction;
} // namespace llvm

namespace udpc {

/// Describes \p I in source terms: `the atomic load at lock.c:12:10`, with the
/// call site if it is in an inlined helper.
std::string describe(const llvm::Instruction &I);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_DESCRIBE_H
