//===- SlotSums.h - Site tables whose slots are replaced --------*- C++ -*-===//
//
// Several sites that are always executed together need only one counter. Their
// slots are then sums of others, and the table has these sums as derived
// values. Used by the passes that merge counts, and by readers of udpc
// instructions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_SLOTSUMS_H
#define UDPC_PROFDATA_TABLES_SLOTSUMS_H

#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/SmallVector.h"

namespace udpc {

/// An old slot as a sum of new slots minus other new slots. Empty: 0.
struct SlotSum {
  /// One new slot, or two, and how often it is part of the sum.
  struct Term {
    uint32_t Slot;
    int32_t Times; ///< Not 0. If negative, it is subtracted so often.
    /// A second slot, added to Slot before the multiplication, if not
    /// ZeroValue.
    uint32_t Other = abi::ZeroValue;
  };
  llvm::SmallVector<Term, 1> Terms;
};

/// Returns the table \p T in terms of \p NumSlots new slots: slot I is now \p
/// Sums[I]. Sites keep their order, and values their amounts.
std::vector<uint8_t> replaceSlots(const SiteTable &T, uint32_t NumSlots,
                                  llvm::ArrayRef<SlotSum> Sums);

/// Returns the sites of \p T whose values contain each slot after the sites'
/// own slots, by slot from the first on; in order, and each as often as it
/// counts. The table is of a unit with instructions (abi::InstructionRec).
/// Fails if it cannot be the result of merging, since it may be hostile.
llvm::Expected<std::vector<std::vector<uint32_t>>>
sitesOfMergedSlots(const SiteTable &T);

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_SLOTSUMS_H
