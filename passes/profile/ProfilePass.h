//===- ProfilePass.h - Counts what final code executes ----------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PROFILEPASS_H
#define UDPC_PASSES_PROFILE_PROFILEPASS_H

#include "passes/profile/EmittedLines.h"

namespace llvm {
class ModulePass;
} // namespace llvm

namespace udpc {

/// Profiles the functions that have the attribute, and completes the module's
/// unit. To run after all that changes the program, keys of memory operations
/// included. \p Lines: filled in by the pass that createRecordLinesPass makes.
llvm::ModulePass *createProfilePass(std::shared_ptr<ModuleLines> Lines);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PROFILEPASS_H
