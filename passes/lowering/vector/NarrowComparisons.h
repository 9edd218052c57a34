//===- NarrowComparisons.h - Comparisons of extended values -----*- C++ -*-===//
//
// `m >= size ? m - size : 0` of a 16-bit m compares 32 bits. Without counts it
// becomes a saturated subtraction of 16 bits. A placeholder in one of its arms
// preserves the branch, so the vectoriser would extend m to compare it.
// TiePlaceholders.cpp therefore narrows such comparisons.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_VECTOR_NARROWCOMPARISONS_H
#define UDPC_PASSES_LOWERING_VECTOR_NARROWCOMPARISONS_H

namespace llvm {
class Loop;
}

namespace udpc {

/// Narrows branches in \p L that compare a zero-extended value with a
/// loop-invariant one to the value's width. \p L has a preheader.
void narrowComparisons(llvm::Loop &L);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_VECTOR_NARROWCOMPARISONS_H
