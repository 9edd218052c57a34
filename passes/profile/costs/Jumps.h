//===- Jumps.h - The jumps within a function --------------------*- C++ -*-===//
//
// Records the jumps within a function, and how often each is taken, for
// -udpc-profile=...,jumps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_JUMPS_H
#define UDPC_PASSES_PROFILE_COSTS_JUMPS_H

#include "passes/profile/placement/CriticalEdges.h"

namespace udpc {

class FunctionCosts;

/// Adds the JumpRecs of \p P to its unit. \p Counted are the edges with
/// counters, \p Values their provisional values.
void addJumps(const FunctionCosts &P, llvm::ArrayRef<CriticalEdge> Counted,
              llvm::ArrayRef<uint32_t> Values);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_JUMPS_H
