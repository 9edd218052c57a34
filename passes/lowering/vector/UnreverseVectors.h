//===- UnreverseVectors.h - Vectors of loops that count down ----*- C++ -*-===//
//
// Where a loop goes backwards through memory, the vectoriser reverses what it
// loads and what it stores. LLVM removes both where only the stored value needs
// the loaded one. A number of elements that is counted needs it as well, in any
// order.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_VECTOR_UNREVERSEVECTORS_H
#define UDPC_PASSES_LOWERING_VECTOR_UNREVERSEVECTORS_H

namespace llvm {
class BasicBlock;
}

namespace udpc {

/// Removes reversals of what \p B loads, and the reversals back, wherever all
/// between them is computed element by element, and elements are only added up
/// otherwise. Vectors of fixed size only. Variables that have a value in
/// between are optimised out.
void unreverseVectors(llvm::BasicBlock &B);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_VECTOR_UNREVERSEVECTORS_H
