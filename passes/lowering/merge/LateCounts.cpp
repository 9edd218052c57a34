//===- LateCounts.cpp - Counts added after a loop -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/merge/LateCounts.h"
#include "passes/lowering/code/Increments.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumLate, "Number of increments that are deferred to a loop's end");

static constexpr StringLiteral LateAttribute = "udpc-late";

void udpc::allowLateCounts(GlobalVariable &Slots) {
  Slots.addAttribute(LateAttribute);
}
bool udpc::mayBeLate(const GlobalVariable &Slots) {
  return Slots.hasAttribute(LateAttribute);
}

using IncrementMap = DenseMap<Instruction *, Increment>;

/// The increments in \p Body, a loop. None if the program could read the counts
/// while it runs.
static SmallVector<Increment, 2> deferrable(const BasicBlock &Body,
                                            const IncrementMap &All) {
  SmallVector<Increment, 2> Found;
  SmallPtrSet<const Instruction *, 4> Stores;
  for (const Instruction &I : Body) {
    if (auto It = All.find(&I); It != All.end()) {
      Found.push_back(It->second);
      Stores.insert(It->second.Last);
    } else if (!Stores.contains(&I) && !mayMergeOver(I)) {
      return {};
    }
  }
  return Found;
}

/// Emits code that counts how often the block of \p L is executed. Returns the
/// count, for use after the loop.
static Value *countIterations(Loop &L) {
  BasicBlock *Body = L.getHeader();
  Type *I64 = Type::getInt64Ty(Body->getContext());
  PHINode *Before = PHINode::Create(I64, 2, "udpc.before", Body->begin());
  Value *Now =
      IRBuilder<>(Body->getTerminator())
          .CreateAdd(Before, ConstantInt::get(I64, 1), "udpc.iterations",
                     /*HasNUW=*/true);
  Before->addIncoming(ConstantInt::get(I64, 0), L.getLoopPreheader());
  Before->addIncoming(Now, Body);
  return Now;
}

static void addBehind(const Increment &I, Value *Iterations, BasicBlock &Exit) {
  IRBuilder<> B(&*Exit.getFirstInsertionPt());
  B.SetCurrentDebugLocation(I.Last->getDebugLoc());
  auto [Slot, Amount] = I.Counts.front();
  // The intrinsic is in the loop if it is part of each increment's address.
  Value *Slots = B.CreateThreadLocalAddress(
      cast<IntrinsicInst>(I.Slots)->getArgOperand(0));
  emitIncrement(B, slotAddress(B, Slots, Slot),
                B.CreateMul(Iterations, B.getInt64(Amount)));
}

static void explain(const Loop &L, OptimizationRemarkEmitter &ORE) {
  ORE.emit([&] {
    return OptimizationRemark(DEBUG_TYPE, "LateCounts",
                              L.getLoopLatch()->getTerminator()->getDebugLoc(),
                              L.getHeader())
           << "counts in this loop are added when it ends";
  });
}

PreservedAnalyses LateCountsPass::run(Function &F,
                                      FunctionAnalysisManager &FAM) {
  IncrementMap Increments = findIncrements(F, mayBeLate);
  if (Increments.empty())
    return PreservedAnalyses::all();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (L->getNumBlocks() != 1)
      continue;
    SmallVector<Increment, 2> Late = deferrable(*L->getHeader(), Increments);
    if (Late.empty() || L->hasNoExitBlocks())
      continue;
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr,
                            /*PreserveLCSSA=*/false);
    if (!L->isLoopSimplifyForm())
      continue;
    explain(*L, ORE);
    Value *Iterations = countIterations(*L);
    SmallVector<BasicBlock *> Exits;
    L->getUniqueExitBlocks(Exits);
    for (const Increment &I : Late) {
      for (BasicBlock *Exit : Exits)
        addBehind(I, Iterations, *Exit);
      I.erase();
    }
    NumLate += Late.size();
    Changed = true;
    SE.forgetLoop(L);
    formLCSSA(*L, DT, &LI, &SE);
    SCEVExpander Rewriter(SE, "udpc.count");
    SmallVector<WeakTrackingVH, 16> Dead;
    Rewriter.replaceCongruentIVs(L, &DT, Dead, &TTI);
    rewriteLoopExitValues(L, &LI, &TLI, &SE, &TTI, Rewriter, &DT, OnlyCheapRepl,
                          Dead);
    Rewriter.clear();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead, &TLI);
    DeleteDeadPHIs(L->getHeader(), &TLI);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
