//===- LibrarySlotCode.h - Increments of slots in libraries -----*- C++ -*-===//
//
// Most counters find the slots' address in a register, and consist of `incq
// slot(%rax)` only (LibraryCode.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SLOTS_LIBRARYSLOTCODE_H
#define UDPC_PASSES_PROFILE_SLOTS_LIBRARYSLOTCODE_H

#include "passes/profile/costs/FunctionCosts.h"
#include "passes/profile/slots/LibraryCode.h"

namespace udpc {

/// An addition to a slot. For a repetition, the number of repetitions is added.
struct SlotAddition {
  const Segment *Where;
  unsigned Slot;
  int64_t Amount;
  /// If set, a field of the thread's CallState, to which the word before the
  /// slots points, instead of Slot.
  std::optional<unsigned> StateOffset = std::nullopt;
};

class LibrarySlotCode : LibraryCode {
public:
  LibrarySlotCode(llvm::MachineFunction &MF, llvm::GlobalVariable &Unit)
      : LibraryCode(MF, &Unit) {}
  using LibraryCode::reserve;

  /// Appends the points of \p All.
  void addUses(llvm::ArrayRef<SlotAddition> All,
               std::vector<AddressUse> &Uses) const;
  /// Chooses the registers of \p Uses, which are all points of the function, in
  /// code order if they are at the same point.
  std::vector<AddressLoad> choose(std::vector<AddressUse> &Uses) const;
  /// Inserts \p All, the first points of \p Uses.
  void add(llvm::ArrayRef<SlotAddition> All, llvm::ArrayRef<AddressUse> Uses);
  /// Inserts \p Loads, after all other code.
  void load(llvm::ArrayRef<AddressLoad> Loads);

private:
  AddressUse placeOf(const SlotAddition &A) const;
  void insert(const AddressUse &Use, const FreeState &State,
              const SlotAddition &What);
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SLOTS_LIBRARYSLOTCODE_H
