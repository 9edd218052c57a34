//===- UnitProfile.h - A unit's cost table while it is made ----*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_UNITPROFILE_H
#define UDPC_PASSES_PROFILE_UNITPROFILE_H

#include "profdata/cache/CostTable.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <tuple>

namespace llvm {
class DIFile;
class DILocation;
} // namespace llvm

namespace udpc {

/// The cost table of one unit, filled in function by function.
///
/// How many slots there are is known only at the end, and the derived values
/// are numbered after them. Until finish, value indices are *provisional*: in
/// all records of the table, derived value I is DerivedBit | I.
class UnitProfile {
public:
  static constexpr uint32_t DerivedBit = 0x80000000;

  CostTableBuilder Table;

  uint32_t newSlot() { return Table.NumSlots++; }

  /// The value \p Left + \p Right or \p Left - \p Right; ZeroValue is none.
  uint32_t sum(uint32_t Left, uint32_t Right);
  uint32_t difference(uint32_t Left, uint32_t Right);

  /// The place \p At with the calls that it was inlined by; NoIndex for null.
  uint32_t frame(const llvm::DILocation *At);

  /// The cost centre; an index that holds until finish. \p File as costs.h has
  /// it.
  uint32_t line(uint32_t Function, llvm::StringRef File, uint32_t Line);

  /// Puts the table in its final order. Returns the new index of each cost
  /// centre.
  std::vector<uint32_t> finish();

private:
  using FrameKey =
      std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>;

  std::map<FrameKey, uint32_t> Frames;
  llvm::DenseMap<const llvm::DILocation *, uint32_t> FrameOf;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> Lines;
};

/// The name of \p File as tables have it: with its folder before it, if it is
/// relative, and in one spelling.
std::string pathOf(const llvm::DIFile *File);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_UNITPROFILE_H
