//===- Padding.h - NOPs that align blocks ----------------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PADDING_H
#define UDPC_PASSES_PROFILE_PADDING_H

#include "passes/profile/Segments.h"

namespace udpc {

struct FunctionLayout;

/// How many NOPs the assembler puts before each block of \p MF to align it,
/// where there are any. Programs that run into the block execute them.
NopsOfBlocks nopsOfBlocks(const llvm::MachineFunction &MF,
                          const FunctionLayout &Layout);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PADDING_H
