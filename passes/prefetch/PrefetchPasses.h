//===- PrefetchPasses.h - Passes for keys and prefetches --------*- C++ -*-===//
//
// Creates the passes that assign keys to memory operations and insert
// prefetches. LLVM had such passes up to release 21 (X86DiscriminateMemOps,
// X86InsertPrefetch); these keep the meaning of its options, and the keys.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_PREFETCHPASSES_H
#define UDPC_PASSES_PREFETCH_PREFETCHPASSES_H

#include "passes/prefetch/FunctionKeys.h"
#include <memory>

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace udpc {

/// Gives each memory operation of final code a key, by which profiles and hints
/// identify it.
llvm::FunctionPass *
createDiscriminateMemOpsPass(std::shared_ptr<ModuleKeys> Keys);

/// Inserts prefetches by hints.
llvm::FunctionPass *
createInsertPrefetchesPass(std::shared_ptr<ModuleKeys> Keys);

/// Labels the operations whose keys are for a section, which the assembly
/// printer then emits. Must run after all passes that may compare or copy
/// instructions, such as the machine outliner.
llvm::FunctionPass *createLabelMemOpsPass(std::shared_ptr<ModuleKeys> Keys);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_PREFETCHPASSES_H
