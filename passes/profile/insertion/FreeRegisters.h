//===- FreeRegisters.h - Registers that are free at a point -----*- C++ -*-===//
//
// The registers that are dead at each point of a function, so that inserted
// code may change them. The result is for the original function; inserted code
// that changes only free registers does not affect it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_INSERTION_FREEREGISTERS_H
#define UDPC_PASSES_PROFILE_INSERTION_FREEREGISTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <cstdint>

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

class CallFrameInfo;
struct X86Code;

/// The free registers at a point. Bits are X86Code's register numbers.
struct FreeState {
  uint16_t General = 0;
  uint16_t Vector = 0;
  bool Flags = false;
};

class FreeRegisters {
public:
  /// No registers.
  FreeRegisters() = default;
  /// With \p Frames, a callee-saved register is free only where unwinders do
  /// not expect the caller's value in it: in a prologue the CFI may follow the
  /// push.
  explicit FreeRegisters(const llvm::MachineFunction &MF,
                         const CallFrameInfo *Frames = nullptr);

  /// The free registers before \p MI.
  FreeState before(const llvm::MachineInstr &MI) const {
    return States.lookup(&MI);
  }
  /// The free registers at \p At in \p MBB, a block of the original function.
  FreeState at(const llvm::MachineBasicBlock &MBB,
               llvm::MachineBasicBlock::const_iterator At) const;

private:
  void addBlock(const llvm::MachineBasicBlock &MBB, const X86Code &Code,
                const CallFrameInfo *Frames, uint16_t Usable);

  llvm::DenseMap<const llvm::MachineInstr *, FreeState> States;
  llvm::DenseMap<const llvm::MachineBasicBlock *, FreeState> Ends;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_INSERTION_FREEREGISTERS_H
