//===- DiscriminateMemOps.cpp - Unique debug locations for operations -----===//

#include "passes/prefetch/MemOpDiscriminators.h"
#include "passes/prefetch/PrefetchOptions.h"
#include "passes/prefetch/PrefetchPasses.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

namespace {

class DiscriminateMemOps : public MachineFunctionPass {
public:
  static char ID;
  DiscriminateMemOps() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override {
    return "udpc: discriminate memory operations";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

/// An operation that is keyed last, and the location of the one before it.
struct Waiting {
  MachineInstr *Operation;
  const DILocation *Before;
};

} // namespace

char DiscriminateMemOps::ID;

static void remarkNoKey(MachineInstr &MI, StringRef Why) {
  MachineFunction &MF = *MI.getMF();
  MachineOptimizationRemarkEmitter(MF, nullptr).emit([&] {
    return MachineOptimizationRemarkMissed("udpc", "NoKey", MI.getDebugLoc(),
                                           MI.getParent())
           << "the memory operation has no key of its own: " << Why;
  });
}

/// Sets the location of \p MI to \p New unless that is null. Returns whether it
/// was set.
static bool relocate(MachineInstr &MI, const DILocation *New) {
  if (!New)
    remarkNoKey(MI, "its line has used up the discriminators that debug "
                    "information can hold");
  else
    MI.setDebugLoc(DebugLoc(New));
  return New;
}

/// Whether the discriminator of \p MI encodes a pseudo probe, which identifies
/// the call for profilers.
static bool isProbe(const MachineInstr &MI) {
  const DILocation *At = MI.getDebugLoc();
  return At && MI.isCall() &&
         DILocation::isPseudoProbeDiscriminator(At->getDiscriminator());
}

bool DiscriminateMemOps::runOnMachineFunction(MachineFunction &MF) {
  const PrefetchTarget *Target =
      findPrefetchTarget(MF.getTarget().getTargetTriple());
  const DISubprogram *Function = MF.getFunction().getSubprogram();
  if (!Target || !Function || !Function->getUnit() ||
      !Function->getUnit()->getDebugInfoForProfiling() ||
      // Flow-sensitive discriminators have another structure, assigned by the
      // code generator.
      EnableFSDiscriminator)
    return false;
  PrefetchOptions Options = PrefetchOptions::of(MF.getFunction());
  if (!Options.Discriminate)
    return false;

  auto Instructions = [&] {
    std::vector<MachineInstr *> All;
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB.instrs())
        if (!Options.BypassPrefetches || !Target->isPrefetch(MI))
          All.push_back(&MI);
    return All;
  }();
  MemOpDiscriminators Discriminators;
  const DILocation *Before =
      DILocation::get(Function->getContext(), Function->getLine(), 0,
                      const_cast<DISubprogram *>(Function));
  Discriminators.addCode(*Before);
  for (const MachineInstr *MI : Instructions)
    if (const DILocation *At = MI->getDebugLoc())
      Discriminators.addCode(*At);

  // Line tables have no discriminators for line 0: treat it as no location.
  auto PlaceOf = [](const MachineInstr &MI) -> const DILocation * {
    const DILocation *At = MI.getDebugLoc();
    return At && At->getLine() ? At : nullptr;
  };
  // LLVM's pass gave these no usable key.
  std::vector<Waiting> Later;
  auto HasToWait = [&](const MachineInstr &MI) {
    return (MI.getDebugLoc() && !PlaceOf(MI)) || Target->isKeyedLast(MI);
  };
  for (MachineInstr *MI : Instructions)
    if (isProbe(*MI) && Target->isMemoryOperation(*MI) &&
        !Discriminators.claimAsItIs(*MI->getDebugLoc()))
      remarkNoKey(*MI, "it is a copy of a call with a pseudo probe");
  for (MachineInstr *MI : Instructions) {
    if (isProbe(*MI))
      continue;
    bool IsPrefetch = Target->isPrefetch(*MI);
    if (!IsPrefetch && !Target->isMemoryOperation(*MI))
      continue;
    if (HasToWait(*MI)) {
      Later.push_back({MI, Before});
      continue;
    }
    const DILocation *At = PlaceOf(*MI);
    const DILocation *New =
        At ? Discriminators.claim(*At) : Discriminators.claimNew(*Before);
    if (relocate(*MI, New))
      Before = New;
  }
  for (const Waiting &W : Later) {
    const DILocation *At = PlaceOf(*W.Operation);
    relocate(*W.Operation, At ? Discriminators.claim(*At)
                              : Discriminators.claimNew(*W.Before));
  }
  return true;
}

FunctionPass *udpc::createDiscriminateMemOpsPass() {
  return new DiscriminateMemOps();
}
