//===- LoadSafety.cpp - Loads that may execute ahead ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/LoadSafety.h"
#include "passes/prefetch/indirect/safety/LoopEffects.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

bool LoadSafety::endsEachIteration(const Loop &L) {
  auto [It, IsNew] = Ends.try_emplace(&L);
  if (IsNew)
    It->second = iterationsEnd(L, Loops, Evolution, Called);
  return It->second;
}

/// Whether \p Count can be computed before the loop even if the loop is not
/// entered, that is, without a division that may trap.
static bool isKnownBefore(const SCEV *Count) {
  return !isa<SCEVCouldNotCompute>(Count) &&
         !SCEVExprContains(Count, [](const SCEV *Part) {
           const auto *Division = dyn_cast<SCEVUDivExpr>(Part);
           return Division && !isa<SCEVConstant>(Division->getRHS());
         });
}

bool LoadSafety::isOnAllPaths(const BasicBlock *Block, const Loop &L) {
  const BasicBlock *Exiting = L.getExitingBlock();
  if (Dominators.dominates(Block, Exiting))
    return true;
  // Search for paths around Block on which loop-invariant conditions have the
  // values that they have at Block.
  SmallVector<const BasicBlock *, 8> ToVisit = {L.getHeader()};
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (!ToVisit.empty()) {
    const BasicBlock *From = ToVisit.pop_back_val();
    if (From == Block || !L.contains(From) || !Seen.insert(From).second)
      continue;
    if (From == Exiting)
      return false;
    const auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
    bool IsSame = Branch && Branch->isConditional() &&
                  L.isLoopInvariant(Branch->getCondition()) &&
                  Branch->getSuccessor(0) != Branch->getSuccessor(1);
    for (const BasicBlock *To : successors(From))
      if (!IsSame || !any_of(successors(From), [&](const BasicBlock *Other) {
            return Other != To &&
                   Dominators.dominates(BasicBlockEdge(From, Other), Block);
          }))
        ToVisit.push_back(To);
  }
  return true;
}

/// Whether each iteration of \p L, including the last, executes \p Load with
/// the operands of the slice, which in inner loops are those of the first
/// iteration.
bool LoadSafety::executesEachIteration(const LoadInst &Load, const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch(), *Block = Load.getParent();
  const Loop *Of = Loops.getLoopFor(Block);
  bool IsFirst =
      Of == &L || (Of->getParentLoop() == &L && Of->getHeader() == Block);
  return Latch && Dominators.dominates(L.getExitingBlock(), Latch) && IsFirst &&
         isOnAllPaths(Block, L);
}

/// Returns "" if control reaches the last iteration of the loop of \p Slice and
/// its number is known before the loop; a reason otherwise.
StringRef LoadSafety::problemOfLoop(const AddressSlice &Slice) {
  const Loop &L = *Slice.In;
  // Code before the loop is inserted before a terminator, whose value, if it is
  // an invoke, is not known there.
  const BasicBlock *Before = L.getLoopPredecessor();
  if (!Before || !Before->getTerminator()->getType()->isVoidTy() ||
      !L.getExitingBlock() ||
      !isKnownBefore(Evolution.getBackedgeTakenCount(&L)))
    return "the number of iterations is not known when the loop begins";
  if (!endsEachIteration(L))
    return "an iteration may end the loop, or the program";
  for (const auto &[Phi, Step] : Slice.Inductions) {
    const auto *Recurrence = cast<SCEVAddRecExpr>(Evolution.getSCEV(Phi));
    if (!Recurrence->hasNoSelfWrap() || Step.isMinSignedValue())
      return "the induction variable may wrap";
  }
  return "";
}

/// Returns "" if the program executes all loads of \p Slice in each iteration
/// up to the last; a reason otherwise.
StringRef LoadSafety::problemUpToLast(const AddressSlice &Slice) {
  if (StringRef Problem = problemOfLoop(Slice); !Problem.empty())
    return Problem;
  const Loop &L = *Slice.In;
  if (Slice.Conditions.empty() && Slice.LastConditions.empty()) {
    for (const LoadInst *Load : Slice.Loads)
      if (!executesEachIteration(*Load, L))
        return "an iteration may not load the index";
    if (!all_of(Slice.Loads, [&](const LoadInst *Load) {
          return all_of(Slice.Loads, [&](const LoadInst *Other) {
            return Load == Other || Dominators.dominates(Load, Other) ||
                   Dominators.dominates(Other, Load);
          });
        }))
      return "indexes are loaded in several places";
  }
  // In an inner loop copies execute again, after code that follows the loads.
  bool IsOnce = Loops.getLoopFor(placeOf(Slice)->getParent()) == &L;
  auto IsInPlaceOf = [&](const LoadInst &Load, const Instruction &I) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    bool IsBehind =
        Store && IsOnce && all_of(Slice.Loads, [&](const LoadInst *Each) {
          return Dominators.dominates(Each, Store);
        });
    return Store && Store->isSimple() &&
           isInPlace(*Store, Load, IsBehind, L, Evolution);
  };
  for (const LoadInst *Load : Slice.IndexLoads)
    if (mayChange(
            *Load, L, Aliases, Called,
            [&](const Instruction &I) { return IsInPlaceOf(*Load, I); },
            /*ByType=*/IsOnce))
      return "the loop may change the index that another load needs";
  return "";
}

/// The conditions under which the program executes the load Last of \p Slice.
std::optional<SmallVector<PathCondition, 2>>
LoadSafety::lastConditions(const AddressSlice &Slice) {
  const Loop &Inner = *Loops.getLoopFor(Slice.Last->getParent());
  return Slice.IsLastInSecond ? Paths.ofSecond(Inner, *Slice.In)
                              : Paths.of(*Slice.Last->getParent(), *Slice.In);
}

/// Whether the line of zeros can replace the memory that \p Load accesses.
static bool canHaveConditions(const LoadInst &Load) {
  TypeSize Size = Load.getDataLayout().getTypeStoreSize(Load.getType());
  return !Size.isScalable() && Size.getFixedValue() <= MaxConditionalLoad &&
         Load.getAlign() <= MaxConditionalLoad &&
         !Load.getPointerAddressSpace();
}

bool LoadSafety::addConditions(AddressSlice &Slice) {
  const Loop &L = *Slice.In;
  const BasicBlock *Latch = L.getLoopLatch();
  if (!problemOfLoop(Slice).empty() || !Latch ||
      !Dominators.dominates(L.getExitingBlock(), Latch))
    return false;
  AddressSlice With = Slice;
  if (With.Last) {
    auto Conditions = lastConditions(With);
    if (!Conditions || !canHaveConditions(*With.Last))
      return false;
    With.addLastConditions(*Conditions, Loops, Evolution);
    if (!With.Problem.empty())
      return false;
  }
  // Conditions may depend on further loads, which may have conditions.
  for (unsigned I = 0; I < With.Loads.size(); ++I) {
    LoadInst &Load = *With.Loads[I];
    auto Conditions = Paths.of(*Load.getParent(), L);
    if (!Conditions)
      return false;
    if (Conditions->empty())
      continue;
    if (!canHaveConditions(Load))
      return false;
    With.addConditions(Load, *Conditions, Loops, Evolution);
    if (!With.Problem.empty())
      return false;
  }
  if ((With.Conditions.empty() && With.LastConditions.empty()) ||
      !problemUpToLast(With).empty())
    return false;
  Slice = std::move(With);
  return true;
}

/// Returns "" if the bound of \p Indexes, loads of \p L, may be the page of the
/// original load; a reason otherwise.
StringRef LoadSafety::problemInPage(ArrayRef<LoadInst *> Indexes,
                                    const Loop &L) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  const LoadInst *First = Indexes.front(), *Last = First;
  for (const LoadInst *Load : Indexes) {
    TypeSize Size = DL.getTypeStoreSize(Load->getType());
    if (Size.isScalable() || Load->getAlign().value() < Size.getFixedValue())
      return "the index may lie on two pages";
    if (Load->getPointerAddressSpace())
      return "the index is in another address space";
    if (Loops.getLoopFor(Load->getParent()) != &L)
      return "an inner loop loads the index";
    if (Load->getParent() != First->getParent())
      return "indexes are loaded in several places";
    First = Load->comesBefore(First) ? Load : First;
    Last = Last->comesBefore(Load) ? Load : Last;
  }
  // The other loads execute if the first does.
  for (const Instruction *I = First; I != Last; I = I->getNextNode())
    if (isa<CallBase>(I))
      return "indexes are loaded before and after a call";
  return "";
}

RowMark LoadSafety::rowOf(const AddressSlice &Slice) {
  SmallVector<LoadInst *, 2> First = Slice.firstLoads();
  const Loop *Around = Slice.In->getParentLoop();
  if (!Around || !Slice.Initial.empty() || First.empty())
    return {};
  RowMark Row = Rows.of(*First.front());
  if (!Row.End || !problemOfLoop(Slice).empty() ||
      !problemInPage(First, *Slice.In).empty())
    return {};
  for (const LoadInst *Load : First)
    if (RowMark Of = Rows.of(*Load);
        Of.End != Row.End || Of.Scale != Row.Scale || Of.Offset != Row.Offset)
      return {};
  // The end of the last row is loaded before the outer loop.
  const BasicBlock *Latch = Around->getLoopLatch();
  if (!Latch || !Around->getLoopPreheader() || !Around->getExitingBlock() ||
      !isKnownBefore(Evolution.getBackedgeTakenCount(Around)) ||
      !endsEachIteration(*Around) ||
      Loops.getLoopFor(Row.End->getParent()) != Around ||
      !Dominators.dominates(Around->getExitingBlock(), Latch) ||
      !Dominators.dominates(Row.End->getParent(), Around->getExitingBlock()) ||
      mayChange(*Row.End, *Around, Aliases, Called))
    return {};
  const auto *Address =
      dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Row.End->getPointerOperand()));
  if (!Address || !Address->isAffine() || Address->getLoop() != Around)
    return {};
  for (const LoadInst *Load : Slice.IndexLoads)
    if (mayChange(*Load, *Around, Aliases, Called))
      return {};
  // Each iteration must execute all loads, or have conditions for them.
  for (const LoadInst *Load : Slice.Loads)
    if (!Slice.Conditions.contains(Load) &&
        !Dominators.dominates(Load->getParent(), Slice.In->getExitingBlock()))
      return {};
  return Row;
}

bool LoadSafety::repeats(const AddressSlice &Slice) {
  const Loop &L = *Slice.In, &Around = *L.getParentLoop();
  if (!isa<SCEVConstant>(Evolution.getBackedgeTakenCount(&L)))
    return false;
  // A value stored in place of an index was not needed by any load yet. It may
  // have another type.
  auto IsHarmless = [](const Instruction &) { return false; };
  for (const LoadInst *Load : Slice.IndexLoads)
    if (mayChange(*Load, L, Aliases, Called, IsHarmless, /*ByType=*/false))
      return false;
  for (const auto &[Phi, Step] : Slice.Inductions)
    if (!Evolution.isLoopInvariant(
            cast<SCEVAddRecExpr>(Evolution.getSCEV(Phi))->getStart(), &Around))
      return false;
  for (LoadInst *Load : Slice.firstLoads()) {
    const auto *Address =
        dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(Load->getPointerOperand()));
    if (!Address || Address->getLoop() != &L ||
        !Evolution.isLoopInvariant(Address->getStart(), &Around))
      return false;
  }
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (!Call->hasFnAttr(Attribute::NoFree) && !Call->onlyReadsMemory())
          return false;
  return true;
}

/// Whether \p V, a value in \p Around, is loaded from addresses that advance
/// with the iterations of \p Around.
bool LoadSafety::advances(Value *V, const Loop &Around,
                          SmallPtrSetImpl<Value *> &Seen) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Around.contains(I) || !Seen.insert(V).second)
    return true;
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    Value *Address = const_cast<Value *>(Load->getPointerOperand());
    AddressSlice Of =
        AddressSlice::find(*Address, *Load, Around, Loops, Evolution);
    return Of.Problem.empty() && Of.Loads.empty();
  }
  if (auto *Phi = dyn_cast<PHINode>(I);
      Phi && Phi->getParent() == Around.getHeader()) {
    if (Evolution.isSCEVable(Phi->getType()) &&
        isa<SCEVAddRecExpr>(Evolution.getSCEV(I)))
      return true;
    // The end of the previous row, kept in a variable.
    BasicBlock *Latch = Around.getLoopLatch();
    return Latch &&
           advances(Phi->getIncomingValueForBlock(Latch), Around, Seen);
  }
  return isa<PHINode, CastInst, BinaryOperator, GetElementPtrInst, SelectInst,
             FreezeInst>(I) &&
         all_of(I->operands(),
                [&](Value *Each) { return advances(Each, Around, Seen); });
}

/// Whether the next row probably starts where this one ends. In a sparse matrix
/// the bounds of rows are loaded from addresses that advance with the outer
/// loop; the rows of a work list start anywhere.
bool LoadSafety::continues(const AddressSlice &Slice) {
  const Loop &L = *Slice.In, &Around = *L.getParentLoop();
  BasicBlock *Before = L.getLoopPredecessor();
  if (!Before)
    return false;
  SmallPtrSet<Value *, 16> Seen;
  return all_of(Slice.Inductions, [&](const auto &Induction) {
    return advances(Induction.first->getIncomingValueForBlock(Before), Around,
                    Seen);
  });
}

/// The insertion point for the loads of \p Slice, for iterations up to the
/// last.
Instruction *LoadSafety::placeOf(const AddressSlice &Slice) {
  const Loop &L = *Slice.In;
  LoadInst *First = Slice.Loads.front(), *Last = First;
  for (LoadInst *Load : Slice.Loads) {
    First = Dominators.dominates(Load, First) ? Load : First;
    Last = Dominators.dominates(Last, Load) ? Load : Last;
  }
  if (Slice.Conditions.empty() && Slice.LastConditions.empty()) {
    // Loop-invariant conditions are known only there.
    if (!Dominators.dominates(Last->getParent(), L.getExitingBlock()))
      return Last;
    if (Loops.getLoopFor(First->getParent()) == &L)
      return First;
  }
  return &*L.getHeader()->getFirstInsertionPt();
}

/// The last of the loads of \p Slice that depend on no others; there the
/// addresses of the current iteration are known.
static LoadInst *lastOfFirst(const AddressSlice &Slice,
                             const DominatorTree &Dominators) {
  LoadInst *Result = nullptr;
  for (LoadInst *Load : Slice.firstLoads())
    if (!Result || Dominators.dominates(Result, Load))
      Result = Load;
  return Result;
}

LoadBound LoadSafety::of(AddressSlice &Slice) {
  LoadBound Result;
  StringRef InPage = Slice.DependentLoads.empty()
                         ? problemInPage(Slice.Loads, *Slice.In)
                         : "an index is loaded by another that may not be one "
                           "yet";
  if (Slice.Last) {
    if (addConditions(Slice))
      Result.Place = placeOf(Slice);
    else
      Result.Problem = "an iteration may not load the next node's address";
    return Result;
  }
  bool IsInner = Slice.In->getParentLoop() && Slice.Initial.empty();
  StringRef UpToLast = problemUpToLast(Slice);
  bool Repeats = IsInner && UpToLast.empty() && repeats(Slice);
  bool Continues = IsInner && !Repeats && continues(Slice);
  bool IsConditional = !(Continues && InPage.empty()) && !UpToLast.empty() &&
                       addConditions(Slice);
  if (IsInner && !Repeats)
    Result.Row = rowOf(Slice);
  if (Result.Row.End) {
    Result.By = Bound::LastRow;
  } else if (Continues && InPage.empty()) {
    Result.By = UpToLast.empty() ? Bound::PageOfLast : Bound::Page;
  } else if (UpToLast.empty() || IsConditional) {
    Result.By = Repeats ? Bound::FirstIteration : Bound::LastIteration;
    Result.BeginsElsewhere = IsInner && !Repeats && !Continues;
    Result.Place = placeOf(Slice);
    return Result;
  } else if (InPage.empty()) {
    Result.By = Bound::Page;
    Result.BeginsElsewhere = IsInner;
  } else {
    Result.Problem = Slice.DependentLoads.empty() ? InPage : UpToLast;
    return Result;
  }
  Result.Place = lastOfFirst(Slice, Dominators);
  return Result;
}
