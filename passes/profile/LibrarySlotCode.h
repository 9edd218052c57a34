//===- LibrarySlotCode.h - Increments of slots in libraries -----*- C++ -*-===//
//
// Most counters find the slots' address in a register, and are
// `incq slot(%rax)` alone (LibraryCode.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_LIBRARYSLOTCODE_H
#define UDPC_PASSES_PROFILE_LIBRARYSLOTCODE_H

#include "passes/profile/FunctionProfile.h"
#include "passes/profile/LibraryCode.h"

namespace udpc {

class LibrarySlotCode : LibraryCode {
public:
  LibrarySlotCode(llvm::MachineFunction &MF, llvm::GlobalVariable &Unit)
      : LibraryCode(MF, &Unit) {}
  using LibraryCode::reserve;

  /// Appends the points of the counters of \p P.
  void addUses(const FunctionProfile &P, std::vector<AddressUse> &Uses) const;
  /// Chooses the registers of \p Uses, all points of the function in the order
  /// of the code where they are at the same point.
  std::vector<AddressLoad> choose(std::vector<AddressUse> &Uses) const;
  /// Inserts the counters of \p P, the first points of \p Uses.
  void count(const FunctionProfile &P, llvm::ArrayRef<AddressUse> Uses);
  /// Inserts \p Loads, after all other code.
  void load(llvm::ArrayRef<AddressLoad> Loads);

private:
  AddressUse placeOf(const Segment &S) const;
  void insert(const AddressUse &Use, const FreeState &State, unsigned Slot,
              bool IsRepetition);
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_LIBRARYSLOTCODE_H
