//===- MergeCounts.h - One increment for several sites ----------*- C++ -*-===//
//
// After inlining, a block often has the increments of many sites, and
// neighbouring blocks are executed equally often. So one increment of a slot is
// enough for all of them, and the site table says that each of their counts is
// a sum. CountSegments.h has the rules, and the errors that remain if a thread
// is stopped between increments.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGE_MERGECOUNTS_H
#define UDPC_PASSES_LOWERING_MERGE_MERGECOUNTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Merges counts when the code is optimised, and removes all placeholders and
/// all marks of allowMerging.
struct MergeCountsPass : llvm::PassInfoMixin<MergeCountsPass> {
  /// \p Optimise enables merging; without it placeholders are only replaced.
  explicit MergeCountsPass(bool Optimise) : Optimise(Optimise) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool Optimise;
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_MERGECOUNTS_H
