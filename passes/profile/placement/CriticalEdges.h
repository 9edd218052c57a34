//===- CriticalEdges.h - Edges that can have a counter ----------*- C++ -*-===//
//
// The count of an edge from a segment with several successors to one with
// several predecessors is neither that of the one nor of the other. Without
// counters on such edges, all segments around them have to be counted: both
// ends of a loop that is left from its middle, for example.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_CRITICALEDGES_H
#define UDPC_PASSES_PROFILE_PLACEMENT_CRITICALEDGES_H

#include "passes/profile/placement/Segments.h"

namespace udpc {

struct CriticalEdge {
  /// Indices of segments.
  unsigned From, To;
  /// The conditional branch that goes to To, if taken. Null: From falls
  /// through.
  llvm::MachineInstr *Branch;
};

/// The critical edges of \p Segments on which code can be inserted that changes
/// the flags: those of conditional branches.
std::vector<CriticalEdge> findCriticalEdges(llvm::ArrayRef<Segment> Segments);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_CRITICALEDGES_H
