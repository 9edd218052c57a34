//===- TargetNames.h - Opcodes and registers by name ------------*- C++ -*-===//
//
// Looks up opcodes, registers and operand flags by LLVM's names, since the
// targets' headers are not installed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_TARGETNAMES_H
#define UDPC_PASSES_TARGET_TARGETNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineInstr;
class TargetInstrInfo;
class TargetRegisterInfo;
} // namespace llvm

namespace udpc {

/// The opcode named \p Name. The lookup is slow: keep the result.
unsigned opcodeNamed(const llvm::TargetInstrInfo &TII, llvm::StringRef Name);
/// LLVM's name of the opcode of \p MI.
llvm::StringRef opcodeName(const llvm::MachineInstr &MI);
/// The register named \p Name; no register if there is none.
llvm::MCRegister registerNamed(const llvm::TargetRegisterInfo &TRI,
                               llvm::StringRef Name);
llvm::SmallVector<llvm::MCPhysReg, 0>
registersNamed(const llvm::TargetRegisterInfo &TRI,
               llvm::ArrayRef<llvm::StringRef> Names);

/// The value of the operand flag with the MIR name \p Name; 0 if there is none.
unsigned operandFlagNamed(const llvm::TargetInstrInfo &TII,
                          llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_TARGETNAMES_H
