//===- PlanWriter.h - Writes regions and patches of a plan ------*- C++ -*-===//
//
// The last step of planning: writes the code of each region, with its counts,
// and makes the patches that lead to it. Used by RewritePlanner.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_PLANWRITER_H
#define UDPC_REWRITE_PLAN_PLANWRITER_H

#include "rewrite/plan/PatchRegions.h"

namespace udpc {

/// Which executions a point counts.
enum class PointKind : uint8_t {
  Entry, ///< All but those after a branch of the function to this point.
  Always,
  IfTaken,   ///< Executions in which the branch is taken.
  IfOutside, ///< Executions in which the jump leaves the function.
};

/// A place where a site counts.
struct SitePoint {
  uint32_t Site = 0;
  uint32_t Slot = 0;
  PointKind Kind = PointKind::Always;
  llvm::SmallVector<AddressRange, 1> Ranges; ///< The function's code.
};

/// A branch to the first instruction of its function.
struct Redirect {
  uint64_t To = 0;
  llvm::SmallVector<uint32_t, 1> Sites; ///< The sites whose counts it skips.
};

using PointMap = std::map<uint64_t, llvm::SmallVector<SitePoint, 1>>;
using RedirectMap = std::map<uint64_t, Redirect>;

/// Fills in \p Plan, except for the outcomes.
llvm::Error writePlan(const ModuleCode::Contents &C,
                      const PatchRegions &Covered, const PointMap &Points,
                      const RedirectMap &Redirects, RewritePlan &Plan);

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_PLANWRITER_H
