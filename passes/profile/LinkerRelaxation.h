//===- LinkerRelaxation.h - Loads that linkers take away -------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_LINKERRELAXATION_H
#define UDPC_PASSES_PROFILE_LINKERRELAXATION_H

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Whether \p MI loads an address from the global offset table that the linker
/// is expected to put into the instruction itself, since the symbol is in the
/// executable: `movq x@GOTPCREL(%rip), %rax` becomes `leaq x(%rip), %rax`.
/// Symbols are taken to be in the executable unless the C or C++ library has
/// them.
bool isLoadForLinker(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_LINKERRELAXATION_H
