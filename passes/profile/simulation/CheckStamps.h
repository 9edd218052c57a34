//===- CheckStamps.h - Stamps of a function's checks ------------*- C++ -*-===//
//
// A check stamps its line with the clock plus a constant. Stamps have to grow
// from use to use, but advancing the clock takes a load and a store that the
// next one waits for. So a check advances it only if the function has called or
// been entered since the clock was last advanced, or if a loop begins again;
// others add the number of stamps since.
//
// If two lines of code are in different sets of all caches, it does not matter
// which was stamped last. If that holds for all lines of a function, its
// fetches stamp with the unchanged clock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_CHECKSTAMPS_H
#define UDPC_PASSES_PROFILE_SIMULATION_CHECKSTAMPS_H

#include "passes/profile/placement/Segments.h"

namespace udpc {

struct StampedCheck {
  unsigned Segment;
  unsigned Position;  ///< Index of the next instruction.
  unsigned NumStamps; ///< 1 or 2.
  bool IsFetch = false;
  /// Whether it is outlined. Its constants are then powers of two, of which
  /// there are few.
  bool IsOutlined = false;
  /// The result: whether it advances the clock, and the number to add to the
  /// clock for its first stamp.
  bool Ticks = true;
  unsigned Step = 0;
};

/// Sets the results of \p Checks, which are in the order of segments and of
/// execution. \p MayShareSets says that lines of the function may be in one
/// set.
void chooseStamps(llvm::ArrayRef<Segment> Segments,
                  llvm::MutableArrayRef<StampedCheck> Checks,
                  bool MayShareSets);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_CHECKSTAMPS_H
