//===- Padding.h - NOPs that align blocks ----------------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PADDING_H
#define UDPC_PASSES_PROFILE_PADDING_H

#include "passes/profile/Segments.h"

namespace udpc {

struct FunctionLayout;

/// The number of NOPs that the assembler inserts before each aligned block of
/// \p MF. They are executed on fall-through.
NopsOfBlocks nopsOfBlocks(const llvm::MachineFunction &MF,
                          const FunctionLayout &Layout);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PADDING_H
