//===- MachineCode.h - Queries and edits of final machine code --*- C++ -*-===//
//
// Helpers that inspect and change final machine code, for passes/machine and
// passes/profile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_MACHINECODE_H
#define UDPC_PASSES_TARGET_MACHINECODE_H

#include "llvm/CodeGen/MachineBasicBlock.h"

namespace udpc {

/// Whether \p MI has to stay first in its block.
bool mustBeFirst(const llvm::MachineInstr &MI);

/// Whether \p MI is the rest of __builtin_setjmp in final code. It emits
/// nothing. Its operand is the block to which __builtin_longjmp leads, a
/// successor of its own block.
bool isBuiltinSetjmp(const llvm::MachineInstr &MI);

/// Whether a call in \p MF may return to another place in it than after the
/// call, because \p MF calls a function like setjmp(), or __builtin_setjmp().
bool mayBeReentered(const llvm::MachineFunction &MF);

bool branchesTo(const llvm::MachineBasicBlock &From,
                const llvm::MachineBasicBlock &To);

/// Inserts a new block on the fall-through edge into \p MBB.
llvm::MachineBasicBlock &insertOnFallThrough(llvm::MachineBasicBlock &MBB);

/// Inserts a block that contains only a jump between \p Branch and the block
/// that it goes to if taken, at the end of the function.
llvm::MachineBasicBlock &insertOnBranch(llvm::MachineInstr &Branch);

/// Splits the block before \p Terminator. Passes assume that only terminators
/// follow the first one.
llvm::MachineBasicBlock &splitBefore(llvm::MachineInstr &Terminator);

/// The location of counting code inserted before \p MI. It has the line of \p
/// MI, so the line table gets no new line. Since the code may access memory, it
/// has another discriminator, so that its key differs from any operation's.
llvm::DebugLoc locationBefore(const llvm::MachineInstr &MI);

/// The symbol of \p Value, or of \p MF itself, in the assembly of \p MF.
std::string symbolOf(const llvm::MachineFunction &MF,
                     const llvm::GlobalValue &Value);
std::string symbolOf(const llvm::MachineFunction &MF);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_MACHINECODE_H
