//===- ProfilePass.h - Profiles final code ----------------------*- C++ -*-===//
//
// Creates the passes that profile final code; Plugin.cpp adds them to the code
// generator's pipeline.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PROFILEPASS_H
#define UDPC_PASSES_PROFILE_PROFILEPASS_H

#include "passes/prefetch/FunctionKeys.h"
#include "passes/profile/plain/PlainBuild.h"
#include <memory>

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace udpc {

/// The lines of all functions that are profiled.
using ModuleLines =
    llvm::DenseMap<const llvm::MachineFunction *, FunctionLines>;

/// Creates a pass that records the lines in \p Lines before memory operations
/// get unique locations, which a plain build does not have.
llvm::FunctionPass *createRecordLinesPass(std::shared_ptr<ModuleLines> Lines);

/// Creates a pass that profiles the functions with the attribute, and completes
/// the module's unit. Must run after all passes that change the program. \p
/// Lines and \p Keys are filled in by the passes that createRecordLinesPass and
/// createDiscriminateMemOpsPass create.
llvm::FunctionPass *createProfilePass(std::shared_ptr<ModuleLines> Lines,
                                      std::shared_ptr<ModuleKeys> Keys);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PROFILEPASS_H
