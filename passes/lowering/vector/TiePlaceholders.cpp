//===- TiePlaceholders.cpp - Placeholders in vectorised loops -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/vector/TiePlaceholders.h"
#include "passes/lowering/code/Increments.h"
#include "passes/lowering/unit/UnmergedUnits.h"
#include "passes/lowering/vector/NarrowComparisons.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace udpc;

/// An induction variable of \p L, which the vectoriser computes for each
/// iteration; null if there is none. Preferably an integer: the vectoriser
/// keeps integers in scalar registers.
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

/// A load in the header of \p L from consecutive addresses, forwards or
/// backwards; null if there is none. The vectoriser has its value in vectors
/// anyway, so that, by its estimates, another use costs nothing.
static Instruction *loadedInARow(Loop &L, ScalarEvolution &SE) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  for (Instruction &I : *L.getHeader()) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple())
      continue;
    auto *Address =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()));
    if (!Address || Address->getLoop() != &L || !Address->isAffine())
      continue;
    auto *Step = dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE));
    TypeSize Size = DL.getTypeStoreSize(Load->getType());
    if (Step && !Size.isScalable() &&
        Step->getAPInt().abs() == Size.getFixedValue())
      return Load;
  }
  return nullptr;
}

/// The successor of \p B that each iteration of \p L executes, or null.
static BasicBlock *mergeBehind(BasicBlock *B, const Loop &L,
                               const DominatorTree &DT) {
  BasicBlock *Next = B->getUniqueSuccessor();
  return Next && Next != L.getHeader() && L.contains(Next) &&
                 DT.dominates(Next, L.getLoopLatch())
             ? Next
             : nullptr;
}

/// Whether the vectoriser may take \p L, apart from its placeholders. Moving
/// placeholders does not improve other loops.
static bool mayVectorise(Loop &L, Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto IsKnown = [&](PHINode &Phi) {
    InductionDescriptor Induction;
    RecurrenceDescriptor Reduction;
    return InductionDescriptor::isInductionPHI(&Phi, &L, &SE, Induction) ||
           RecurrenceDescriptor::isReductionPHI(
               &Phi, &L, Reduction, &FAM.getResult<DemandedBitsAnalysis>(F),
               &FAM.getResult<AssumptionAnalysis>(F), &DT, &SE) ||
           RecurrenceDescriptor::isFixedOrderRecurrence(&Phi, &L, &DT);
  };
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  return TTI.getNumberOfRegisters(
             TTI.getRegisterClassForType(/*Vector=*/true)) != 0 &&
         L.getExitingBlock() == L.getLoopLatch() &&
         !getBooleanLoopAttribute(&L, "llvm.loop.isvectorized") &&
         !(hasVectorizeTransformation(&L) & TM_Disable) &&
         SE.hasLoopInvariantBackedgeTakenCount(&L) &&
         all_of(L.blocks(),
                [](const BasicBlock *B) {
                  return all_of(
                      *B, [](const Instruction &I) { return mayMergeOver(I); });
                }) &&
         all_of(L.getHeader()->phis(), IsKnown) &&
         FAM.getResult<LoopAccessAnalysis>(F).getInfo(L).canVectorizeMemory();
}

/// Moves a placeholder to \p Merge, where it counts if control comes from its
/// block, and ties it to \p Variable, too.
static void tieConditional(CallInst &Placeholder, BasicBlock &Merge,
                           Value &Variable) {
  auto *Counts = PHINode::Create(Type::getInt1Ty(Merge.getContext()),
                                 pred_size(&Merge), "", Merge.begin());
  for (BasicBlock *From : predecessors(&Merge))
    Counts->addIncoming(ConstantInt::getBool(Merge.getContext(),
                                             From == Placeholder.getParent()),
                        From);
  copyPlaceholder(Placeholder, *Merge.getFirstInsertionPt(),
                  {&Variable, Counts});
  Placeholder.eraseFromParent();
}

namespace {

/// The placeholders of an innermost loop.
struct LoopPlaceholders {
  SmallVector<CallInst *> InEachIteration;
  SmallVector<std::pair<CallInst *, BasicBlock *>> Conditional;
  bool CanTieAll = true;

  LoopPlaceholders(const Loop &L, const DominatorTree &DT,
                   const SmallDenseSet<unsigned, 2> &UnitsWithAmounts) {
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B)
        if (isPlaceholder(I))
          add(cast<CallInst>(I), L, DT, UnitsWithAmounts);
  }

private:
  void add(CallInst &Call, const Loop &L, const DominatorTree &DT,
           const SmallDenseSet<unsigned, 2> &UnitsWithAmounts) {
    BasicBlock *B = Call.getParent();
    if (DT.dominates(B, L.getLoopLatch()))
      return InEachIteration.push_back(&Call);
    BasicBlock *Merge = mergeBehind(B, L, DT);
    CanTieAll &=
        Merge && UnitsWithAmounts.contains(readPlaceholder(Call).first);
    Conditional.emplace_back(&Call, Merge);
  }
};

} // namespace

/// The units that can add amounts which the program computes.
static SmallDenseSet<unsigned, 2> unitsWithAmounts(const Module &M) {
  SmallDenseSet<unsigned, 2> Units;
  for (const UnitGlobals &Unit : unmergedUnits(M))
    if (!Unit.HasInstructions)
      Units.insert(Unit.Number);
  return Units;
}

PreservedAnalyses TiePlaceholdersPass::run(Function &F,
                                           FunctionAnalysisManager &FAM) {
  // Most functions have no loops, most modules no placeholders.
  if (!Intrinsic::getDeclarationIfExists(F.getParent(), Intrinsic::sideeffect))
    return PreservedAnalyses::all();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return PreservedAnalyses::all();
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  SmallDenseSet<unsigned, 2> Units = unitsWithAmounts(*F.getParent());
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    // Most loops have no placeholders and need no analyses.
    if (!L->isInnermost() || !any_of(L->blocks(), [](const BasicBlock *B) {
          return any_of(*B, isPlaceholder);
        }))
      continue;
    // The vectoriser simplifies loops, too.
    auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
    Changed |=
        simplifyLoop(L, &DT, &LI, &SE, &FAM.getResult<AssumptionAnalysis>(F),
                     nullptr, /*PreserveLCSSA=*/false);
    if (!L->isLoopSimplifyForm())
      continue; // It is not vectorised either.
    LoopPlaceholders Found(*L, DT, Units);
    Changed = true;
    // Each part of a distributed loop keeps only what its stores need.
    addStringMetadataToLoop(L, "llvm.loop.distribute.enable", 0);
    PHINode *Variable = inductionOf(*L, SE);
    if (!Variable) {
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
      continue;
    }
    Instruction *Loaded = SE.hasLoopInvariantBackedgeTakenCount(L)
                              ? loadedInARow(*L, SE)
                              : nullptr;
    if (!Found.Conditional.empty() && Found.CanTieAll &&
        mayVectorise(*L, F, FAM)) {
      for (auto [Call, Merge] : Found.Conditional)
        tieConditional(*Call, *Merge, Loaded ? *Loaded : *Variable);
      narrowComparisons(*L);
    }
    for (CallInst *Call : Found.InEachIteration) {
      if (Loaded && DT.dominates(Loaded, Call))
        copyPlaceholder(*Call, *Call, Loaded);
      else if (Loaded && mayMergeBetween(*Call, *Loaded))
        copyPlaceholder(*Call, *Loaded->getNextNode(), Loaded);
      else
        copyPlaceholder(*Call, *Call, Variable);
      Call->eraseFromParent();
    }
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserve<DominatorTreeAnalysis>();
  Kept.preserve<LoopAnalysis>();
  Kept.preserve<ScalarEvolutionAnalysis>();
  return Kept;
}
