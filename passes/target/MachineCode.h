//===- MachineCode.h - Questions to final machine code ----------*- C++ -*-===//

#ifndef UDPC_PASSES_TARGET_MACHINECODE_H
#define UDPC_PASSES_TARGET_MACHINECODE_H

#include "llvm/CodeGen/MachineBasicBlock.h"

namespace llvm {
class TargetRegisterInfo;
} // namespace llvm

namespace udpc {

class TargetDescription;

/// The targets' headers are not installed, so registers are found by name.
llvm::MCRegister registerNamed(const llvm::TargetRegisterInfo &TRI,
                               llvm::StringRef Name);

/// Whether the code from \p At on may read \p Target's flags before it sets
/// them. False for targets without flags.
bool areFlagsLive(const llvm::MachineBasicBlock &MBB,
                  llvm::MachineBasicBlock::const_iterator At,
                  const TargetDescription &Target);

bool branchesTo(const llvm::MachineBasicBlock &From,
                const llvm::MachineBasicBlock &To);

/// A new block that control passes through when it falls into \p MBB, and only
/// then.
llvm::MachineBasicBlock &insertOnFallThrough(llvm::MachineBasicBlock &MBB);

/// Moves \p Terminator and what follows into a block of its own, which stays
/// where it is. Passes take it that only terminators follow the first.
llvm::MachineBasicBlock &splitBefore(llvm::MachineInstr &Terminator);

/// The location of code that goes in before \p MI and counts what it does. The
/// line table stays what it is, as no line begins there. But by the location
/// alone it is not \p MI: as it may access memory, it must not have the key
/// that hints have for an operation.
llvm::DebugLoc locationBefore(const llvm::MachineInstr &MI);

/// The symbol of \p MF as assembly has it.
std::string symbolOf(const llvm::MachineFunction &MF);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_MACHINECODE_H
