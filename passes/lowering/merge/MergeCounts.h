//===- MergeCounts.h - One increment for several sites ----------*- C++ -*-===//
//
// After inlining, one block often has the increments of many sites, one after
// the other, and neighbouring blocks are executed as often. So one increment of
// a slot for all of them is enough, and the site table says that each of their
// slots is a sum. CountSegments.h has the rules, and what a thread that is
// stopped between increments leaves wrong.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGE_MERGECOUNTS_H
#define UDPC_PASSES_LOWERING_MERGE_MERGECOUNTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Runs when the code is optimised. No placeholders and no marks of
/// allowMerging are left.
struct MergeCountsPass : llvm::PassInfoMixin<MergeCountsPass> {
  /// Without \p Optimise nothing is merged.
  explicit MergeCountsPass(bool Optimise) : Optimise(Optimise) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool Optimise;
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_MERGECOUNTS_H
