//===- LateCounts.h - Counts of loops that are added when they end -*- C++
//-*-===//
//
// An increment in memory is what a short loop often waits for, and no loop with
// one is vectorised. Where the spec allows it (`late: true`), counts of an
// innermost loop that the program cannot ask for while it runs are kept in
// registers, and added to their slots when the loop ends. Where the loop's trip
// count can be computed, nothing of them is left in the loop.
//
// What is given up: counts of such a loop are missing while it runs, for a
// crash, SIGKILL, or another thread that reads. Loops with calls, volatile or
// atomic accesses keep their increments: so a loop that waits for another
// thread, or that may go on for ever by its calls, is counted at once.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_LATECOUNTS_H
#define UDPC_PASSES_LOWERING_LATECOUNTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace udpc {

/// Lets LateCountsPass defer the increments of \p Slots.
void allowLateCounts(llvm::GlobalVariable &Slots);
bool mayBeLate(const llvm::GlobalVariable &Slots);

/// Runs before loops are vectorised.
struct LateCountsPass : llvm::PassInfoMixin<LateCountsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_LATECOUNTS_H
