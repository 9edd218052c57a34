//===- PatchRegions.h - The instructions that a plan moves ------*- C++ -*-===//
//
// Chooses which instructions are moved to added code, so that each patch has
// enough room. Used by RewritePlanner and PlanWriter.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_PATCHREGIONS_H
#define UDPC_REWRITE_PLAN_PATCHREGIONS_H

#include "rewrite/code/ModuleContents.h"
#include "rewrite/plan/RewritePlan.h"

namespace udpc {

/// Instructions that are moved to added code. Only the first may be the target
/// of a jump.
struct PatchRegion {
  uint64_t Begin = 0;
  uint64_t CodeEnd = 0; ///< After the last instruction.
  uint64_t End = 0;     ///< After the padding that the patch takes.
  uint64_t Last = 0;    ///< The last instruction.
  PatchMethod Method = PatchMethod::Jump;
  bool MovesCall = false;
  /// The address of the jump that a ShortJump leads to; 0 for other methods.
  uint64_t Island = 0;
  /// Whether Island is in another region's moved instructions, not in padding.
  bool IslandIsMade = false;
  /// Islands of other regions within this one.
  llvm::SmallVector<uint64_t, 1> Islands;
};

/// The regions of a plan: disjoint, and each large enough for its patch.
class PatchRegions {
public:
  PatchRegions(const ModuleCode::Contents &C, const PlanOptions &Options)
      : C(C), Options(Options) {}

  /// Makes \p Address, the start of a reached instruction, part of a region. If
  /// that is impossible, returns the reason.
  std::optional<SiteRefusal> cover(uint64_t Address);

  /// Returns the region with the instruction at \p Address, or null.
  const PatchRegion *at(uint64_t Address) const;
  /// All regions, by address.
  const std::map<uint64_t, PatchRegion> &all() const { return List; }

  /// Removes the regions that neither \p IsNeeded selects nor other regions
  /// need.
  void removeUnneeded(llvm::function_ref<bool(const PatchRegion &)> IsNeeded);

private:
  std::optional<PatchRegion> makeSpan(uint64_t Begin, uint64_t Last,
                                      unsigned MinSize) const;
  std::optional<PatchRegion> joined(PatchRegion R) const;
  bool coverBy(uint64_t Begin, uint64_t Address, unsigned MinSize,
               bool MayMoveCall);
  bool coverByBreakpoint(uint64_t Address);
  uint64_t findPadding(const PatchRegion &R) const;
  uint64_t makeRoom(const PatchRegion &R);
  void insert(PatchRegion R);
  void removeIsland(uint64_t Island);
  uint64_t instructionBefore(uint64_t Address) const;

  const ModuleCode::Contents &C;
  const PlanOptions &Options;
  std::map<uint64_t, PatchRegion> List;
  std::set<uint64_t> UsedPadding; ///< First bytes of islands in padding.
};

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_PATCHREGIONS_H
