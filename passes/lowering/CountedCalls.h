//===- CountedCalls.h - Preserves calls of counted functions ----*- C++ -*-===//
//
// `__attribute__((const))` and `pure` let the optimiser merge calls, move them
// out of loops and remove them. A function that counts writes memory, so these
// attributes are no longer valid for it and its callers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_COUNTEDCALLS_H
#define UDPC_PASSES_LOWERING_COUNTEDCALLS_H

#include "passes/lowering/CountingGroup.h"
#include <deque>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Removes the memory attributes of every function that counts, or may call one
/// that does, by the groups of \p Groups with exact fidelity. Functions of
/// other translation units count if the spec's function entries match them; a
/// remark names those in which lines, loops or marks may be counted. To be
/// called before the points are lowered.
void keepCountedCalls(llvm::Module &M, const std::deque<CountingGroup> &Groups);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_COUNTEDCALLS_H
