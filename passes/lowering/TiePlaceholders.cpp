//===- TiePlaceholders.cpp - Placeholders in vectorised loops -------------===//

#include "passes/lowering/TiePlaceholders.h"
#include "passes/lowering/Placeholders.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace udpc;

/// A variable that has another value in each iteration of \p L, by which the
/// vectoriser computes it for each; null if there is none. An integer, if
/// possible: the vectoriser has those in scalar registers.
static PHINode *inductionOf(Loop &L, ScalarEvolution &SE) {
  PHINode *Pointer = nullptr;
  for (PHINode &Phi : L.getHeader()->phis()) {
    InductionDescriptor Induction;
    if (!InductionDescriptor::isInductionPHI(&Phi, &L, &SE, Induction))
      continue;
    if (Induction.getKind() == InductionDescriptor::IK_IntInduction)
      return &Phi;
    if (Induction.getKind() == InductionDescriptor::IK_PtrInduction)
      Pointer = &Phi;
  }
  return Pointer;
}

PreservedAnalyses TiePlaceholdersPass::run(Function &F,
                                           FunctionAnalysisManager &FAM) {
  // Most functions have no loops, most modules no placeholders.
  if (!Intrinsic::getDeclarationIfExists(F.getParent(), Intrinsic::sideeffect))
    return PreservedAnalyses::all();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    SmallVector<CallInst *> Placeholders;
    for (BasicBlock *B : L->blocks())
      for (Instruction &I : *B)
        if (isPlaceholder(I))
          Placeholders.push_back(cast<CallInst>(&I));
    if (Placeholders.empty())
      continue;
    // As the vectoriser does.
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    Changed |= simplifyLoop(L, &FAM.getResult<DominatorTreeAnalysis>(F), &LI,
                            &SE, &FAM.getResult<AssumptionAnalysis>(F), nullptr,
                            /*PreserveLCSSA=*/false);
    if (!L->isLoopSimplifyForm())
      continue; // Nor is it vectorised.
    Changed = true;
    if (PHINode *Variable = inductionOf(*L, SE))
      for (CallInst *Call : Placeholders)
        tiePlaceholder(*Call, *Variable);
    else
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserve<DominatorTreeAnalysis>();
  Kept.preserve<LoopAnalysis>();
  Kept.preserve<ScalarEvolutionAnalysis>();
  return Kept;
}
