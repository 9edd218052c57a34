//===- LoopEffects.cpp - What a loop may do beside its loads --------------===//

#include "passes/prefetch/indirect/LoopEffects.h"
#include "passes/prefetch/indirect/CalledFunctions.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
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

/// What is known of the address of \p Load, but for what restrict parameters of
/// a function that is inlined in \p L tell: that holds in one iteration only.
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

bool udpc::mayChange(const LoadInst &Load, const Loop &L, AAResults &Aliases,
                     CalledFunctions &Called) {
  MemoryLocation Where = MemoryLocation::getBeforeOrAfter(
      Load.getPointerOperand(), metadataAcross(Load, L));
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if ((callMaySynchronize(I) && !Called.returns(I)) ||
          (I.mayWriteToMemory() && isModSet(Aliases.getModRefInfo(&I, Where)) &&
           (!Called.returns(I) ||
            Called.mayWrite(cast<CallBase>(I), Load, Where.AATags))))
        return true;
  return false;
}
