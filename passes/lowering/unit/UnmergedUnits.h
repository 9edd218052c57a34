//===- UnmergedUnits.h - Units with placeholders ----------------*- C++ -*-===//
//
// Code from the front end has placeholders, and its metadata lists the units
// that they count in, until MergeCounts.cpp replaces both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// The slots. Null if the unit counts by calls, or by instructions in code
  /// without static thread-local storage.
  llvm::GlobalVariable *Slots;
  llvm::GlobalVariable *Unit, *Table;
  bool HasInstructions;
  unsigned Number; ///< The unit's number in placeholders.
  /// Whether its sites' counts are differences anyway, as those of lines are.
  /// Then CountFlow may use further differences.
  bool HasDifferences = false;

  SiteTable readTable() const;
  /// Replaces the slots of the unit, whose table is \p Sites, by \p NumSlots
  /// others.
  void replaceSlots(const SiteTable &Sites, uint32_t NumSlots,
                    llvm::ArrayRef<SlotSum> Sums) const;
};

void allowMerging(llvm::Module &M, const UnitGlobals &Unit);
/// The units of \p M that have not been merged yet.
llvm::SmallVector<UnitGlobals, 2> unmergedUnits(const llvm::Module &M);
/// Empties the list of unmerged units.
void forgetUnmerged(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_UNMERGEDUNITS_H
