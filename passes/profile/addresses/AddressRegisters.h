//===- AddressRegisters.h - Registers that hold one address -----*- C++ -*-===//
//
// Inserted code needs the same address at several points of a function, in a
// general register. Most of them find it in a register that has been free since
// an earlier point. Others copy it from a *backup*, a vector register or a
// stack slot, so that it need not be loaded again (AddressPlan.h). Used by
// LibrarySlotCode and CacheCheckCode.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSREGISTERS_H
#define UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSREGISTERS_H

#include "passes/target/X86Code.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <optional>
#include <vector>

namespace llvm {
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

class FreeRegisters;
class UnusedStackSlot;

/// A place that may have the address: a general register, by X86Code's number;
/// a vector register, FirstVector plus its number; or the unused stack slot.
using AddressHolder = int;
constexpr AddressHolder FirstVector = X86Code::NumRegisters;
constexpr AddressHolder StackHolder = 2 * X86Code::NumRegisters;

/// A point where code is inserted that needs the address, or other registers,
/// or both. Registers have X86Code's numbers, and sets of them are bits.
struct AddressUse {
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  bool NeedsAddress = true;
  /// Whether the code works without the address, but can make it available in
  /// one instruction.
  bool IsOffer = false;
  /// The number of other registers that the code changes, which are not
  /// Operands.
  unsigned NumScratch = 0;
  uint16_t Operands = 0;
  /// Whether the code no longer needs the address when it changes the last of
  /// these registers.
  bool MayOverwrite = false;

  /// The register with the address; none if no register is free there.
  std::optional<int> Register;
  /// Whether the register has it already.
  bool IsKnown = false;
  /// If not, the backup to copy it from; none if it is to be loaded.
  std::optional<AddressHolder> Source;
  /// The backup to copy it to after that.
  std::optional<AddressHolder> Backup;
  /// The free registers that the code changes, at most NumScratch unless set
  /// before. Register is among them if the code overwrites it.
  uint16_t Scratch = 0;

  bool isOverwritten() const { return Register && Scratch >> *Register & 1; }
};

/// A point at which to make the address available, after the uses there.
struct AddressLoad {
  llvm::MachineBasicBlock *Block;
  llvm::MachineBasicBlock::iterator At;
  /// A general register.
  int Register;
  /// The holder that keeps it: Register or a backup.
  AddressHolder Holder;
  /// The meaning is that of AddressUse's members. Source may also be Register,
  /// which has the address already.
  bool IsKnown = false;
  std::optional<AddressHolder> Source;
};

/// Chooses registers for \p Uses, which are in code order if they are at the
/// same point. Returns the loads that are necessary in addition to theirs.
std::vector<AddressLoad> chooseRegisters(llvm::MachineFunction &MF,
                                         const llvm::MachineLoopInfo &Loops,
                                         const FreeRegisters &Free,
                                         const UnusedStackSlot &Slot,
                                         std::vector<AddressUse> &Uses);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSREGISTERS_H
