//===- MachinePasses.h - Passes over final machine code --------*- C++ -*-===//

#ifndef UDPC_PASSES_MACHINE_MACHINEPASSES_H
#define UDPC_PASSES_MACHINE_MACHINEPASSES_H

namespace llvm {
class FunctionPass;
class ModulePass;
} // namespace llvm

namespace udpc {

/// Completes what InstructionLowering has left open: which function the
/// instruction is in, and whether the flags matter there.
llvm::FunctionPass *createRefineSitesPass();

/// Finds the sites of deferred units, puts udpc instructions there and fills in
/// the units. Sees the whole module at once, since a unit's table comes after
/// all of its functions.
llvm::ModulePass *createTransparentSitesPass();

/// Targets add thunks (retpolines) to the module while they compile the last
/// function of it, when a pass over the module has already ended the selection
/// of instructions. Gives these functions the block that selection would.
llvm::FunctionPass *createSelectThunksPass();

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_MACHINEPASSES_H
