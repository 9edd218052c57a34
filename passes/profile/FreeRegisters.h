//===- FreeRegisters.h - Registers that nobody needs ------------*- C++ -*-===//
//
// What code may change at each place of a function without the program's
// noticing. All is as the function was before anything went in; code that
// leaves all registers as it found them, but for those that are free, changes
// none of it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_FREEREGISTERS_H
#define UDPC_PASSES_PROFILE_FREEREGISTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <cstdint>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

struct X86Code;

/// Bits count as X86Code does.
struct FreeState {
  uint16_t General = 0;
  uint16_t Vector = 0;
  bool Flags = false;
};

class FreeRegisters {
public:
  explicit FreeRegisters(const llvm::MachineFunction &MF);

  /// What is free right before \p MI.
  FreeState before(const llvm::MachineInstr &MI) const {
    return States.lookup(&MI);
  }

private:
  void addBlock(const llvm::MachineBasicBlock &MBB, const X86Code &Code,
                uint16_t Usable);

  llvm::DenseMap<const llvm::MachineInstr *, FreeState> States;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_FREEREGISTERS_H
