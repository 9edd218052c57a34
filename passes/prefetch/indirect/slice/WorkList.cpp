//===- WorkList.cpp - Addresses from a work list --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/slice/WorkList.h"
#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include "passes/prefetch/indirect/slice/StoredTo.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

/// The maximum of values between an address and the popped value.
static constexpr unsigned MaxValues = 64;

/// The loads in \p Nest whose value \p V may have, through PHIs, selections and
/// casts.
static std::vector<Pop> popsOf(Value *V, const Loop &Nest) {
  std::vector<Pop> Result, ToVisit = {{nullptr, {}}};
  SmallVector<Value *, 8> Values = {V};
  SmallPtrSet<Value *, 16> Seen;
  while (!Values.empty() && Seen.size() < MaxValues) {
    Value *Next = Values.pop_back_val();
    Pop P = std::move(ToVisit.back());
    ToVisit.pop_back();
    auto *I = dyn_cast<Instruction>(Next);
    if (!I || !Nest.contains(I) || !Seen.insert(I).second)
      continue;
    auto Visit = [&](Value *From) {
      Values.push_back(From);
      ToVisit.push_back(P);
    };
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      P.Load = Load;
      if (Load->isSimple() && !Load->getPointerAddressSpace() &&
          Load->getType()->isIntOrPtrTy())
        Result.push_back(std::move(P));
    } else if (auto *Phi = dyn_cast<PHINode>(I)) {
      for (Value *Incoming : Phi->incoming_values())
        Visit(Incoming);
    } else if (auto *Select = dyn_cast<SelectInst>(I)) {
      Visit(Select->getTrueValue());
      Visit(Select->getFalseValue());
    } else if (auto *Cast = dyn_cast<CastInst>(I)) {
      P.Casts.insert(P.Casts.begin(), Cast);
      Visit(Cast->getOperand(0));
    } else if (isa<FreezeInst>(I)) {
      Visit(I->getOperand(0));
    }
  }
  return Result;
}

namespace {

class WorkListFinder {
public:
  WorkListFinder(WorkList &List, const Loop &Nest, const LoopInfo &Loops,
                 AAResults &Aliases)
      : List(List), Nest(Nest), Loops(Loops), Aliases(Aliases) {
    for (BasicBlock *Block : Nest.blocks())
      for (Instruction &I : *Block)
        if (auto *Store = dyn_cast<StoreInst>(&I);
            Store && Store->isSimple() && !Store->getPointerAddressSpace())
          Stores.push_back(Store);
  }

  void run(Value &Address);

private:
  bool tryPopped(Value &V);
  void addPushes(SameMemory AtLeast);
  SameMemory isPush(StoreInst &Store, unsigned Lane, LoadInst &Load);
  bool isMoved(StoreInst &Store);

  WorkList &List;
  const Loop &Nest;
  const LoopInfo &Loops;
  AAResults &Aliases;
  SmallVector<StoreInst *, 16> Stores;
};

} // namespace

static bool hasValueOf(const LoadInst &Load, const Type &Stored) {
  Type *Element = const_cast<Type *>(&Stored)->getScalarType();
  return Element == Load.getType() ||
         CastInst::isBitOrNoopPointerCastable(Element, Load.getType(),
                                              Load.getDataLayout());
}

/// Whether the value of \p Store comes from the list itself, as where a heap is
/// sorted: it was prefetched when it was pushed.
bool WorkListFinder::isMoved(StoreInst &Store) {
  std::vector<Pop> From = popsOf(Store.getValueOperand(), Nest);
  return !From.empty() && all_of(From, [&](const Pop &Each) {
    return isSameList(*Each.Load, Store) == SameMemory::Yes ||
           any_of(List.Pops, [&](const Pop &P) { return P.Load == Each.Load; });
  });
}

static unsigned numLanes(const StoreInst &Store) {
  auto *Vector = dyn_cast<FixedVectorType>(Store.getValueOperand()->getType());
  return Vector ? Vector->getNumElements() : 1;
}

/// Whether \p Store may write the memory that \p Load loads from the list.
SameMemory WorkListFinder::isPush(StoreInst &Store, unsigned Lane,
                                  LoadInst &Load) {
  Type *Stored = Store.getValueOperand()->getType();
  if (isa<ScalableVectorType>(Stored) || !hasValueOf(Load, *Stored))
    return SameMemory::No;
  uint64_t Size = Load.getDataLayout().getTypeStoreSize(Load.getType());
  SameMemory Result = isSameList(Load, Store, int64_t(Lane * Size));
  if (Result != SameMemory::No &&
      Aliases.isNoAlias(MemoryLocation::getBeforeOrAfter(
                            Load.getPointerOperand(), Load.getAAMetadata()),
                        MemoryLocation::getBeforeOrAfter(
                            Store.getPointerOperand(), Store.getAAMetadata())))
    return SameMemory::No;
  return Result;
}

void WorkListFinder::addPushes(SameMemory AtLeast) {
  for (StoreInst *S : Stores) {
    Value *Stored = S->getValueOperand();
    if (isa<Constant>(Stored) || isMoved(*S))
      continue;
    bool IsVector = Stored->getType()->isVectorTy();
    for (unsigned Lane = 0, E = numLanes(*S); Lane != E; ++Lane)
      for (unsigned To = 0; To != List.Pops.size(); ++To)
        if (isPush(*S, Lane, *List.Pops[To].Load) >= AtLeast) {
          List.Pushes.push_back({S, To, IsVector ? int(Lane) : -1});
          break;
        }
  }
}

/// Whether \p V is the popped value. Sets Pops and Pushes.
bool WorkListFinder::tryPopped(Value &V) {
  List.Popped = &V;
  List.Pops = popsOf(&V, Nest);
  for (SameMemory AtLeast : {SameMemory::Yes, SameMemory::NearField})
    if (List.Pushes.empty())
      addPushes(AtLeast);
  return !List.Pushes.empty();
}

void WorkListFinder::run(Value &Address) {
  SmallVector<Value *, 8> ToVisit = {&Address};
  SmallPtrSet<Value *, 16> Seen;
  List.Problem = "the loop loads no part of its address";
  while (!ToVisit.empty() && Seen.size() < MaxValues) {
    Value *V = ToVisit.pop_back_val();
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !Nest.contains(I) || !Seen.insert(I).second)
      continue;
    if (isa<LoadInst, PHINode, SelectInst>(I)) {
      if (tryPopped(*I)) {
        List.Problem = "";
        return;
      }
      if (!List.Pops.empty())
        List.Problem =
            "nothing in the loop stores to where its address is loaded from";
    }
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      const Loop *Inner = Loops.getLoopFor(Phi->getParent());
      BasicBlock *Before = Inner->getLoopPredecessor();
      if (Inner != &Nest && Inner->getHeader() == Phi->getParent() && Before) {
        Value *Initial = Phi->getIncomingValueForBlock(Before);
        List.First[Phi] = Initial;
        ToVisit.push_back(Initial);
      }
    } else if (!isa<LoadInst>(I) && canCopy(*I)) {
      append_range(ToVisit, I->operand_values());
    }
  }
  List.Pops.clear();
}

WorkList WorkList::find(Value &Address, const Instruction &Access,
                        const LoopInfo &Loops, AAResults &Aliases) {
  WorkList Result;
  const Loop *Nest = Loops.getLoopFor(Access.getParent());
  if (!Nest)
    Result.Problem = "it is in no loop of the function";
  else
    WorkListFinder(Result, *Nest->getOutermostLoop(), Loops, Aliases)
        .run(Address);
  return Result;
}
