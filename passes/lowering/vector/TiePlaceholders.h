//===- TiePlaceholders.h - Placeholders in vectorised loops -----*- C++ -*-===//
//
// The vectoriser lets a placeholder stay in a loop, since it is a call of
// llvm.sideeffect, but where a vector has several iterations, it would make one
// call of theirs, as it has no operands. So a placeholder in a loop gets an
// operand bundle with a value that each iteration has anew: the vectoriser
// makes a call for each, in the block of the vector loop, and
// JoinPlaceholdersPass makes one placeholder of them that counts as many.
// LLVM's estimates of costs are those of the loop without counts where the
// value is one that the loop loads, and a little higher where it is the
// induction variable.
//
// The vectoriser has no placeholder in a block that only some iterations
// execute. So the placeholder moves to the block behind it, which all execute,
// with another operand: whether the iteration counts. Where that has become an
// element of a vector, the count is the number of elements that are set, and an
// increment of that amount; elsewhere the placeholder returns.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_VECTOR_TIEPLACEHOLDERS_H
#define UDPC_PASSES_LOWERING_VECTOR_TIEPLACEHOLDERS_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// Runs before loops are vectorised. A loop that has no variable for it is
/// marked not to be vectorised, and each that has placeholders not to be
/// distributed.
struct TiePlaceholdersPass : llvm::PassInfoMixin<TiePlaceholdersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

/// Runs after that. No tied placeholder is left.
struct UntiePlaceholdersPass : llvm::PassInfoMixin<UntiePlaceholdersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  // What is tied would count where it should not.
  static bool isRequired() { return true; }
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_VECTOR_TIEPLACEHOLDERS_H
