//===- PlainDebugInfo.h - Undoes profiling debug info -----------*- C++ -*-===//
//
// Undoes the effects of -fdebug-info-for-profiling on lines where the driver
// has added that flag.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_PLAINDEBUGINFO_H
#define UDPC_PASSES_PREFETCH_PLAINDEBUGINFO_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// Removes the effects of -fdebug-info-for-profiling that would give
/// instructions other lines than in the build without it, if the driver added
/// that flag (-udpc-own-profiling-info):
///
/// - Differences between the discriminators of instructions that have one line
///   and column. Passes compare locations: SimplifyCFG, for one, keeps the
///   location of a moved instruction only if it equals the branch's. Memory
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
