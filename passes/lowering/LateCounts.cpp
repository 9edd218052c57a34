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
bool udpc::mayBeLate(const GlobalVariable &Slots) {
  return Slots.hasAttribute(LateAttribute);
}

namespace {

/// The increments of one slot in a loop.
struct LoopSlot {
  SmallVector<Increment, 2> Increments;
  /// So the trip count gives the amount.
  bool InEachIteration = true;

  /// What an iteration adds at most.
  uint64_t maxAmount() const {
    uint64_t Sum = 0;
    for (const Increment &I : Increments)
      Sum += I.Counts.front().second;
    return Sum;
  }
};

/// What a loop has added to a slot so far. It has 32 bits where that is enough,
/// as vectors of such counts take half the time.
class CountVariable {
public:
  CountVariable(const LoopSlot &S, uint64_t MaxIterations, Instruction &Entry) {
    constexpr uint64_t Limit = uint64_t(1) << 32;
    // The trip count gives the amount, in a register that the loop has.
    bool IsNarrow = !S.InEachIteration && MaxIterations != 0 &&
                    MaxIterations <= Limit / S.maxAmount();
    IRBuilder<> B(&Entry);
    Count = B.CreateAlloca(B.getIntNTy(IsNarrow ? 32 : 64));
    // 0 may mean 2^32, if all iterations count.
    if (IsNarrow && MaxIterations * S.maxAmount() == Limit)
      IsAny = B.CreateAlloca(B.getInt32Ty());
  }

  void begin(Instruction &Before) {
    for (AllocaInst *A : variables())
      IRBuilder<>(&Before).CreateStore(
          Constant::getNullValue(A->getAllocatedType()), A);
  }

  void add(Instruction &Before, uint32_t Amount) {
    IRBuilder<> B(&Before);
    Type *T = Count->getAllocatedType();
    B.CreateStore(
        B.CreateAdd(B.CreateLoad(T, Count), ConstantInt::get(T, Amount)),
        Count);
    if (IsAny)
      B.CreateStore(B.CreateOr(B.CreateLoad(B.getInt32Ty(), IsAny), 1), IsAny);
  }

  Value *read(IRBuilder<> &B) {
    Value *Now = B.CreateLoad(Count->getAllocatedType(), Count);
    Value *Wide = B.CreateZExt(Now, B.getInt64Ty());
    if (!IsAny)
      return Wide;
    Value *Any =
        B.CreateIsNotNull(B.CreateLoad(IsAny->getAllocatedType(), IsAny));
    Value *IsAll = B.CreateAnd(B.CreateIsNull(Now), Any);
    return B.CreateOr(Wide,
                      B.CreateShl(B.CreateZExt(IsAll, B.getInt64Ty()), 32));
  }

  SmallVector<AllocaInst *, 2> variables() const {
    return IsAny ? SmallVector<AllocaInst *, 2>{Count, IsAny}
                 : SmallVector<AllocaInst *, 2>{Count};
  }

private:
  AllocaInst *Count;
  AllocaInst *IsAny = nullptr; ///< Whether anything has been counted.
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
    // One counts the iterations, if they cannot be computed.
    bool CountsIterations = any_of(
        Slots, [](const auto &Pair) { return Pair.second.InEachIteration; });
    unsigned NumRegisters = CountsIterations && !IsTripCountKnown;
    Slots.remove_if([&](const auto &Pair) {
      return !Pair.second.InEachIteration && ++NumRegisters > MaxRegisters;
    });
    return !Slots.empty();
  }

  /// Counts in variables, which become registers. \p MaxIterations is 0 if it
  /// is not known.
  void defer(DominatorTree &Tree, uint64_t MaxIterations) {
    BasicBlock::iterator Entry =
        L.getHeader()->getParent()->getEntryBlock().getFirstInsertionPt();
    SmallVector<AllocaInst *> Variables;
    for (auto &[Place, S] : Slots) {
      CountVariable Count(S, MaxIterations, *Entry);
      Count.begin(*L.getLoopPreheader()->getTerminator());
      for (const Increment &I : S.Increments)
        Count.add(*I.First, I.Counts.front().second);
      for (BasicBlock *Exit : Exits) {
        IRBuilder<> B(&*Exit->getFirstInsertionPt());
        B.SetCurrentDebugLocation(S.Increments.front().Last->getDebugLoc());
        emitIncrement(B, slotAddress(B, Place.first, Place.second),
                      Count.read(B));
      }
      for (const Increment &I : S.Increments)
        I.erase();
      NumLate += S.Increments.size();
      append_range(Variables, Count.variables());
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
  return findIncrements(F, mayBeLate);
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
    uint64_t MaxIterations = 0;
    if (auto *Max =
            dyn_cast<SCEVConstant>(SE.getConstantMaxBackedgeTakenCount(L));
        Max && Max->getAPInt().getActiveBits() <= 32)
      MaxIterations = Max->getAPInt().getZExtValue() + 1;
    Counts.defer(DT, MaxIterations);
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
