//===- UnitCostTable.h - Builds a unit's cost table -------------*- C++ -*-===//
//
// Collects the costs of all functions of a unit in its cost table
// (udpc/costs.h). FunctionCosts fills it in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_UNITCOSTTABLE_H
#define UDPC_PASSES_PROFILE_COSTS_UNITCOSTTABLE_H

#include "passes/prefetch/FunctionKeys.h"
#include "profdata/cache/CostTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <tuple>

namespace llvm {
class DIFile;
class DILocation;
} // namespace llvm

namespace udpc {

/// The cost table of one unit, filled in function by function.
///
/// The number of slots is known only at the end, and derived values are
/// numbered after them. Until finish, value indices are *provisional*: in all
/// records of the table, derived value I is DerivedBit | I.
class UnitCostTable {
public:
  static constexpr uint32_t DerivedBit = 0x80000000;

  CostTableBuilder Table;

  uint32_t newSlot() { return Table.NumSlots++; }

  /// The value \p Left + \p Right or \p Left - \p Right; ZeroValue represents
  /// no value.
  uint32_t sum(uint32_t Left, uint32_t Right);
  uint32_t difference(uint32_t Left, uint32_t Right);

  /// The frame of \p At with its inline stack; NoIndex if that is null.
  uint32_t frame(const llvm::DILocation *At);

  /// The frame of the memory operation at \p Place, which is its key; NoIndex
  /// without a location.
  uint32_t keyFrame(const OperationPlace &Place, KeyStore Store);

  /// The index of the cost centre, which is valid until finish. \p File is as
  /// in costs.h.
  uint32_t line(uint32_t Function, llvm::StringRef File, uint32_t Line);

  /// Adds \p Symbol, a name of a profiled function of this unit.
  void addFunction(llvm::StringRef Symbol, bool IsExported);

  /// Sorts the table and removes calls of functions that are profiled in this
  /// unit. Returns the new index of each cost centre.
  std::vector<uint32_t> finish();

private:
  using FrameKey =
      std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>;

  uint32_t addFrame(uint32_t Parent, const llvm::DILocation &At,
                    uint32_t Discriminator);

  std::map<FrameKey, uint32_t> Frames;
  llvm::DenseSet<uint32_t> Profiled; ///< Symbols.
  llvm::DenseMap<const llvm::DILocation *, uint32_t> FrameOf;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> Lines;
};

/// The name of \p File in tables: absolute if possible, and normalised.
std::string pathOf(const llvm::DIFile *File);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_UNITCOSTTABLE_H
