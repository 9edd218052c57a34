//===- Plugin.cpp - Registers udpc's passes with LLVM ---------------------===//

#include "passes/EventsPass.h"
#include "passes/ProfileMismatch.h"
#include "passes/machine/MachinePasses.h"
#include "passes/prefetch/PrefetchOptions.h"
#include "passes/profile/ProfileUnit.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

static void registerCallbacks(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &PM, OptimizationLevel) {
        // Without a spec too: marks in the source must go.
        PM.addPass(udpc::EventsPass());
        PM.addPass(udpc::CarryPrefetchOptionsPass());
        PM.addPass(udpc::ProfileUnitPass());
      });
  PB.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &PM, OptimizationLevel, ThinOrFullLTOPhase Phase) {
        // The profile has been read before linking.
        if (Phase != ThinOrFullLTOPhase::ThinLTOPostLink &&
            Phase != ThinOrFullLTOPhase::FullLTOPostLink)
          PM.addPass(udpc::ProfileMismatchPass());
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "udpc-events")
          return false;
        PM.addPass(udpc::EventsPass());
        return true;
      });
}

// `llc -load` loads the plugin, but asks it for nothing.
[[maybe_unused]] static const bool HasMachinePasses =
    (udpc::registerMachinePasses(), true);

extern "C" LLVM_ATTRIBUTE_WEAK ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  udpc::registerMachinePasses();
  return {LLVM_PLUGIN_API_VERSION, "udpc", UDPC_VERSION, registerCallbacks,
          nullptr};
}
