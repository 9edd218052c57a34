//===- MachinePasses.cpp - Where the machine passes run -------------------===//

#include "passes/machine/MachinePasses.h"
#include "passes/EventsPass.h"
#include "passes/machine/DeferredUnit.h"
#include "passes/prefetch/PrefetchOptions.h"
#include "passes/prefetch/PrefetchPasses.h"
#include "passes/profile/ProfilePass.h"
#include "passes/profile/ProfileUnit.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;
using namespace udpc;

/// After LiveDebugValues code and the locations of variables are final: profiles
/// need the rows of the line table, which depend on both. What targets do after
/// it (thunks, bundles, CFI) does not move code.
static void addMachinePasses(const TargetMachine &TM,
                             TargetPassConfig *Config) {
  const PrefetchTarget *Prefetching = findPrefetchTarget(TM.getTargetTriple());
  bool IsCompiler = EventsPass::hasRun();
  bool MayProfile = haveProfileUnits() || !IsCompiler;
  auto Lines = std::make_shared<LinesOfModule>();
  if (MayProfile)
    Config->insertPass(&LiveDebugValuesID, createNoteLinesPass(Lines));
  if (Prefetching) {
    Config->insertPass(&LiveDebugValuesID, createDiscriminateMemOpsPass());
    Config->insertPass(&LiveDebugValuesID, createInsertPrefetchesPass());
    // Which functions bring hints to a link is not known yet.
    if (Prefetching->mustFitBranches() && (mayHaveHints() || !IsCompiler))
      Config->insertPass(&LiveDebugValuesID, &BranchRelaxationPassID);
  }
  // The pass over the module keeps all functions in memory at once: not in a
  // compilation that does not need it. llc and linkers load the plugin for no
  // other purpose.
  bool MayDefer = haveDeferredUnits() || !IsCompiler;
  if (MayDefer)
    Config->insertPass(&LiveDebugValuesID, createTransparentSitesPass());
  Config->insertPass(&LiveDebugValuesID, createRefineSitesPass());
  // For the same reason.
  if (MayProfile)
    Config->insertPass(&LiveDebugValuesID, createProfilePass(Lines));
  if (MayDefer || MayProfile)
    Config->insertPass(&LiveDebugValuesID, createSelectThunksPass());
}

void udpc::registerMachinePasses() {
  static RegisterTargetPassConfigCallback Callback(
      [](TargetMachine &TM, PassManagerBase &, TargetPassConfig *Config) {
        addMachinePasses(TM, Config);
      });
}
