//===- NarrowComparisons.h - Comparisons of extended values -----*- C++ -*-===//
//
// `m >= size ? m - size : 0` of a 16-bit m compares 32 bits. Without counts it
// becomes a saturated subtraction of 16 bits. A placeholder in one of its arms
// keeps the branch, so the vectoriser would extend m to compare it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_VECTOR_NARROWCOMPARISONS_H
#define UDPC_PASSES_LOWERING_VECTOR_NARROWCOMPARISONS_H

namespace llvm {
class Loop;
}

namespace udpc {

/// Makes branches in \p L that compare a zero-extended value with one that the
/// loop does not change compare as many bits as the value had. \p L has a
/// preheader.
void narrowComparisons(llvm::Loop &L);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_VECTOR_NARROWCOMPARISONS_H
