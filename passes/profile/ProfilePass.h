//===- ProfilePass.h - Profiles final code ----------------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PROFILEPASS_H
#define UDPC_PASSES_PROFILE_PROFILEPASS_H

#include "passes/profile/EmittedLines.h"

namespace llvm {
class ModulePass;
} // namespace llvm

namespace udpc {

/// Profiles the functions that have the attribute, and completes the module's
/// unit. To run after all passes that change the program, including keys of
/// memory operations. \p Lines: filled in by the pass that
/// createRecordLinesPass makes.
llvm::ModulePass *createProfilePass(std::shared_ptr<ModuleLines> Lines);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PROFILEPASS_H
