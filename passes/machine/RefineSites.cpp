//===- RefineSites.cpp - Completes udpc instructions of exact sites -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/code/SiteText.h"
#include "passes/machine/DeadFlagPoints.h"
#include "passes/machine/MachinePasses.h"
#include "passes/target/MachineCode.h"
#include "passes/target/TargetDescription.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

namespace {

class RefineSites : public MachineFunctionPass {
public:
  static char ID;
  RefineSites() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "udpc: refine sites"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

} // namespace

char RefineSites::ID;

/// Reports an error for emulated thread-local slots: slots must be at the same
/// offset from the thread pointer in each thread. The driver handles
/// -femulated-tls at compile time; other builds have to pass the option.
static void refuseEmulatedSlots(const MachineFunction &MF) {
  const Module &M = *MF.getFunction().getParent();
  if (MF.getTarget().useEmulatedTLS() &&
      MF.getName().starts_with("__udpc_slots_address") &&
      M.getNamedValue("__udpc_unit"))
    M.getContext().emitError(
        "udpc: " + M.getSourceFileName() +
        ": events are counted in thread-local variables, which -femulated-tls "
        "keeps elsewhere; compile with udpc-clang, or with -Xclang -mllvm "
        "-Xclang -udpc-no-thread-locals");
}

bool RefineSites::runOnMachineFunction(MachineFunction &MF) {
  const TargetDescription *Target =
      findTarget(MF.getTarget().getTargetTriple());
  if (!Target)
    return false;
  refuseEmulatedSlots(MF);
  // After the module pass, thunks that later passes make are not processed by
  // instruction selection, which would create their entry block.
  if (MF.empty()) {
    MF.push_back(MF.CreateMachineBasicBlock(&MF.getFunction().getEntryBlock()));
    MF.getProperties().resetIsSSA().setNoPHIs();
    return true;
  }
  bool Changed = false;
  std::string Symbol;
  DeadFlagPoints Flags(MF, *Target);
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB)) {
      if (!MI.isInlineAsm() || !MI.getOperand(0).isSymbol())
        continue;
      std::string Text = MI.getOperand(0).getSymbolName();
      if (!isSiteText(Text))
        continue;
      if (Symbol.empty())
        Symbol = symbolOf(MF);
      MachineBasicBlock::iterator Place(MI);
      auto [At, FlagsAreLive] = Flags.find(MBB, Place);
      if (finishSiteText(Text, Symbol, FlagsAreLive)) {
        MI.getOperand(0).ChangeToES(MF.createExternalSymbolName(Text));
        if (At != Place)
          MBB.splice(At, &MBB, Place);
        Changed = true;
      }
    }
  return Changed;
}

FunctionPass *udpc::createRefineSitesPass() { return new RefineSites(); }
