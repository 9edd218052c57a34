//===- PrefetchPasses.h - Keys for memory operations, and prefetches -*- C++
//-*//
//
// LLVM had both passes up to release 21 (X86DiscriminateMemOps,
// X86InsertPrefetch); these keep the meaning of its options, and the keys.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_PREFETCHPASSES_H
#define UDPC_PASSES_PREFETCH_PREFETCHPASSES_H

namespace llvm {
class FunctionPass;
} // namespace llvm

namespace udpc {

/// Gives each memory operation of final code a unique debug location, its key
/// in profiles and hints.
llvm::FunctionPass *createDiscriminateMemOpsPass();

/// Inserts prefetches by hints. To run after the other pass.
llvm::FunctionPass *createInsertPrefetchesPass();

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_PREFETCHPASSES_H
