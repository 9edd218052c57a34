//===- UnreverseVectors.h - Vectors of loops that count down ----*- C++ -*-===//
//
// In a loop that goes backwards through memory, the vectoriser reverses loaded
// and stored vectors. LLVM removes both reversals if only the stored value
// needs the loaded one. A count of set elements needs it as well, but in any
// order. UntiePlaceholders.cpp removes the reversals of such loops.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_VECTOR_UNREVERSEVECTORS_H
#define UDPC_PASSES_LOWERING_VECTOR_UNREVERSEVECTORS_H

namespace llvm {
class BasicBlock;
}

namespace udpc {

/// Removes reversals of vectors that \p B loads, and the reversals back, if all
/// between them is computed element by element, and elements are otherwise only
/// added up. Vectors of fixed size only. Variables with a value in between are
/// optimised out.
void unreverseVectors(llvm::BasicBlock &B);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_VECTOR_UNREVERSEVECTORS_H
