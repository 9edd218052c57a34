//===- SelectThunks.cpp - Entry blocks for thunks -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/machine/MachinePasses.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace udpc;

namespace {

class SelectThunks : public MachineFunctionPass {
public:
  static char ID;
  SelectThunks() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "udpc: select thunks"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    // Thunks have reserved names.
    if (!MF.empty() || !MF.getName().starts_with("__llvm_"))
      return false;
    MF.push_back(MF.CreateMachineBasicBlock(&MF.getFunction().front()));
    return true;
  }
};

} // namespace

char SelectThunks::ID;

FunctionPass *udpc::createSelectThunksPass() { return new SelectThunks(); }
