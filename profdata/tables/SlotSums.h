//===- SlotSums.h - Site tables whose slots are replaced --------*- C++ -*-===//
//
// Several sites that are always executed together need one counter. Their slots
// are then sums of others, and the table has these sums as derived values.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_SLOTSUMS_H
#define UDPC_PROFDATA_TABLES_SLOTSUMS_H

#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/SmallVector.h"

namespace udpc {

/// The new slots that a slot of the old table is the sum of, less others.
/// Empty: it is 0.
struct SlotSum {
  struct Term {
    uint32_t Slot;
    int32_t Times; ///< Not 0. Negative: it is taken off so often.
    /// Added to Slot before they are multiplied; 0: nothing.
    uint32_t Other = 0;
  };
  llvm::SmallVector<Term, 1> Terms;
};

/// The table \p T in terms of \p NumSlots new slots: \p Sums[I] is what slot I
/// was. Sites keep their order, and their values the amounts.
std::vector<uint8_t> replaceSlots(const SiteTable &T, uint32_t NumSlots,
                                  llvm::ArrayRef<SlotSum> Sums);

/// By slot behind those of sites, from the first on: the sites of \p T that
/// have it in their values, each as often as it counts, in order. The table is
/// that of a unit with instructions (abi::InstructionRec). Fails if a table
/// cannot be the result of merging them: it may be hostile.
llvm::Expected<std::vector<std::vector<uint32_t>>>
sitesOfMergedSlots(const SiteTable &T);

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_SLOTSUMS_H
