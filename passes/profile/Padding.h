//===- Padding.h - NOPs that align blocks ----------------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PADDING_H
#define UDPC_PASSES_PROFILE_PADDING_H

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
} // namespace llvm

namespace udpc {

struct FunctionLayout;

/// How many NOPs the assembler puts before each block of \p MF to align it,
/// where there are any. Programs that run into the block execute them.
llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned>
nopsOfBlocks(const llvm::MachineFunction &MF, const FunctionLayout &Layout);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PADDING_H
