//===- ProfilePass.cpp - Profiles final code ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/ProfilePass.h"
#include "passes/profile/ModuleProfiler.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Profiles functions, and changes the module as well: it adds functions at its
/// end, which the following passes then process, and sets variables, which are
/// printed last.
class ProfilePass : public MachineFunctionPass {
public:
  static char ID;
  ProfilePass(std::shared_ptr<ModuleLines> Lines,
              std::shared_ptr<ModuleKeys> Keys)
      : MachineFunctionPass(ID), Profile(std::move(Lines), std::move(Keys)) {}

  StringRef getPassName() const override { return "udpc: profile"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool doInitialization(Module &M) override {
    Profile.start(M);
    return MachineFunctionPass::doInitialization(M);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    return Profile.add(MF);
  }

private:
  ModuleProfiler Profile;
};

} // namespace

char ProfilePass::ID;

FunctionPass *udpc::createProfilePass(std::shared_ptr<ModuleLines> Lines,
                                      std::shared_ptr<ModuleKeys> Keys) {
  return new ProfilePass(std::move(Lines), std::move(Keys));
}
