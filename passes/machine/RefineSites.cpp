//===- RefineSites.cpp - Completes udpc instructions of exact sites -------===//

#include "passes/lowering/SiteText.h"
#include "passes/machine/FlagPlaces.h"
#include "passes/machine/MachineCode.h"
#include "passes/machine/MachinePasses.h"
#include "passes/target/TargetDescription.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Function.h"
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

bool RefineSites::runOnMachineFunction(MachineFunction &MF) {
  const TargetDescription *Target =
      findTarget(MF.getTarget().getTargetTriple());
  if (!Target)
    return false;
  // Where the pass over the module has run, functions that later passes make,
  // thunks, do not come past instruction selection, which makes the block that
  // these passes write to.
  if (MF.empty()) {
    MF.push_back(MF.CreateMachineBasicBlock(&MF.getFunction().getEntryBlock()));
    MF.getProperties().resetIsSSA().setNoPHIs();
    return true;
  }
  bool Changed = false;
  std::string Symbol;
  FlagPlaces Flags(MF, *Target);
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
