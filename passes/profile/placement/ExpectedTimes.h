//===- ExpectedTimes.h - Expected numbers of executions ---------*- C++ -*-===//
//
// Estimates how often segments and edges are executed, to place counters where
// they cost least.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_EXPECTEDTIMES_H
#define UDPC_PASSES_PROFILE_PLACEMENT_EXPECTEDTIMES_H

#include "passes/profile/placement/CriticalEdges.h"

namespace llvm {
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

/// The code generator's estimates of executions, relative to the function's
/// entry.
struct ExpectedTimes {
  /// The executions of each segment; repetitions have none.
  std::vector<uint64_t> Segments;
  /// The executions of each edge.
  std::vector<uint64_t> Edges;
};

ExpectedTimes findExpectedTimes(const llvm::MachineFunction &MF,
                                llvm::ArrayRef<Segment> Segments,
                                llvm::ArrayRef<CriticalEdge> Edges,
                                const llvm::MachineLoopInfo &Loops);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_EXPECTEDTIMES_H
