//===- LateCounts.cpp - Counts of loops that are added when they end ------===//

#include "passes/lowering/LateCounts.h"
#include "passes/lowering/Increments.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumLate, "Number of increments that are deferred to a loop's end");

static constexpr StringLiteral LateAttribute = "udpc-late";

/// More would take registers from the loop's own code.
static constexpr unsigned MaxRegisters = 4;
/// Adding at each end of the loop may take longer than what a block that is
/// executed in fewer iterations adds.
static constexpr unsigned MaxIterationsPerCount = 8;

void udpc::allowLateCounts(GlobalVariable &Slots) {
  Slots.addAttribute(LateAttribute);
}

namespace {

/// The increments of one slot in a loop.
struct LoopSlot {
  SmallVector<Increment, 2> Increments;
  /// So the trip count gives the amount.
  bool InEachIteration = true;
  AllocaInst *Count = nullptr; ///< Of the loop's iterations so far.
};

class LoopCounts {
public:
  LoopCounts(Loop &L, const DominatorTree &DT, const BlockFrequencyInfo &BFI)
      : L(L), DT(DT), BFI(BFI) {}

  /// False if the program could ask for the counts while the loop runs, or if
  /// there is nothing to defer.
  bool find(const DenseMap<Instruction *, Increment> &Increments) {
    if (!L.isLoopSimplifyForm())
      return false;
    SmallPtrSet<const Instruction *, 8> Stores;
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B)
        if (auto It = Increments.find(&I); It != Increments.end()) {
          Stores.insert(It->second.Last);
          add(It->second);
        } else if (!Stores.count(&I) && !mayMergeOver(I)) {
          return false;
        }
    L.getUniqueExitBlocks(Exits);
    return !Slots.empty() && !Exits.empty() &&
           none_of(Exits, [](BasicBlock *B) { return B->isEHPad(); });
  }

  /// Leaves out what there are no registers for.
  bool choose(bool IsTripCountKnown) {
    unsigned NumRegisters = 0;
    for (bool InEachIteration : {true, false})
      Slots.remove_if([&](const auto &Pair) {
        return Pair.second.InEachIteration == InEachIteration &&
               !(InEachIteration && IsTripCountKnown) &&
               ++NumRegisters > MaxRegisters;
      });
    return !Slots.empty();
  }

  /// Counts in variables, which become registers.
  void defer(DominatorTree &Tree) {
    Function &F = *L.getHeader()->getParent();
    Type *I64 = Type::getInt64Ty(F.getContext());
    SmallVector<AllocaInst *> Variables;
    for (auto &[Place, S] : Slots) {
      IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
      S.Count = Entry.CreateAlloca(I64);
      Variables.push_back(S.Count);
      IRBuilder<> Before(L.getLoopPreheader()->getTerminator());
      Before.CreateStore(Before.getInt64(0), S.Count);
      for (const Increment &I : S.Increments) {
        IRBuilder<> B(I.First);
        B.CreateStore(B.CreateAdd(B.CreateLoad(I64, S.Count),
                                  B.getInt64(I.Counts.front().second)),
                      S.Count);
      }
      for (BasicBlock *Exit : Exits) {
        IRBuilder<> B(&*Exit->getFirstInsertionPt());
        B.SetCurrentDebugLocation(S.Increments.front().Last->getDebugLoc());
        Value *Count = B.CreateLoad(I64, S.Count);
        emitIncrement(B, slotAddress(B, Place.first, Place.second), Count);
      }
      for (const Increment &I : S.Increments)
        I.erase();
      NumLate += S.Increments.size();
    }
    PromoteMemToReg(Variables, Tree);
  }

  void explain(OptimizationRemarkEmitter &ORE) const {
    ORE.emit([&] {
      return OptimizationRemark(
                 DEBUG_TYPE, "LateCounts",
                 L.getLoopLatch()->getTerminator()->getDebugLoc(),
                 L.getHeader())
             << "counts in this loop are added when it ends";
    });
  }

private:
  Loop &L;
  const DominatorTree &DT;
  const BlockFrequencyInfo &BFI;
  MapVector<std::pair<Value *, uint32_t>, LoopSlot> Slots;
  SmallVector<BasicBlock *> Exits;

  void add(const Increment &I) {
    BasicBlock *B = I.First->getParent();
    bool InEachIteration = DT.dominates(B, L.getLoopLatch());
    uint64_t Executions = BFI.getBlockFreq(B).getFrequency();
    uint64_t Iterations = BFI.getBlockFreq(L.getHeader()).getFrequency();
    if (!L.isLoopInvariant(I.Slots) ||
        (!InEachIteration && Executions < Iterations / MaxIterationsPerCount))
      return;
    LoopSlot &S = Slots[{I.Slots, I.Counts.front().first}];
    S.Increments.push_back(I);
    S.InEachIteration &= InEachIteration;
  }
};

} // namespace

/// The increments of \p F that may be deferred.
static DenseMap<Instruction *, Increment> deferrable(Function &F) {
  return findIncrements(F, [](const GlobalVariable &Slots) {
    return Slots.hasAttribute(LateAttribute);
  });
}

PreservedAnalyses LateCountsPass::run(Function &F,
                                      FunctionAnalysisManager &FAM) {
  DenseMap<Instruction *, Increment> Increments = deferrable(F);
  if (Increments.empty())
    return PreservedAnalyses::all();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &BFI = FAM.getResult<BlockFrequencyAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr,
                            /*PreserveLCSSA=*/false);
    LoopCounts Counts(*L, DT, BFI);
    if (!Counts.find(Increments) ||
        !Counts.choose(SE.hasLoopInvariantBackedgeTakenCount(L)))
      continue;
    Counts.explain(ORE);
    Counts.defer(DT);
    Changed = true;
    SE.forgetLoop(L);
    formLCSSA(*L, DT, &LI, &SE);
    SCEVExpander Rewriter(SE, "udpc.count");
    SmallVector<WeakTrackingVH, 16> Dead;
    rewriteLoopExitValues(L, &LI, &TLI, &SE, &TTI, Rewriter, &DT, OnlyCheapRepl,
                          Dead);
    Rewriter.clear();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead, &TLI);
    DeleteDeadPHIs(L->getHeader(), &TLI);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
