//===- NarrowComparisons.cpp - Comparisons of extended values -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/vector/NarrowComparisons.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace udpc;
using namespace llvm::PatternMatch;

/// Inserts a comparison equivalent to \p Compare in \p L, of the width that the
/// extended value had; null if it does not compare an extended value.
static Value *createNarrow(ICmpInst &Compare, const Loop &L) {
  ICmpInst::Predicate Predicate = Compare.getPredicate();
  Value *Narrow = nullptr;
  Value *Limit = Compare.getOperand(1);
  if (!match(Compare.getOperand(0), m_ZExt(m_Value(Narrow)))) {
    if (!match(Limit, m_ZExt(m_Value(Narrow))))
      return nullptr;
    Limit = Compare.getOperand(0);
    Predicate = ICmpInst::getSwappedPredicate(Predicate);
  }
  if (!ICmpInst::isUnsigned(Predicate) || !Limit->getType()->isIntegerTy() ||
      !L.isLoopInvariant(Limit) || L.isLoopInvariant(Narrow))
    return nullptr;

  // X <= L is X <= min(L, the largest of X's type); X < L is X <= L - 1 if L is
  // not 0; the other two are their negations. If L is 0, X | 1 <= 0 is false as
  // well, and needs no other vector of truth values.
  bool IsStrict =
      Predicate == ICmpInst::ICMP_ULT || Predicate == ICmpInst::ICMP_UGE;
  bool IsLess = ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate);
  Type *Wide = Limit->getType(), *Short = Narrow->getType();
  IRBuilder<> Before(L.getLoopPreheader()->getTerminator());
  Before.SetCurrentDebugLocation(DebugLoc::getDropped());
  IRBuilder<> B(&Compare);
  Value *Last = Limit;
  if (IsStrict) {
    Last = Before.CreateBinaryIntrinsic(Intrinsic::usub_sat, Limit,
                                        ConstantInt::get(Wide, 1));
    Value *IsZero = Before.CreateICmpEQ(Limit, ConstantInt::get(Wide, 0));
    Narrow = B.CreateOr(Narrow, Before.CreateZExt(IsZero, Short));
  }
  APInt Largest = APInt::getMaxValue(Short->getIntegerBitWidth());
  Last = Before.CreateBinaryIntrinsic(
      Intrinsic::umin, Last,
      ConstantInt::get(Wide, Largest.zext(Wide->getIntegerBitWidth())));
  return B.CreateICmp(IsLess ? ICmpInst::ICMP_ULE : ICmpInst::ICMP_UGT, Narrow,
                      Before.CreateTrunc(Last, Short));
}

void udpc::narrowComparisons(Loop &L) {
  assert(L.getLoopPreheader() && "there is no place for the new limits");
  for (BasicBlock *B : L.blocks()) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || !Branch->isConditional() || L.isLoopExiting(B))
      continue;
    auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
    if (!Compare || !Compare->hasOneUse())
      continue;
    if (Value *Condition = createNarrow(*Compare, L)) {
      Condition->takeName(Compare);
      Compare->replaceAllUsesWith(Condition);
      RecursivelyDeleteTriviallyDeadInstructions(Compare);
    }
  }
}
