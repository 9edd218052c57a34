//===- PatchRegions.h - Which instructions a plan moves ---------*- C++ -*-===//

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
  uint64_t End = 0;     ///< After the padding that it takes.
  uint64_t Last = 0;    ///< The last instruction.
  PatchMethod Method = PatchMethod::Jump;
  bool MovesCall = false;
  /// The jump to the code that a ShortJump leads to; 0 for others.
  uint64_t Island = 0;
  /// Whether Island is in another region, which was made for it.
  bool IslandIsMade = false;
  /// Islands of other regions within this one.
  llvm::SmallVector<uint64_t, 1> Islands;
};

/// The regions of a plan: disjoint, and each large enough for its patch.
class PatchRegions {
public:
  PatchRegions(const ModuleCode::Contents &C, const PlanOptions &Options)
      : C(C), Options(Options) {}

  /// Makes \p Address, the start of a reached instruction, part of a region.
  /// Returns why not if that is impossible.
  std::optional<SiteRefusal> cover(uint64_t Address);

  /// The region that has the instruction at \p Address, or null.
  const PatchRegion *at(uint64_t Address) const;
  /// By address.
  const std::map<uint64_t, PatchRegion> &all() const { return List; }

  /// Removes all that neither \p IsNeeded says nor others need.
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
