//===- ReplaceSiteText.cpp - udpc instructions as machine instructions ----===//
//
// Up to here the code of a site is inline assembly, which no pass changes,
// merges or moves into another function. The assembly printer would start a
// parser for each piece of inline assembly: with every line of SQLite counted,
// that took a sixth of the compilation time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/code/SiteText.h"
#include "passes/machine/MachinePasses.h"
#include "passes/machine/SiteSectionEmitter.h"
#include "passes/target/TargetDescription.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

namespace {

class ReplaceSiteText : public MachineFunctionPass {
public:
  static char ID;
  ReplaceSiteText() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "udpc: replace site text"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<GCModuleInfo>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool replace(MachineInstr &MI, const TargetDescription &Target);
};

} // namespace

char ReplaceSiteText::ID;

/// The unit, which is the only operand of the assembly. LLVM may have merged it
/// with other variables: then it is at an offset in the merged variable.
static const MachineOperand *unitOperand(const MachineInstr &MI) {
  auto It = find_if(MI.operands(),
                    [](const MachineOperand &Op) { return Op.isGlobal(); });
  return It == MI.operands_end() ? nullptr : It;
}

bool ReplaceSiteText::replace(MachineInstr &MI,
                              const TargetDescription &Target) {
  if (!MI.isInlineAsm() || !MI.getOperand(0).isSymbol())
    return false;
  std::optional<SiteText> Text = readSiteText(MI.getOperand(0).getSymbolName());
  const MachineOperand *Unit = unitOperand(MI);
  if (!Text || !Unit)
    return false;
  MachineFunction &MF = *MI.getMF();
  MachineInstr &New = Target.insertInstruction(*MI.getParent(), MI,
                                               MI.getDebugLoc(), Text->Code);
  New.setFlags(MI.getFlags());
  MCSymbol *Label = MF.getContext().createTempSymbol();
  New.setPreInstrSymbol(MF, Label);
  const TargetMachine &TM = MF.getTarget();
  SiteSectionEmitter::of(getAnalysis<GCModuleInfo>())
      .add({Label, TM.getSymbol(&MF.getFunction()),
            TM.getSymbol(Unit->getGlobal()), Unit->getOffset(), *Text});
  MI.eraseFromParent();
  return true;
}

bool ReplaceSiteText::runOnMachineFunction(MachineFunction &MF) {
  const TargetDescription *Target =
      findTarget(MF.getTarget().getTargetTriple());
  if (!Target)
    return false;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      Changed |= replace(MI, *Target);
  return Changed;
}

FunctionPass *udpc::createReplaceSiteTextPass() {
  return new ReplaceSiteText();
}
