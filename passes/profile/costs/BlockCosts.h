//===- BlockCosts.h - Numbers of emitted instructions -----------*- C++ -*-===//
//
// Counts the processor instructions that final code emits.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_BLOCKCOSTS_H
#define UDPC_PASSES_PROFILE_COSTS_BLOCKCOSTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MachineInstr;
class MCAsmInfo;
} // namespace llvm

namespace udpc {

/// The number of processor instructions that \p MI, final code, emits. A
/// repeated string instruction is one, without its repetitions.
unsigned instructionsOf(const llvm::MachineInstr &MI);

/// The number of instructions in the assembly text \p Assembly, each assumed to
/// be executed once.
unsigned instructionsInText(llvm::StringRef Assembly,
                            const llvm::MCAsmInfo &MAI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_BLOCKCOSTS_H
