//===- UnreverseVectors.cpp - Vectors of loops that count down ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/vector/UnreverseVectors.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;
using namespace udpc;

/// The vector that \p V reverses, or null.
static Value *reversedBy(Value &V) {
  auto *Shuffle = dyn_cast<ShuffleVectorInst>(&V);
  bool IsReversal = Shuffle && Shuffle->isReverse() &&
                    isa<UndefValue>(Shuffle->getOperand(1));
  return IsReversal ? Shuffle->getOperand(0) : nullptr;
}

static bool isCounted(const User *Bits) {
  auto *Call = dyn_cast<IntrinsicInst>(Bits);
  return Call && Call->getIntrinsicID() == Intrinsic::ctpop;
}

/// Whether the value of \p I does not depend on the order of elements.
static bool isSum(const Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->getIntrinsicID() == Intrinsic::vector_reduce_add;
  // The other sum is the number of set truth values.
  if (!isa<BitCastInst>(I) || !I.getType()->isIntegerTy() ||
      !I.getOperand(0)->getType()->isIntOrIntVectorTy(1))
    return false;
  return all_of(I.users(), [](const User *U) {
    return isCounted(U) || (isa<ZExtInst>(U) && all_of(U->users(), isCounted));
  });
}

static bool isByElement(const Instruction &I) {
  if (!I.getType()->isVectorTy())
    return false;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return isTriviallyVectorizable(Call->getIntrinsicID());
  return isa<CastInst, BinaryOperator, CmpInst, SelectInst>(I) &&
         !isa<BitCastInst>(I);
}

namespace {

/// The values computed from a reversed vector, up to where it is reversed
/// again.
class ReversedValues {
public:
  /// Collects the values. Returns whether all can be computed from the vector
  /// before its reversal.
  bool collect(Instruction &First) {
    Values.insert(&First);
    for (size_t I = 0; I != Values.size(); ++I)
      for (User *U : Values[I]->users())
        if (!addUser(*cast<Instruction>(U)))
          return false;
    return all_of(Values, [this](Instruction *I) { return isKnown(*I); });
  }

  void replace() {
    forgetVariables();
    SmallVector<Instruction *> Reversals = Ends.takeVector();
    copy_if(Values, std::back_inserter(Reversals),
            [](Instruction *I) { return reversedBy(*I); });
    for (Instruction *I : Reversals) {
      I->replaceAllUsesWith(reversedBy(*I));
      I->eraseFromParent();
    }
  }

private:
  SmallSetVector<Instruction *, 8> Values;
  SmallSetVector<Instruction *, 2> Ends;

  /// Kills variables with one of the values, whose order would be another.
  void forgetVariables() {
    SmallVector<DbgVariableRecord *> Records;
    for (Instruction *I : Values)
      findDbgUsers(I, Records);
    for (DbgVariableRecord *R : Records)
      R->setKillLocation();
  }

  bool addUser(Instruction &U) {
    if (Values.contains(&U) || isSum(U))
      return true;
    if (reversedBy(U)) {
      Ends.insert(&U);
      return true;
    }
    if (!isByElement(U))
      return false;
    Values.insert(&U);
    // If there are several reversed vectors, all must be restored.
    for (Value *V : U.operand_values())
      if (reversedBy(*V))
        Values.insert(cast<Instruction>(V));
    return true;
  }

  /// Whether \p I, one of Values, is computed only from known values.
  bool isKnown(Instruction &I) const {
    if (Value *Source = reversedBy(I))
      // A value and its reversal must not be operands of one instruction.
      return !Ends.contains(&I) && !isIn(Values, Source);
    return all_of(I.operand_values(), [this](Value *V) {
      return !V->getType()->isVectorTy() || isSplatValue(V) || isIn(Values, V);
    });
  }

  static bool isIn(const SmallSetVector<Instruction *, 8> &Set, Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I && Set.contains(I);
  }
};

} // namespace

void udpc::unreverseVectors(BasicBlock &B) {
  // A handle is null if its reversal was removed together with another one.
  SmallVector<WeakVH> Reversals;
  for (Instruction &I : B)
    if (isa_and_nonnull<LoadInst>(reversedBy(I)))
      Reversals.push_back(&I);
  for (WeakVH &Handle : Reversals) {
    ReversedValues Found;
    if (Handle && Found.collect(*cast<Instruction>(Handle)))
      Found.replace();
  }
}
