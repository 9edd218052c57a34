//===- LoopEffects.cpp - Effects of a loop --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/LoopEffects.h"
#include "passes/prefetch/indirect/safety/CalledFunctions.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

bool udpc::isReducible(const Loop &L, const LoopInfo &Loops) {
  LoopBlocksRPO Order(const_cast<Loop *>(&L));
  Order.perform(&Loops);
  return !containsIrreducibleCFG<const BasicBlock *>(Order, Loops);
}

bool udpc::iterationsEnd(const Loop &L, const LoopInfo &Loops,
                         ScalarEvolution &Evolution, CalledFunctions &Called) {
  // Inner loops must end: an infinite loop without side effects is undefined
  // behaviour only if it must make progress.
  bool IsInnermost = L.isInnermost();
  for (const Loop *Inner : L.getLoopsInPreorder())
    if (Inner != &L && !isMustProgress(Inner) &&
        !Evolution.hasLoopInvariantBackedgeTakenCount(Inner))
      return false;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (!Called.returns(I) &&
          (!isGuaranteedToTransferExecutionToSuccessor(&I) ||
           (!IsInnermost && (I.isVolatile() || I.isAtomic())) ||
           (Loops.getLoopFor(Block) != &L && callMaySynchronize(I))))
        return false;
  return isReducible(L, Loops);
}

/// The alias metadata of \p Load, without scopes of restrict parameters of a
/// function that is inlined in \p L: these hold in one iteration only.
static AAMDNodes metadataAcross(const LoadInst &Load, const Loop &L) {
  AAMDNodes Result = Load.getAAMetadata();
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Begin = dyn_cast<NoAliasScopeDeclInst>(&I))
        for (const Metadata *Scope : Begin->getScopeList()->operands())
          for (MDNode **Scopes : {&Result.Scope, &Result.NoAlias})
            if (*Scopes && is_contained((*Scopes)->operands(), Scope))
              *Scopes = nullptr;
  return Result;
}

bool udpc::isInPlace(const StoreInst &Store, const LoadInst &Load,
                     bool IsBehind, const Loop &L, ScalarEvolution &Evolution) {
  auto AddressOf = [&](const Value *Pointer) -> const SCEVAddRecExpr * {
    const auto *Address = dyn_cast<SCEVAddRecExpr>(
        Evolution.getSCEV(const_cast<Value *>(Pointer)));
    return Address && Address->getLoop() == &L && Address->isAffine() &&
                   Address->hasNoSelfWrap()
               ? Address
               : nullptr;
  };
  const SCEVAddRecExpr *Of = AddressOf(Store.getPointerOperand());
  const SCEVAddRecExpr *From = AddressOf(Load.getPointerOperand());
  const DataLayout &DL = Load.getDataLayout();
  TypeSize Stored = DL.getTypeStoreSize(Store.getValueOperand()->getType());
  TypeSize Loaded = DL.getTypeStoreSize(Load.getType());
  if (!Of || !From || Of->getType() != From->getType() || Stored.isScalable() ||
      Loaded.isScalable())
    return false;
  const auto *Step = dyn_cast<SCEVConstant>(From->getStepRecurrence(Evolution));
  std::optional<APInt> Offset = Evolution.computeConstantDifference(Of, From);
  constexpr unsigned MostBits = 32; // Sums of a few do not overflow.
  if (!Step || Of->getStepRecurrence(Evolution) != Step || !Offset ||
      Step->getAPInt().getSignificantBits() > MostBits ||
      Offset->getSignificantBits() > MostBits)
    return false;
  int64_t By = Step->getAPInt().getSExtValue(), At = Offset->getSExtValue();
  int64_t StoreSize = Stored.getFixedValue(), LoadSize = Loaded.getFixedValue();
  bool IsApart = At + StoreSize <= 0 || At >= LoadSize;
  // The next iteration loads from By bytes further.
  bool IsBefore = By > 0 ? At + StoreSize <= By : At >= By + LoadSize;
  return By && IsBefore && (IsBehind || IsApart);
}

bool udpc::mayChange(const LoadInst &Load, const Loop &L, AAResults &Aliases,
                     CalledFunctions &Called,
                     function_ref<bool(const Instruction &)> IsHarmless,
                     bool ByType) {
  AAMDNodes Known = metadataAcross(Load, L);
  if (!ByType)
    Known.TBAA = Known.TBAAStruct = nullptr;
  MemoryLocation Where =
      MemoryLocation::getBeforeOrAfter(Load.getPointerOperand(), Known);
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if ((callMaySynchronize(I) && !Called.returns(I)) ||
          (I.mayWriteToMemory() && !IsHarmless(I) &&
           isModSet(Aliases.getModRefInfo(&I, Where)) &&
           (!Called.returns(I) ||
            Called.mayWrite(cast<CallBase>(I), Load, Where.AATags))))
        return true;
  return false;
}
