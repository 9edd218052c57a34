//===- DoLoops.cpp - Bodies of do loops -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/DoLoops.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

struct DoLoops::Shape {
  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  CycleInfo Cycles;

  explicit Shape(Function &F) : Dominators(F), PostDominators(F) {
    Cycles.compute(F);
  }

  bool areExecutedEquallyOften(const BasicBlock *A, const BasicBlock *B) const {
    const Cycle *C = Cycles.getCycle(A);
    return Dominators.dominates(A, B) && PostDominators.dominates(B, A) &&
           Cycles.getCycle(B) == C && (!C || C->isReducible());
  }
};

DoLoops::DoLoops() = default;
DoLoops::~DoLoops() = default;

DoLoops::Shape &DoLoops::shapeOf(Function &F) {
  std::unique_ptr<Shape> &S = Shapes[&F];
  if (!S)
    S = std::make_unique<Shape>(F);
  return *S;
}

/// Whether control continues after \p I: a call may not return.
static bool goesOn(const Instruction &I) {
  return isa<InstrProfInstBase>(I) ||
         isGuaranteedToTransferExecutionToSuccessor(&I);
}

/// Whether control that passes \p From always reaches the end of \p To, which
/// is executed as often: no instruction in between leaves the function, or does
/// not end.
static bool alwaysReaches(const Instruction &From, const BasicBlock *To) {
  constexpr unsigned MaxBlocks = 32;
  SmallPtrSet<const BasicBlock *, MaxBlocks> Seen;
  SmallVector<const BasicBlock *> Work;
  auto GoesThrough = [&](BasicBlock::const_iterator Begin,
                         const BasicBlock *B) {
    if (B != To)
      append_range(Work, successors(B));
    return all_of(make_range(Begin, B->end()), goesOn);
  };
  if (!GoesThrough(From.getIterator(), From.getParent()))
    return false;
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    if (Seen.size() > MaxBlocks || !GoesThrough(B->begin(), B))
      return false;
  }
  return true;
}

Instruction *DoLoops::bodyOf(Instruction &Entered, Instruction &Repeated) {
  BasicBlock *Back = Repeated.getParent();
  BasicBlock *Body = Back->getUniqueSuccessor();
  if (!Body || !Body->hasNPredecessors(2) ||
      !all_of(*Back, [&](const Instruction &I) {
        return &I == &Repeated || I.isTerminator() || I.isDebugOrPseudoInst();
      }))
    return nullptr;
  BasicBlock *Before = nullptr;
  for (BasicBlock *P : predecessors(Body))
    if (P != Back)
      Before = P;
  if (!Before || Before->getUniqueSuccessor() != Body)
    return nullptr;
  Shape &S = shapeOf(*Body->getParent());
  if (!S.Dominators.dominates(Body, Back) ||
      !S.areExecutedEquallyOften(Entered.getParent(), Before) ||
      !alwaysReaches(Entered, Before))
    return nullptr;
  return &*Body->getFirstInsertionPt();
}
