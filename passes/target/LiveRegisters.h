//===- LiveRegisters.h - Registers that are live at a point -----*- C++ -*-===//
//
// Finds live registers in final code, after register allocation. Inserted code
// that changes only registers that are free does not affect the result.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_LIVEREGISTERS_H
#define UDPC_PASSES_TARGET_LIVEREGISTERS_H

#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

namespace udpc {

class TargetDescription;

/// Whether it is known which registers are live in \p MF.
bool isLivenessKnown(const llvm::MachineFunction &MF);

/// Whether inserted code may change \p Reg where it is free.
bool mayChangeWhereFree(const llvm::MachineFunction &MF, llvm::MCRegister Reg);

/// The live registers in a block. Queries must be from the last to the first
/// instruction: then the block is traversed once.
class LiveRegisters {
public:
  /// The live registers before \p MI. The block must not change between
  /// queries.
  const llvm::LiveRegUnits &before(const llvm::MachineInstr &MI);
  /// The live registers at the end of \p MBB.
  const llvm::LiveRegUnits &atEnd(const llvm::MachineBasicBlock &MBB);

private:
  const llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::const_iterator Now;
  llvm::LiveRegUnits Units;
};

/// Sets the live-in registers of \p MBB, a new block whose successors have
/// their live-in registers.
void addLiveIns(llvm::MachineBasicBlock &MBB);

/// Whether \p Target's flags are live at \p At, or may be. False for targets
/// without flags. Examines the code up to the next instruction that uses them.
bool areFlagsLive(const llvm::MachineBasicBlock &MBB,
                  llvm::MachineBasicBlock::const_iterator At,
                  const TargetDescription &Target);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_LIVEREGISTERS_H
