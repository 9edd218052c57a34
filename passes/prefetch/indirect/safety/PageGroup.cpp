//===- PageGroup.cpp - Index loads that share a page check ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/PageGroup.h"
#include "passes/prefetch/indirect/safety/LoadSafety.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace udpc;

/// A limit for offsets: larger than a page, and sums of a few do not overflow.
static constexpr int64_t MaxOffset = 1 << 20;

static bool isNear(int64_t Bytes) {
  return Bytes > -MaxOffset && Bytes < MaxOffset;
}

int64_t PageGroup::least() const { return std::min<int64_t>(0, Low + Ahead); }

int64_t PageGroup::numBytes() const {
  return std::max<int64_t>(1, High + Ahead) - least();
}

bool PageGroup::loadsWholeElements() const {
  return !Low && all_of(Offsets, [&](const auto &Each) {
    return Each.second % Row.Scale == 0;
  });
}

bool PageGroup::fits() const {
  return endsWithLast() || numBytes() <= int64_t(PageSize);
}

/// Returns the address ahead, limited to the last iteration. The last address
/// is computed before the loop, so the loop needs no further comparison.
Value *PageGroup::upToLast(IRBuilderBase &Builder, SCEVExpander &Expander) {
  Value *Now = First->getPointerOperand();
  Type *Integer = First->getDataLayout().getIntPtrType(Now->getType());
  Instruction *Before = In->getLoopPredecessor()->getTerminator();
  Value *Last = Expander.expandCodeFor(LastAddress, Now->getType(), Before);
  DebugLoc Line = Builder.getCurrentDebugLocation();
  for (Instruction *I : Expander.getAllInsertedInstructions())
    I->setDebugLoc(Line);
  IRBuilder<> Outside(Before);
  Outside.SetCurrentDebugLocation(Line);
  // The program loads at the addresses of the last iteration, so the rest of
  // that page is accessible.
  Value *LastInteger = Outside.CreatePtrToInt(Last, Integer);
  Value *Beyond =
      Row.End ? lastOfRows(Outside, Expander)
              : Outside.CreateSub(
                    Outside.CreateOr(LastInteger,
                                     ConstantInt::get(Integer, PageSize - 1)),
                    ConstantInt::getSigned(Integer, High - 1));
  Value *Limit =
      Outside.CreateBinaryIntrinsic(Intrinsic::umax, LastInteger, Beyond);
  Limit = Outside.CreatePtrAdd(Last, Outside.CreateSub(Limit, LastInteger));
  Value *There =
      Builder.CreatePtrAdd(Now, ConstantInt::getSigned(Integer, Ahead));
  return Builder.CreateSelect(Builder.CreateICmpULT(There, Limit), There,
                              Limit);
}

/// Returns the address of First with which the group loads the last elements of
/// the last row, as an integer.
Value *PageGroup::lastOfRows(IRBuilderBase &Builder, SCEVExpander &Expander) {
  IRBuilderBase::InsertPointGuard Guard(Builder);
  DebugLoc Line = Builder.getCurrentDebugLocation();
  Instruction *Before =
      In->getParentLoop()->getLoopPreheader()->getTerminator();
  Type *Integer =
      Before->getDataLayout().getIntPtrType(First->getPointerOperandType());
  Value *EndAddress =
      Expander.expandCodeFor(LastEnd, Row.End->getPointerOperandType(), Before);
  Value *Base =
      Expander.expandCodeFor(RowBase, First->getPointerOperandType(), Before);
  for (Instruction *I : Expander.getAllInsertedInstructions())
    I->setDebugLoc(Line);
  Builder.SetInsertPoint(Before);
  Builder.SetCurrentDebugLocation(Line);
  LoadInst *End = Builder.CreateAlignedLoad(Row.End->getType(), EndAddress,
                                            Row.End->getAlign());
  End->setNoSanitizeMetadata();
  Value *Bytes =
      Builder.CreateMul(Builder.CreateIntCast(End, Integer, Row.IsSigned),
                        ConstantInt::getSigned(Integer, Row.Scale));
  // The last element is one before End, and the group's last load is High -
  // Size bytes after First.
  int64_t Size = First->getDataLayout().getTypeStoreSize(First->getType());
  int64_t Behind = Row.Offset - Row.Scale - (High - Size);
  return Builder.CreateAdd(
      Builder.CreatePtrToInt(Base, Integer),
      Builder.CreateAdd(Bytes, ConstantInt::getSigned(Integer, Behind)));
}

Value *PageGroup::inPage(IRBuilderBase &Builder) {
  Value *Now = First->getPointerOperand();
  Type *Integer = First->getDataLayout().getIntPtrType(Now->getType());
  auto At = [&](int64_t Bytes) {
    return Bytes ? Builder.CreatePtrAdd(Now,
                                        ConstantInt::getSigned(Integer, Bytes))
                 : Now;
  };
  // The range contains the address of First. If it does not cross the end of a
  // page, all of it is in the page of First.
  Value *InPage =
      Builder.CreateAnd(Builder.CreatePtrToInt(At(least()), Integer),
                        ConstantInt::get(Integer, PageSize - 1));
  Value *IsOnePage = Builder.CreateICmpULE(
      InPage, ConstantInt::get(Integer, PageSize - numBytes()));
  return Builder.CreateSelect(IsOnePage, At(Ahead), Now);
}

Value *PageGroup::address(IRBuilderBase &Builder, SCEVExpander &Expander) {
  if (Address)
    return Address;
  IRBuilderBase::InsertPointGuard Guard(Builder);
  DebugLoc Line = Builder.getCurrentDebugLocation();
  Builder.SetInsertPoint(First);
  Builder.SetCurrentDebugLocation(Line);
  Address = endsWithLast() ? upToLast(Builder, Expander) : inPage(Builder);
  return Address;
}

/// Whether \p Later always executes after \p First.
static bool followsSurely(const LoadInst &First, const LoadInst &Later) {
  if (&First == &Later)
    return true;
  if (First.getParent() != Later.getParent() || Later.comesBefore(&First))
    return false;
  for (const Instruction *I = &First; I != &Later; I = I->getNextNode())
    if (isa<CallBase>(I) && I->mayHaveSideEffects())
      return false;
  return true;
}

bool PageGroups::extend(PageGroup &Group, const AddressSlice &Slice) {
  const DataLayout &DL = Group.First->getDataLayout();
  const SCEV *Base = Evolution.getSCEV(Group.First->getPointerOperand());
  SmallVector<std::pair<const LoadInst *, int64_t>, 2> Offsets;
  for (LoadInst *Load : Slice.firstLoads()) {
    std::optional<APInt> Offset = Evolution.computeConstantDifference(
        Evolution.getSCEV(Load->getPointerOperand()), Base);
    if (!Offset || Offset->getSignificantBits() > 62 ||
        !isNear(Offset->getSExtValue()) || !followsSurely(*Group.First, *Load))
      return false;
    Offsets.push_back({Load, Offset->getSExtValue()});
  }
  PageGroup Extended = Group;
  for (const auto &[Load, Offset] : Offsets) {
    int64_t Size = DL.getTypeStoreSize(Load->getType()).getFixedValue();
    Extended.Offsets.insert({Load, Offset});
    Extended.Low = std::min(Extended.Low, Offset);
    Extended.High = std::max(Extended.High, Offset + Size);
  }
  // A wider group would never fit into the page.
  if ((Group.fits() && !Extended.fits()) ||
      (Group.Row.End && !Extended.loadsWholeElements()))
    return false;
  Group = std::move(Extended);
  return true;
}

/// The constant term of a sum.
static int64_t constantPart(const SCEV *Sum) {
  if (const auto *Add = dyn_cast<SCEVAddExpr>(Sum))
    Sum = Add->getOperand(0);
  const auto *Constant = dyn_cast<SCEVConstant>(Sum);
  return Constant ? Constant->getAPInt().getSExtValue() : 0;
}

PageGroup *PageGroups::add(const AddressSlice &Slice, uint64_t Distance,
                           const LoadBound &By) {
  for (PageGroup &Group : Groups)
    if (Group.In == Slice.In && Group.Distance == Distance &&
        (Group.LastAddress != nullptr) == (By.By != Bound::Page) &&
        Group.Row.End == By.Row.End && extend(Group, Slice))
      return &Group;
  PageGroup New;
  New.In = Slice.In;
  New.Distance = Distance;
  SmallVector<LoadInst *, 2> Loads = Slice.firstLoads();
  New.First = Loads.front();
  for (LoadInst *Load : Loads)
    if (Load->comesBefore(New.First))
      New.First = Load;
  const auto *Pointer = dyn_cast<SCEVAddRecExpr>(
      Evolution.getSCEV(New.First->getPointerOperand()));
  const auto *Step =
      Pointer && Pointer->getLoop() == Slice.In && Pointer->isAffine()
          ? dyn_cast<SCEVConstant>(Pointer->getStepRecurrence(Evolution))
          : nullptr;
  if (!Step || Step->getAPInt().getSignificantBits() > 32 ||
      !isNear(Step->getAPInt().getSExtValue()) ||
      Distance > uint64_t(MaxOffset))
    return nullptr;
  New.Ahead = Step->getAPInt().getSExtValue() * int64_t(Distance);
  if (By.By != Bound::Page)
    New.LastAddress = Pointer->evaluateAtIteration(
        Evolution.getBackedgeTakenCount(Slice.In), Evolution);
  if (By.Row.End) {
    const Loop *Around = Slice.In->getParentLoop();
    New.Row = By.Row;
    New.RowBase = Evolution.getPointerBase(Pointer);
    New.LastEnd =
        cast<SCEVAddRecExpr>(Evolution.getSCEV(By.Row.End->getPointerOperand()))
            ->evaluateAtIteration(Evolution.getBackedgeTakenCount(Around),
                                  Evolution);
    // Addresses must advance by whole elements. A base that was not seen as a
    // constant before another one when loads were marked would move the bound
    // beyond the row.
    if (New.Ahead <= 0 || New.Ahead % New.Row.Scale ||
        !Evolution.isLoopInvariant(New.RowBase, Around) ||
        constantPart(Evolution.getMinusSCEV(Pointer->getStart(), New.RowBase)) <
            New.Row.Offset)
      return nullptr;
  }
  if (!extend(New, Slice))
    return nullptr;
  if (By.Row.End && !New.loadsWholeElements())
    return nullptr;
  Groups.push_back(std::move(New));
  return &Groups.back();
}

PageGroup *PageGroups::add(LoadInst &Load, int64_t Ahead) {
  PageGroup New;
  New.First = &Load;
  New.Ahead = Ahead;
  New.Offsets.insert({&Load, 0});
  New.High = Load.getDataLayout().getTypeStoreSize(Load.getType());
  Groups.push_back(std::move(New));
  return &Groups.back();
}
