//===- ProfileMismatch.h - Profiles that counting invalidates ---*- C++ -*-===//
//
// -fprofile-use matches a function's data by a hash of its control flow graph,
// which counting changes. LLVM warns for each such function that its "control
// flow" has changed and optimises it without a profile. This pass reports the
// reason once, with advice.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILEMISMATCH_H
#define UDPC_PASSES_PROFILEMISMATCH_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// Reports functions whose profile does not match. Runs after LLVM has read the
/// profile; changes nothing.
class ProfileMismatchPass : public llvm::PassInfoMixin<ProfileMismatchPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also at -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILEMISMATCH_H
