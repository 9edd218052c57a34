//===- UnmergedUnits.h - Units whose placeholders are to be replaced -*- C++
//-*-===//
//
// The front end's code has placeholders, and in its metadata the units that
// they count in, until MergeCounts.cpp replaces both.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNIT_UNMERGEDUNITS_H
#define UDPC_PASSES_LOWERING_UNIT_UNMERGEDUNITS_H

#include "profdata/tables/SlotSums.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace udpc {

/// The variables of a unit whose slots MergeCountsPass may replace.
struct UnitGlobals {
  /// Null if it counts by calls, or by instructions in code without static
  /// thread-local storage.
  llvm::GlobalVariable *Slots;
  llvm::GlobalVariable *Unit, *Table;
  bool HasInstructions;
  unsigned Number; ///< In placeholders.
  /// Whether its sites' counts are differences at any rate, as those of lines
  /// are: CountFlow may make more of them.
  bool HasDifferences = false;

  SiteTable readTable() const;
  /// The unit's table is \p Sites: replaces its slots by \p NumSlots others.
  void replaceSlots(const SiteTable &Sites, uint32_t NumSlots,
                    llvm::ArrayRef<SlotSum> Sums) const;
};

void allowMerging(llvm::Module &M, const UnitGlobals &Unit);
/// The units of \p M that have not been merged yet.
llvm::SmallVector<UnitGlobals, 2> unmergedUnits(const llvm::Module &M);
/// Empties the list.
void forgetUnmerged(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_UNMERGEDUNITS_H
