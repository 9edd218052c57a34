//===- DiscriminateMemOps.cpp - Keys for memory operations ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/options/PrefetchOptions.h"
#include "passes/prefetch/AccessPlace.h"
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
  explicit DiscriminateMemOps(std::shared_ptr<ModuleKeys> Keys)
      : MachineFunctionPass(ID), Assigned(std::move(Keys)) {}

  StringRef getPassName() const override {
    return "udpc: discriminate memory operations";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  std::shared_ptr<ModuleKeys> Assigned;
};

/// An operation that is keyed last, and its place: that of its memory, or after
/// the operation before it.
struct Waiting {
  MachineInstr *Operation;
  const DILocation *At;
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

/// The location of code with \p Discriminator at \p At.
static const DILocation *locationWith(const DILocation &At,
                                      uint32_t Discriminator) {
  if (At.getBaseDiscriminator() == Discriminator)
    return &At;
  unsigned Base, Duplication = 0, Copy = 0;
  if (!DILocation::isPseudoProbeDiscriminator(At.getDiscriminator()))
    DILocation::decodeDiscriminator(At.getDiscriminator(), Base, Duplication,
                                    Copy);
  std::optional<unsigned> Encoded =
      DILocation::encodeDiscriminator(Discriminator, Duplication, Copy);
  // The key takes precedence over the duplication factor.
  if (!Encoded)
    Encoded = DILocation::encodeDiscriminator(Discriminator, 0, 0);
  assert(Encoded && "MemOpDiscriminators has a limit");
  return At.cloneWithDiscriminator(*Encoded);
}

/// Whether the discriminator of \p MI encodes a pseudo probe, which identifies
/// the call for profilers.
static bool isProbe(const MachineInstr &MI) {
  const DILocation *At = MI.getDebugLoc();
  return At && MI.isCall() &&
         DILocation::isPseudoProbeDiscriminator(At->getDiscriminator());
}

/// Where the keys of \p MF are recorded, by its options and debug info.
static KeyStore storeFor(const MachineFunction &MF,
                         const PrefetchOptions &Options) {
  const DISubprogram *Function = MF.getFunction().getSubprogram();
  if (!Function || !Function->getUnit())
    return KeyStore::None;
  bool ForProfiling = Function->getUnit()->getDebugInfoForProfiling();
  switch (Options.Keys) {
  case PrefetchOptions::NoKeys:
    return KeyStore::None;
  case PrefetchOptions::DefaultKeys:
    return ForProfiling || !Options.HintsFile.empty() ? KeyStore::Section
                                                      : KeyStore::None;
  case PrefetchOptions::SectionKeys:
    return KeyStore::Section;
  case PrefetchOptions::DebugInfoKeys:
    // Flow-sensitive discriminators have another structure, assigned by the
    // code generator.
    return ForProfiling && !EnableFSDiscriminator ? KeyStore::DebugInfo
                                                  : KeyStore::None;
  }
  llvm_unreachable("covered");
}

/// Assigns the place \p At with \p Discriminator to \p MI, unless there is no
/// discriminator. Returns the place's location, or null.
static const DILocation *assign(FunctionKeys &Keys, MachineInstr &MI,
                                const DILocation &At,
                                std::optional<uint32_t> Discriminator) {
  if (!Discriminator) {
    remarkNoKey(MI, "its line has used up the discriminators that debug "
                    "information can hold");
    return nullptr;
  }
  if (uint32_t Own = keyDiscriminator(At, Keys.Store); Own != *Discriminator)
    Keys.Shared[&MI] = {&At, Own};
  if (Keys.Store == KeyStore::Section) {
    Keys.Places[&MI] = {&At, *Discriminator};
    return &At;
  }
  const DILocation *New = locationWith(At, *Discriminator);
  MI.setDebugLoc(DebugLoc(New));
  return New;
}

/// Records the locations by which the keys of operations are found that the
/// target expands later.
static void keepForExpansion(FunctionKeys &Keys, const PrefetchTarget &Target,
                             ArrayRef<MachineInstr *> Instructions) {
  DenseMap<const DILocation *, std::vector<MachineInstr *>> Later;
  for (MachineInstr *MI : Instructions)
    if (Target.isExpandedLater(*MI) && Keys.Places.count(MI))
      Later[MI->getDebugLoc()].push_back(MI);
  for (const auto &[At, Operations] : Later)
    if (At && Operations.size() == 1)
      Keys.Expanded[At] = Keys.Places[Operations[0]];
  // In the order of the code.
  for (MachineInstr *MI : Instructions) {
    const DILocation *At = MI->getDebugLoc();
    if (!Target.isExpandedLater(*MI) || Keys.Expanded.count(At) ||
        !Keys.Places.erase(MI))
      continue;
    remarkNoKey(*MI, At ? "it becomes a loop, and another such operation has "
                          "the same location"
                        : "it becomes a loop, and has no location");
  }
}

bool DiscriminateMemOps::runOnMachineFunction(MachineFunction &MF) {
  const PrefetchTarget *Target =
      findPrefetchTarget(MF.getTarget().getTargetTriple());
  PrefetchOptions Options = PrefetchOptions::of(MF.getFunction());
  FunctionKeys Keys;
  Keys.Store = storeFor(MF, Options);
  if (!Target || Keys.Store == KeyStore::None)
    return false;
  const DISubprogram *Function = MF.getFunction().getSubprogram();

  auto Instructions = [&] {
    std::vector<MachineInstr *> All;
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB.instrs())
        if (!Options.BypassPrefetches || !Target->isPrefetch(MI))
          All.push_back(&MI);
    return All;
  }();
  MemOpDiscriminators Discriminators(Keys.Store);
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
  // In debug information, probes stay as they are.
  auto IsFixed = [&](const MachineInstr &MI) {
    return Keys.Store == KeyStore::DebugInfo && isProbe(MI);
  };
  // LLVM's pass gave these no usable key. Code that prefetches need comes last,
  // so that other operations have the same keys without it.
  std::vector<Waiting> Later, Last;
  auto HasToWait = [&](const MachineInstr &MI) {
    return (MI.getDebugLoc() && !PlaceOf(MI)) || Target->isKeyedLast(MI);
  };
  for (MachineInstr *MI : Instructions)
    if (IsFixed(*MI) && Target->isMemoryOperation(*MI) &&
        !Discriminators.claimAsItIs(*MI->getDebugLoc()))
      remarkNoKey(*MI, "it is a copy of a call with a pseudo probe");
  for (MachineInstr *MI : Instructions) {
    if (IsFixed(*MI))
      continue;
    bool IsPrefetch = Target->isPrefetch(*MI);
    if (!IsPrefetch && !Target->isMemoryOperation(*MI))
      continue;
    const DILocation *At = PlaceOf(*MI);
    if (const DILocation *Memory = At ? nullptr : placeByMemory(*MI)) {
      // The other operations keep the keys that LLVM's pass gave them.
      if (!MI->getDebugLoc())
        Discriminators.claimNew(*Before);
      Later.push_back({MI, Memory});
      continue;
    }
    if (HasToWait(*MI)) {
      Last.push_back({MI, Before});
      continue;
    }
    const DILocation *New =
        At ? assign(Keys, *MI, *At, Discriminators.claim(*At))
           : assign(Keys, *MI, *Before, Discriminators.claimNew(*Before));
    if (New)
      Before = New;
  }
  for (const Waiting &W : Later)
    assign(Keys, *W.Operation, *W.At, Discriminators.claimNew(*W.At));
  for (const Waiting &W : Last) {
    if (const DILocation *At = PlaceOf(*W.Operation))
      assign(Keys, *W.Operation, *At, Discriminators.claim(*At));
    else
      assign(Keys, *W.Operation, *W.At, Discriminators.claimNew(*W.At));
  }
  keepForExpansion(Keys, *Target, Instructions);
  bool ChangesLocations = Keys.Store == KeyStore::DebugInfo;
  (*Assigned)[&MF] = std::move(Keys);
  return ChangesLocations;
}

FunctionPass *
udpc::createDiscriminateMemOpsPass(std::shared_ptr<ModuleKeys> Keys) {
  return new DiscriminateMemOps(std::move(Keys));
}
