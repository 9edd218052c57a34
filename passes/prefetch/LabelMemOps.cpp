//===- LabelMemOps.cpp - Labels memory operations for their keys ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/KeySectionEmitter.h"
#include "passes/prefetch/PrefetchPasses.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
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

static OperationPlace placeOf(const MachineInstr &MI, const FunctionKeys &Keys,
                              const PrefetchTarget &Target) {
  if (Target.isExpansion(MI))
    return Keys.Expanded.lookup(MI.getDebugLoc());
  // The address of a removed instruction may have been reused by another one.
  return Target.isMemoryOperation(MI) || Target.isPrefetch(MI)
             ? Keys.Places.lookup(&MI)
             : OperationPlace();
}

/// Whether \p MI calls, or jumps to, code that the machine outliner has moved
/// out of functions.
static bool callsOutlined(const MachineInstr &MI) {
  return (MI.isCall() || MI.isTerminator()) &&
         any_of(MI.operands(), [](const MachineOperand &Operand) {
           return Operand.isGlobal() &&
                  Operand.getGlobal()->getName().starts_with(
                      "OUTLINED_FUNCTION_");
         });
}

static void remarkOutlined(MachineFunction &MF, size_t Gone, size_t All) {
  MachineOptimizationRemarkEmitter(MF, nullptr).emit([&] {
    return MachineOptimizationRemarkMissed(
               "udpc", "NoKey",
               DiagnosticLocation(MF.getFunction().getSubprogram()),
               &MF.front())
           << ore::NV("Operations", Gone) << " of " << ore::NV("All", All)
           << " memory operations have no key: the machine outliner has moved "
              "them to code that several places share";
  });
}

bool LabelMemOps::runOnMachineFunction(MachineFunction &MF) {
  auto Keys = Assigned->extract(&MF);
  if (Keys.empty() || !MF.getTarget().getTargetTriple().isOSBinFormatELF())
    return false;
  KeySectionEmitter &Section =
      KeySectionEmitter::of(getAnalysis<GCModuleInfo>());
  const PrefetchTarget &Target =
      *findPrefetchTarget(MF.getTarget().getTargetTriple());
  const auto &Places = Keys.mapped().Places;
  size_t NumPresent = Keys.mapped().Expanded.size();
  bool IsOutlined = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.instrs()) {
      IsOutlined |= callsOutlined(MI);
      const OperationPlace Place = placeOf(MI, Keys.mapped(), Target);
      if (!Place.At)
        continue;
      NumPresent += !Target.isExpansion(MI);
      MCSymbol *Label = MI.getPreInstrSymbol();
      if (!Label) {
        Label = MF.getContext().createTempSymbol();
        MI.setPreInstrSymbol(MF, Label);
      }
      Section.add(MF, *Label, Place);
    }
  if (IsOutlined && NumPresent < Places.size())
    remarkOutlined(MF, Places.size() - NumPresent, Places.size());
  return !Places.empty();
}

FunctionPass *udpc::createLabelMemOpsPass(std::shared_ptr<ModuleKeys> Keys) {
  return new LabelMemOps(std::move(Keys));
}
