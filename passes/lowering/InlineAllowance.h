//===- InlineAllowance.h - Increments do not decide what is inlined -*- C++
//-*-===//
//
// The inliner inlines a function that is small enough, and increments make it
// larger: fewer functions would be inlined than without counting. So each block
// with increments gets a call of llvm.sideeffect, with an attribute that the
// inliner adds to the cost: minus that of the increments.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_INLINEALLOWANCE_H
#define UDPC_PASSES_LOWERING_INLINEALLOWANCE_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Runs on a function when it has been simplified, before its callers decide
/// whether to inline it. Replaces the calls of what has been inlined into it.
struct InlineAllowancePass : llvm::PassInfoMixin<InlineAllowancePass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

/// Removes the calls from \p F. Returns whether there were any.
bool removeInlineAllowances(llvm::Function &F);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_INLINEALLOWANCE_H
