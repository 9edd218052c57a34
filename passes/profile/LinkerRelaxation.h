//===- LinkerRelaxation.h - Loads that linkers relax ------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_LINKERRELAXATION_H
#define UDPC_PASSES_PROFILE_LINKERRELAXATION_H

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Whether \p MI loads an address from the global offset table and the linker
/// is expected to relax it, since the symbol is in the executable: `movq
/// x@GOTPCREL(%rip), %rax` becomes `leaq x(%rip), %rax`. Symbols are assumed to
/// be in the executable unless the C or C++ library defines them.
bool isLoadForLinker(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_LINKERRELAXATION_H
