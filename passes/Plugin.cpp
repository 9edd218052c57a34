//===- Plugin.cpp - Registers udpc's passes with LLVM ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/DeferredUnit.h"
#include "passes/EventsPass.h"
#include "passes/ProfileMismatch.h"
#include "passes/lowering/code/Placeholders.h"
#include "passes/lowering/merge/LateCounts.h"
#include "passes/lowering/merge/MergeCounts.h"
#include "passes/lowering/unit/Fibers.h"
#include "passes/lowering/unit/ThreadSlots.h"
#include "passes/lowering/vector/TiePlaceholders.h"
#include "passes/machine/MachinePasses.h"
#include "passes/options/PrefetchOptions.h"
#include "passes/prefetch/PlainDebugInfo.h"
#include "passes/prefetch/PrefetchPasses.h"
#include "passes/prefetch/indirect/IndirectPrefetch.h"
#include "passes/prefetch/indirect/safety/RowMarks.h"
#include "passes/profile/CostUnit.h"
#include "passes/profile/ProfilePass.h"
#include "passes/profile/regions/RegionMatching.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;
using namespace udpc;

/// Adds the passes over machine code. After LiveDebugValues code and the
/// locations of variables are final: profiles need the rows of the line table,
/// which depend on both. Later target passes (thunks, bundles, CFI) do not move
/// code.
static void addMachinePasses(const TargetMachine &TM, PassManagerBase &PM,
                             TargetPassConfig *Config) {
  const PrefetchTarget *Prefetching = findPrefetchTarget(TM.getTargetTriple());
  bool IsCompiler = EventsPass::hasRun();
  bool MayProfile = haveCostUnits() || !IsCompiler;
  auto Lines = std::make_shared<ModuleLines>();
  auto Keys = std::make_shared<ModuleKeys>();
  // Profiles and transparent sites read the IR of final code. Tools other than
  // a compiler that load the plugin may have code from elsewhere.
  if (IsCompiler && !haveCostUnits() && !haveDeferredUnits())
    addSelectCountsPasses(TM, PM, *Config);
  // Runs before passes that find out where values are kept. Profiles recognise
  // the increments of events by the symbol that they name.
  if (!haveCostUnits())
    Config->insertPass(&FuncletLayoutID, createShortenCountsPass());
  if (MayProfile)
    Config->insertPass(&LiveDebugValuesID, createRecordLinesPass(Lines));
  if (Prefetching) {
    Config->insertPass(&LiveDebugValuesID, createDiscriminateMemOpsPass(Keys));
    Config->insertPass(&LiveDebugValuesID, createInsertPrefetchesPass(Keys));
    // Runs after the machine outliner and the cloning of paths.
    Config->insertPass(&UnpackMachineBundlesID, createLabelMemOpsPass(Keys));
    // At this point it is not known which functions of a link have hints.
    if (Prefetching->mustFitBranches() && (mayHaveHints() || !IsCompiler))
      Config->insertPass(&LiveDebugValuesID, &BranchRelaxationPassID);
  }
  // The pass over the module keeps all functions in memory at once, so it is
  // not added to a compilation that does not need it. llc and linkers load the
  // plugin for no other purpose.
  bool MayDefer = haveDeferredUnits() || !IsCompiler;
  if (MayDefer)
    Config->insertPass(&LiveDebugValuesID, createTransparentSitesPass());
  Config->insertPass(&LiveDebugValuesID, createRefineSitesPass());
  if (MayProfile)
    Config->insertPass(&LiveDebugValuesID, createProfilePass(Lines, Keys));
  if (MayDefer || MayProfile)
    Config->insertPass(&LiveDebugValuesID, createSelectThunksPass());
  // Runs after the machine outliner, which leaves inline assembly in place.
  Config->insertPass(&UnpackMachineBundlesID, createReplaceSiteTextPass());
}

static void registerMachinePasses() {
  static RegisterTargetPassConfigCallback Callback(
      [](TargetMachine &TM, PassManagerBase &PM, TargetPassConfig *Config) {
        addMachinePasses(TM, PM, Config);
      });
}

static void registerCallbacks(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &PM, OptimizationLevel) {
        // Runs also without a spec: marks in the source must be removed.
        PM.addPass(EventsPass());
        PM.addPass(CarryPrefetchOptionsPass());
        PM.addPass(PlainDebugInfoPass());
        PM.addPass(CostUnitPass());
        PM.addPass(MarkFibersPass());
      });
  PB.registerCGSCCOptimizerLateEPCallback(
      [](CGSCCPassManager &PM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          PM.addPass(createCGSCCToFunctionPassAdaptor(JoinPlaceholdersPass()));
      });
  PB.registerScalarOptimizerLateEPCallback(
      [](FunctionPassManager &PM, OptimizationLevel) {
        PM.addPass(JoinPlaceholdersPass());
      });
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &PM, OptimizationLevel) {
        PM.addPass(MarkRowsPass());
        PM.addPass(TiePlaceholdersPass());
      });
  PB.registerVectorizerEndEPCallback(
      [](FunctionPassManager &PM, OptimizationLevel) {
        PM.addPass(UntiePlaceholdersPass());
        PM.addPass(JoinPlaceholdersPass());
      });
  PB.registerOptimizerLastEPCallback([](ModulePassManager &PM,
                                        OptimizationLevel Level,
                                        ThinOrFullLTOPhase Phase) {
    PM.addPass(MergeCountsPass(Level != OptimizationLevel::O0));
    if (Level != OptimizationLevel::O0)
      PM.addPass(createModuleToFunctionPassAdaptor(LateCountsPass()));
    // The profile has been read before linking.
    if (Phase != ThinOrFullLTOPhase::ThinLTOPostLink &&
        Phase != ThinOrFullLTOPhase::FullLTOPostLink)
      PM.addPass(ProfileMismatchPass());
    // Before linking other passes follow, which would find its prefetches in
    // the loops.
    if (Phase != ThinOrFullLTOPhase::ThinLTOPreLink &&
        Phase != ThinOrFullLTOPhase::FullLTOPreLink)
      PM.addPass(createModuleToFunctionPassAdaptor(IndirectPrefetchPass()));
    PM.addPass(ThreadSlotsPass());
    PM.addPass(RegionTailCallsPass());
  });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &PM, OptimizationLevel) {
        PM.addPass(createModuleToFunctionPassAdaptor(IndirectPrefetchPass()));
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "udpc-events")
          return false;
        PM.addPass(EventsPass());
        PM.addPass(MarkFibersPass());
        PM.addPass(MergeCountsPass(/*Optimise=*/true));
        PM.addPass(ThreadSlotsPass());
        return true;
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &PM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "udpc-mark-rows") {
          PM.addPass(MarkRowsPass());
          return true;
        }
        if (Name != "udpc-indirect-prefetch")
          return false;
        PM.addPass(IndirectPrefetchPass());
        return true;
      });
}

// `llc -load` loads the plugin, but does not call llvmGetPassPluginInfo.
[[maybe_unused]] static const bool HasMachinePasses =
    (registerMachinePasses(), true);

extern "C" LLVM_ATTRIBUTE_WEAK ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  registerMachinePasses();
  return {LLVM_PLUGIN_API_VERSION, "udpc", UDPC_VERSION, registerCallbacks,
          nullptr};
}
