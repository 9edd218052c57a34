//===- RowMarks.cpp - Loops over consecutive rows -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/RowMarks.h"
#include "passes/options/PrefetchOptions.h"
#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/indirect/safety/BlockConditions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral EndKind = "udpc.row_end", RowKind = "udpc.row";

namespace {

class RowFinder {
public:
  RowFinder(const Loop &Row, ScalarEvolution &Evolution,
            const DominatorTree &Dominators, const BlockConditions &Paths)
      : Row(Row), Around(*Row.getParentLoop()), Evolution(Evolution),
        Dominators(Dominators), Paths(Paths) {}

  /// Finds End, and whether indexes are signed.
  bool findEnd();
  void mark(LoadInst &Index, MDNode *Id);

  LoadInst *End = nullptr;

private:
  Value *stripped(Value *V);
  bool isStartAgainstEnd(const PathCondition &Guard);

  const Loop &Row, &Around;
  ScalarEvolution &Evolution;
  const DominatorTree &Dominators;
  const BlockConditions &Paths;
  /// The PHI in the header of Around with the start of this row.
  PHINode *Start = nullptr;
  PHINode *Element = nullptr;
  bool IsSigned = false, IsUnsigned = false;
};

} // namespace

/// \p V without extensions; notes whether these are signed.
Value *RowFinder::stripped(Value *V) {
  while (true) {
    if (auto *Extend = dyn_cast<SExtInst>(V)) {
      IsSigned = true;
      V = Extend->getOperand(0);
    } else if (auto *Extend = dyn_cast<ZExtInst>(V)) {
      IsUnsigned = true;
      V = Extend->getOperand(0);
    } else if (auto *Freeze = dyn_cast<FreezeInst>(V)) {
      V = Freeze->getOperand(0);
    } else {
      return V;
    }
  }
}

/// Whether \p Guard holds if the row has elements, and only then.
bool RowFinder::isStartAgainstEnd(const PathCondition &Guard) {
  auto *Compare = dyn_cast<ICmpInst>(Guard.Condition);
  if (!Compare)
    return false;
  CmpInst::Predicate Predicate =
      Guard.IsTrue ? Compare->getPredicate() : Compare->getInversePredicate();
  Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  if (stripped(Left) == End) {
    std::swap(Left, Right);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  IsSigned |= Predicate == CmpInst::ICMP_SLT;
  IsUnsigned |= Predicate == CmpInst::ICMP_ULT;
  return stripped(Left) == Start && stripped(Right) == End &&
         (Predicate == CmpInst::ICMP_SLT || Predicate == CmpInst::ICMP_ULT ||
          Predicate == CmpInst::ICMP_NE);
}

bool RowFinder::findEnd() {
  const BasicBlock *Before = Row.getLoopPredecessor();
  BasicBlock *Latch = Row.getLoopLatch(), *Next = Around.getLoopLatch();
  if (!Before || !Latch || !Next || Row.getExitingBlock() != Latch ||
      !Around.getExitingBlock())
    return false;
  // The row ends when the next element is the end.
  auto *Branch = dyn_cast<BranchInst>(Latch->getTerminator());
  auto *Compare = Branch && Branch->isConditional()
                      ? dyn_cast<ICmpInst>(Branch->getCondition())
                      : nullptr;
  if (!Compare || !Compare->isEquality() ||
      Row.contains(Branch->getSuccessor(0)) !=
          (Compare->getPredicate() == CmpInst::ICMP_NE))
    return false;
  for (PHINode &Phi : Row.getHeader()->phis()) {
    Value *Advanced = Phi.getIncomingValueForBlock(Latch);
    for (unsigned I : {0u, 1u})
      if (stripped(Compare->getOperand(I)) == Advanced) {
        Element = &Phi;
        End = dyn_cast<LoadInst>(stripped(Compare->getOperand(1 - I)));
      }
  }
  auto *Step = Element && Evolution.isSCEVable(Element->getType())
                   ? dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Element))
                   : nullptr;
  if (!End || !End->isSimple() || !Around.contains(End) || Row.contains(End) ||
      !Step || !Step->isAffine() || Step->getLoop() != &Row ||
      !Step->getStepRecurrence(Evolution)->isOne())
    return false;
  // The next row begins at the end of this one.
  Start =
      dyn_cast<PHINode>(stripped(Element->getIncomingValueForBlock(Before)));
  if (!Start || Start->getParent() != Around.getHeader() ||
      Start->getIncomingValueForBlock(Next) != End)
    return false;
  auto Guards = Paths.of(*Row.getHeader(), Around);
  return Guards && Guards->size() <= 1 &&
         all_of(*Guards, [&](auto &G) { return isStartAgainstEnd(G); }) &&
         !(IsSigned && IsUnsigned);
}

void RowFinder::mark(LoadInst &Index, MDNode *Id) {
  const auto *Address =
      dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Index.getPointerOperand()));
  if (!Index.isSimple() || !Address || !Address->isAffine() ||
      Address->getLoop() != &Row ||
      !Dominators.dominates(Index.getParent(), Row.getExitingBlock()))
    return;
  const auto *Scale =
      dyn_cast<SCEVConstant>(Address->getStepRecurrence(Evolution));
  const SCEV *Base = Evolution.getPointerBase(Address);
  if (!Scale || !Evolution.isLoopInvariant(Base, &Around))
    return;
  Type *Integer = Scale->getType();
  const SCEV *First = Evolution.getSCEV(Start);
  First = IsSigned ? Evolution.getTruncateOrSignExtend(First, Integer)
                   : Evolution.getTruncateOrZeroExtend(First, Integer);
  const auto *Offset = dyn_cast<SCEVConstant>(
      Evolution.getMinusSCEV(Evolution.getMinusSCEV(Address->getStart(), Base),
                             Evolution.getMulExpr(Scale, First)));
  if (!Offset || Scale->getAPInt().getSignificantBits() > 16 ||
      !Scale->getAPInt().isStrictlyPositive() ||
      Offset->getAPInt().getSignificantBits() > 32)
    return;
  auto Number = [&](int64_t N) {
    return ConstantAsMetadata::get(
        ConstantInt::getSigned(Type::getInt64Ty(Index.getContext()), N));
  };
  Index.setMetadata(RowKind,
                    MDNode::get(Index.getContext(),
                                {Id, Number(Scale->getAPInt().getSExtValue()),
                                 Number(Offset->getAPInt().getSExtValue()),
                                 Number(IsSigned)}));
}

MarkRowsPass::MarkRowsPass()
    : Source(std::make_shared<HintSource>(/*IsQuiet=*/true)) {}

PreservedAnalyses MarkRowsPass::run(Function &F,
                                    FunctionAnalysisManager &Analyses) {
  if (!PrefetchOptions::of(F).IndirectDistance && !Source->hintsFor(F))
    return PreservedAnalyses::all();
  const auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  if (none_of(Loops, [](const Loop *L) { return !L->isInnermost(); }))
    return PreservedAnalyses::all();
  const auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  BlockConditions Paths(Loops, Dominators,
                        Analyses.getResult<PostDominatorTreeAnalysis>(F));
  for (const Loop *Row : Loops.getLoopsInPreorder()) {
    if (!Row->getParentLoop())
      continue;
    RowFinder Finder(*Row, Evolution, Dominators, Paths);
    if (!Finder.findEnd())
      continue;
    MDNode *Id = Finder.End->getMetadata(EndKind);
    if (!Id)
      Id = MDNode::getDistinct(F.getContext(), {});
    Finder.End->setMetadata(EndKind, Id);
    for (BasicBlock *Block : Row->blocks())
      for (Instruction &I : *Block)
        if (auto *Index = dyn_cast<LoadInst>(&I))
          Finder.mark(*Index, Id);
  }
  return PreservedAnalyses::all();
}

RowMarks::RowMarks(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (const MDNode *Id = Load->getMetadata(EndKind))
        if (auto [It, IsNew] = Ends.insert({Id, Load}); !IsNew)
          It->second = nullptr;
}

RowMark RowMarks::of(const LoadInst &Index) const {
  const MDNode *Mark = Index.getMetadata(RowKind);
  if (!Mark)
    return {};
  auto Number = [&](unsigned Operand) {
    return mdconst::extract<ConstantInt>(Mark->getOperand(Operand))
        ->getSExtValue();
  };
  return {Ends.lookup(cast<MDNode>(Mark->getOperand(0))), Number(1), Number(2),
          Number(3) != 0};
}
