//===- ProfilePass.cpp - Profiles final code ------------------------------===//

#include "passes/profile/ProfilePass.h"
#include "passes/profile/ModuleProfile.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

/// The layout of a module's code needs all of its functions.
class StartProfilePass : public ModulePass {
public:
  static char ID;
  explicit StartProfilePass(std::shared_ptr<ModuleProfile> Profile)
      : ModulePass(ID), Profile(std::move(Profile)) {}

  StringRef getPassName() const override { return "udpc: lay out"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineModuleInfoWrapperPass>();
    AU.setPreservesAll();
  }
  bool runOnModule(Module &M) override {
    return Profile->start(
        M, getAnalysis<MachineModuleInfoWrapperPass>().getMMI());
  }

private:
  std::shared_ptr<ModuleProfile> Profile;
};

/// Changes the module as well: it adds functions at its end, which the passes
/// after this one get in turn, and sets variables, which are printed last.
class ProfilePass : public MachineFunctionPass {
public:
  static char ID;
  explicit ProfilePass(std::shared_ptr<ModuleProfile> Profile)
      : MachineFunctionPass(ID), Profile(std::move(Profile)) {}

  StringRef getPassName() const override { return "udpc: profile"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    return Profile->add(MF);
  }

private:
  std::shared_ptr<ModuleProfile> Profile;
};

} // namespace

char StartProfilePass::ID;
char ProfilePass::ID;

std::pair<ModulePass *, FunctionPass *>
udpc::createProfilePasses(std::shared_ptr<ModuleLines> Lines,
                          std::shared_ptr<ModuleKeys> Keys) {
  auto Profile =
      std::make_shared<ModuleProfile>(std::move(Lines), std::move(Keys));
  return {new StartProfilePass(Profile), new ProfilePass(Profile)};
}
