//===- LateCounts.h - Counts of loops that are added when they end -*- C++
//-*-===//
//
// An increment in memory is what a loop of few instructions often waits for.
// Where the spec allows it (`late: true`), what a loop of one block counts is
// added to its slots when it ends, if the program cannot ask for it before:
// from the loop's trip count, if that can be computed, so that nothing of it is
// left in the loop; else a register has the iterations. In larger loops the
// registers, and what the exits add, take as long as the increments.
//
// What is given up: counts of such a loop are missing while it runs, for a
// crash, SIGKILL, or another thread that reads. Loops with calls, volatile or
// atomic accesses keep their increments: so a loop that waits for another
// thread, or that may go on for ever by its calls, is counted at once.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGE_LATECOUNTS_H
#define UDPC_PASSES_LOWERING_MERGE_LATECOUNTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace udpc {

/// Lets LateCountsPass defer the increments of \p Slots.
void allowLateCounts(llvm::GlobalVariable &Slots);
bool mayBeLate(const llvm::GlobalVariable &Slots);

/// Runs behind MergeCountsPass, when loops have been vectorised.
struct LateCountsPass : llvm::PassInfoMixin<LateCountsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_LATECOUNTS_H
