//===- TiePlaceholders.h - Placeholders in vectorised loops -----*- C++ -*-===//
//
// The vectoriser lets a placeholder stay in a loop, since it is a call of
// llvm.sideeffect. But as that has no operands, it would make a single call for
// the several iterations of a vector. So a placeholder in a loop gets an
// operand bundle with a value that differs in each iteration. The vectoriser
// then makes a call for each, in the block of the vector loop, and
// JoinPlaceholdersPass joins them into one placeholder that counts several.
// LLVM's cost estimates are those of the loop without counts if the value is
// one that the loop loads, and a little higher if it is the induction variable.
//
// The vectoriser allows no placeholder in a block that only some iterations
// execute. So the placeholder moves to the next block that all execute, with
// another operand: whether the iteration counts. If that has become an element
// of a vector, an increment adds the number of set elements; otherwise the
// placeholder moves back.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_VECTOR_TIEPLACEHOLDERS_H
#define UDPC_PASSES_LOWERING_VECTOR_TIEPLACEHOLDERS_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// Ties placeholders before loops are vectorised. A loop without a variable to
/// tie to is marked not to be vectorised, and each loop with placeholders not
/// to be distributed.
struct TiePlaceholdersPass : llvm::PassInfoMixin<TiePlaceholdersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

/// Unties placeholders after vectorisation. No tied placeholder is left.
struct UntiePlaceholdersPass : llvm::PassInfoMixin<UntiePlaceholdersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
  // Tied placeholders would count where they should not.
  static bool isRequired() { return true; }
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_VECTOR_TIEPLACEHOLDERS_H
