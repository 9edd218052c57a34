//===- RecordLines.cpp - Records the lines of a plain build ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/options/ProfileOptions.h"
#include "passes/profile/ProfilePass.h"
#include "passes/profile/plain/PlainBuild.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

using namespace llvm;
using namespace udpc;

namespace {

class RecordLines : public MachineFunctionPass {
public:
  static char ID;
  explicit RecordLines(std::shared_ptr<ModuleLines> Lines)
      : MachineFunctionPass(ID), Lines(std::move(Lines)) {}

  StringRef getPassName() const override { return "udpc: record lines"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (!profileOf(MF.getFunction()).any())
      return false;
    markEventCode(MF);
    (*Lines)[&MF] = emittedLines(MF);
    return false;
  }

private:
  std::shared_ptr<ModuleLines> Lines;
};

} // namespace

char RecordLines::ID;

FunctionPass *udpc::createRecordLinesPass(std::shared_ptr<ModuleLines> Lines) {
  return new RecordLines(std::move(Lines));
}
