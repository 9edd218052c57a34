//===- PlainDebugInfo.h - As without -fdebug-info-for-profiling -*- C++ -*-===//

#ifndef UDPC_PASSES_PREFETCH_PLAINDEBUGINFO_H
#define UDPC_PASSES_PREFETCH_PLAINDEBUGINFO_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// If -fdebug-info-for-profiling is the driver's (-udpc-own-profiling-info),
/// removes what that flag adds and what would give instructions other lines
/// than they have in the build without it:
///
/// - Differences between the discriminators of instructions that have one line
///   and column. Passes compare locations: SimplifyCFG, for one, keeps the
///   location of what it moves only if it is that of the branch. Memory
///   operations get discriminators of their own later.
/// - Variables without a name, which represent values accessed through
///   pointers. Each change of such a value can begin a row of line 0.
class PlainDebugInfoPass : public llvm::PassInfoMixin<PlainDebugInfoPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also for optnone, -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_PLAINDEBUGINFO_H
