//===- CountFlow.h - Counts that follow from others -------------*- C++ -*-===//
//
// As much control leaves a block as enters it, so most counts of a function
// follow from others, as sums and differences: D. E. Knuth and F. R. Stevenson,
// "Optimal measurement points for program frequency counts", BIT 13 (1973). At
// points where other code can read counts, control is modelled as leaving the
// function and returning. So derived counts are exact there, also after exit(),
// longjmp(), and exceptions. Between two such points the count of a block may
// be wrong by one, and another thread that reads slots one after the other
// finds differences wrong by what is executed meanwhile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGE_COUNTFLOW_H
#define UDPC_PASSES_LOWERING_MERGE_COUNTFLOW_H

#include "passes/lowering/merge/CountSegments.h"

namespace udpc {

/// Which errors counts may have while control is between two points at which
/// they can be read.
enum class CountOrder {
  Any,
  /// Executed blocks have been counted, except perhaps the running one. Blocks
  /// that are likely to come next may be counted already.
  Forward
};

/// Moves the counts of \p F to the fewest places that determine them, and of
/// these to the cheapest. Returns false and changes nothing if that would take
/// too long, or, in the order Forward, is not cheaper.
bool placeByFlow(llvm::Function &F, FunctionSegments &Segments,
                 llvm::DominatorTree &DT, llvm::LoopInfo &LI,
                 EdgeFrequencies Frequencies, CountOrder Order);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_COUNTFLOW_H
