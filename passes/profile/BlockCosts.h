//===- BlockCosts.h - How many instructions code becomes -------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_BLOCKCOSTS_H
#define UDPC_PASSES_PROFILE_BLOCKCOSTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MachineInstr;
class MCAsmInfo;
} // namespace llvm

namespace udpc {

/// The instructions of the processor that \p MI, final code, becomes. A
/// repeated string instruction is one, its repetitions aside.
unsigned instructionsOf(const llvm::MachineInstr &MI);

/// The instructions in the assembly text \p Assembly, each taken to be executed
/// once.
unsigned instructionsInText(llvm::StringRef Assembly,
                            const llvm::MCAsmInfo &MAI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_BLOCKCOSTS_H
