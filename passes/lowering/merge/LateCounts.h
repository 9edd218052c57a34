//===- LateCounts.h - Counts added after a loop -----------------*- C++ -*-===//
//
// A loop of few instructions often waits for its increments in memory. Where
// the spec allows it (`late: true`), the counts of a loop of one block are
// added to its slots when it ends, if the program cannot read them before. If
// the loop's trip count can be computed, nothing is left in the loop; else a
// register counts the iterations. In larger loops the registers, and the
// additions at the exits, take as long as the increments.
//
// The cost is that counts of such a loop are missing while it runs, for a
// crash, SIGKILL, or another thread that reads. Loops with calls, volatile or
// atomic accesses keep their increments: so a loop that waits for another
// thread, or that may run for ever through its calls, is counted at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Defers counts. Runs after MergeCountsPass, when loops have been vectorised.
struct LateCountsPass : llvm::PassInfoMixin<LateCountsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_LATECOUNTS_H
