//===- IndirectPrefetch.h - Prefetches of loaded addresses ------*- C++ -*-===//
//
// Prefetches accesses whose address the loop loads, such as a[b[i]]: the loads
// and computations are repeated for a later iteration, and its address is
// prefetched. After "Software Prefetching for Indirect Memory Accesses"
// (Ainsworth and Jones, TOCS 2019).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTPREFETCH_H
#define UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTPREFETCH_H

#include "llvm/IR/PassManager.h"
#include <memory>

namespace udpc {

class HintSource;

/// Inserts prefetches where hints of the type "indirect" request them, or, with
/// -udpc-prefetch-indirect, for all such accesses. Runs after all optimisations
/// of IR, so that the other code is the same as without prefetches.
class IndirectPrefetchPass : public llvm::PassInfoMixin<IndirectPrefetchPass> {
public:
  IndirectPrefetchPass();
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);

private:
  std::shared_ptr<HintSource> Source;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTPREFETCH_H
