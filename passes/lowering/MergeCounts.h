//===- MergeCounts.h - One increment for sites that execute together
//-------===//
//
// After inlining, one block often has the increments of many sites, one after
// the other. They always count the same, so one increment of a slot for all of
// them is enough, and the site table says that each of their slots is a sum.
//
// Increments are merged over instructions that run to their end, where no other
// code can read counts: not over calls, nor over volatile or atomic accesses.
// So counts are right wherever the program can ask for them; where it is
// stopped within such a sequence (a crash, SIGKILL, a read by another thread),
// the sites of the sequence may be counted that are still to come, once.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGECOUNTS_H
#define UDPC_PASSES_LOWERING_MERGECOUNTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace udpc {

/// Allows MergeCountsPass to replace the slots of \p Unit, an inline one.
void allowMerging(llvm::Module &M, llvm::GlobalVariable &Slots,
                  llvm::GlobalVariable &Unit, llvm::GlobalVariable &Table);

/// Runs when functions have been inlined and simplified. No marks of
/// allowMerging are left.
struct MergeCountsPass : llvm::PassInfoMixin<MergeCountsPass> {
  /// Without \p Optimise it only removes the marks.
  explicit MergeCountsPass(bool Optimise) : Optimise(Optimise) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool Optimise;
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGECOUNTS_H
