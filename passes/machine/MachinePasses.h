//===- MachinePasses.h - Passes over final machine code ---------*- C++ -*-===//
//
// Creates the passes over machine code that complete, insert and shorten
// counts. Plugin.cpp adds them to the code generator's pipeline.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_MACHINE_MACHINEPASSES_H
#define UDPC_PASSES_MACHINE_MACHINEPASSES_H

namespace llvm {
class FunctionPass;
class ModulePass;
class TargetMachine;
class TargetPassConfig;
namespace legacy {
class PassManagerBase;
}
} // namespace llvm

namespace udpc {

/// Completes the code of InstructionLowering: sets the function that contains
/// the instruction, and whether the flags are live there.
llvm::FunctionPass *createRefineSitesPass();

/// Replaces the finished text of sites by machine instructions, and leaves
/// their records to SiteSectionEmitter.
llvm::FunctionPass *createReplaceSiteTextPass();

/// Adds passes that hide the increments of InlineLowering in executables from
/// instruction selection. To be called where code generation begins, before any
/// of its passes have been added to \p PM.
void addSelectCountsPasses(const llvm::TargetMachine &TM,
                           llvm::legacy::PassManagerBase &PM,
                           llvm::TargetPassConfig &Config);

/// Makes the increments of InlineLowering in executables shorter.
llvm::FunctionPass *createShortenCountsPass();

/// Finds the sites of deferred units, inserts udpc instructions and fills in
/// the units. A module pass, since a unit's table follows all of its functions.
llvm::ModulePass *createTransparentSitesPass();

/// Gives thunks an entry block. Targets add thunks (retpolines) to the module
/// while they compile its last function, after the module pass has ended
/// instruction selection, which would create the block.
llvm::FunctionPass *createSelectThunksPass();

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_MACHINEPASSES_H
