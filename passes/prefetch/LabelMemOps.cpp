//===- LabelMemOps.cpp - Labels memory operations for their keys ----------===//

#include "passes/prefetch/KeySection.h"
#include "passes/prefetch/PrefetchPasses.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/MC/MCContext.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

namespace {

class LabelMemOps : public MachineFunctionPass {
public:
  static char ID;
  explicit LabelMemOps(std::shared_ptr<ModuleKeys> Keys)
      : MachineFunctionPass(ID), Assigned(std::move(Keys)) {}

  StringRef getPassName() const override {
    return "udpc: label memory operations";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<GCModuleInfo>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  std::shared_ptr<ModuleKeys> Assigned;
};

} // namespace

char LabelMemOps::ID;

bool LabelMemOps::runOnMachineFunction(MachineFunction &MF) {
  auto Keys = Assigned->extract(&MF);
  if (Keys.empty() || !MF.getTarget().getTargetTriple().isOSBinFormatELF())
    return false;
  KeySection &Section = KeySection::of(getAnalysis<GCModuleInfo>());
  const PrefetchTarget &Target =
      *findPrefetchTarget(MF.getTarget().getTargetTriple());
  const auto &Places = Keys.mapped().Places;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.instrs()) {
      auto It = Places.find(&MI);
      // Another instruction may be where one was that is gone.
      if (It == Places.end() ||
          !(Target.isMemoryOperation(MI) || Target.isPrefetch(MI)))
        continue;
      MCSymbol *Label = MI.getPreInstrSymbol();
      if (!Label) {
        Label = MF.getContext().createTempSymbol();
        MI.setPreInstrSymbol(MF, Label);
      }
      Section.add(MF, *Label, It->second);
    }
  return !Places.empty();
}

FunctionPass *udpc::createLabelMemOpsPass(std::shared_ptr<ModuleKeys> Keys) {
  return new LabelMemOps(std::move(Keys));
}
