//===- AddressRegisters.h - Registers that hold one address -----*- C++ -*-===//
//
// Inserted code needs the same address at several points of a function. Most of
// them find it in a register that is free from an earlier point on, so it need
// not be loaded again.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ADDRESSREGISTERS_H
#define UDPC_PASSES_PROFILE_ADDRESSREGISTERS_H

#include "llvm/CodeGen/MachineBasicBlock.h"
#include <optional>
#include <vector>

namespace llvm {
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

class FreeRegisters;

/// A point that needs the address.
struct AddressUse {
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  /// The register that has it, by X86Code's number; none if no register is
  /// free there.
  std::optional<int> Register;
  /// Whether the register has it already. Otherwise it is to be loaded.
  bool IsKnown = false;
};

/// A point at which to load the address, ahead of a loop, behind the uses
/// there.
struct AddressLoad {
  llvm::MachineBasicBlock *Block;
  llvm::MachineBasicBlock::iterator At;
  int Register;
};

/// Chooses registers for \p Uses, which are in the order of the code where they
/// are at the same point. Returns the loads that are necessary besides theirs.
std::vector<AddressLoad> chooseRegisters(llvm::MachineFunction &MF,
                                         const llvm::MachineLoopInfo &Loops,
                                         const FreeRegisters &Free,
                                         std::vector<AddressUse> &Uses);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ADDRESSREGISTERS_H
