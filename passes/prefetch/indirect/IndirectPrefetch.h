//===- IndirectPrefetch.h - Prefetches of what data says --------*- C++ -*-===//
//
// Accesses whose address the loop loads, such as a[b[i]]: the loads and
// computations are done again for a later iteration, and its address is
// prefetched. After "Software Prefetching for Indirect Memory Accesses"
// (Ainsworth and Jones, TOCS 2019).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTPREFETCH_H
#define UDPC_PASSES_PREFETCH_INDIRECT_INDIRECTPREFETCH_H

#include "llvm/IR/PassManager.h"
#include <memory>

namespace udpc {

class HintSource;

/// By hints of the type "indirect", or, on request, for all such accesses. To
/// run after all optimisations of IR: the rest of the code stays what it is
/// without prefetches.
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
