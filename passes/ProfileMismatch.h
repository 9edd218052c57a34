//===- ProfileMismatch.h - Profiles that counting makes unfit --*- C++ -*-===//
//
// -fprofile-use finds a function's data by the shape of its code, which is not
// that of the build that made the profile once events are counted in it. LLVM
// says of each such function that its "control flow" has changed and optimises
// it without a profile. This pass says why, once, and what to do.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILEMISMATCH_H
#define UDPC_PASSES_PROFILEMISMATCH_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// Runs after LLVM has read the profile; changes nothing.
class ProfileMismatchPass : public llvm::PassInfoMixin<ProfileMismatchPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also at -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILEMISMATCH_H
