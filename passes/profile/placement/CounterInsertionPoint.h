//===- CounterInsertionPoint.h - Where to insert a counter ------*- C++ -*-===//
//
// Chooses the point of a segment where its counter costs least.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_COUNTERINSERTIONPOINT_H
#define UDPC_PASSES_PROFILE_PLACEMENT_COUNTERINSERTIONPOINT_H

#include "passes/profile/placement/Segments.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

namespace udpc {

/// The insertion point of a segment's counter. Block is null on an edge that
/// has no block yet.
struct CounterInsertionPoint {
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  /// Whether the flags may be live after it.
  bool FlagsAreLive = false;
};

/// The first point of \p S with dead flags and no call before it, so that
/// executions in which a call does not return are counted. The start if there
/// is none.
CounterInsertionPoint counterInsertionPoint(const Segment &S);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_COUNTERINSERTIONPOINT_H
