//===- SliceCopy.cpp - Computes an address of a later iteration -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/SliceCopy.h"
#include "ir/AddedFunctions.h"
#include "passes/prefetch/indirect/safety/PageGroup.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace udpc;

/// The difference between the last value of \p Phi and its current one, in the
/// direction of the step.
Value *SliceCopier::leftToLast(PHINode &Phi, const APInt &Step, const Loop &L,
                               IRBuilderBase &Builder) {
  const auto *Recurrence = cast<SCEVAddRecExpr>(Evolution.getSCEV(&Phi));
  const SCEV *Last = Recurrence->evaluateAtIteration(
      Evolution.getBackedgeTakenCount(&L), Evolution);
  Value *Now = &Phi;
  Value *End = Expander.expandCodeFor(Last, Phi.getType(),
                                      L.getLoopPredecessor()->getTerminator());
  for (Instruction *I : Expander.getAllInsertedInstructions())
    I->setDebugLoc(Builder.getCurrentDebugLocation());
  if (Phi.getType()->isPointerTy()) {
    Type *Integer = Phi.getDataLayout().getIntPtrType(Phi.getType());
    Now = Builder.CreatePtrToInt(Now, Integer);
    End = Builder.CreatePtrToInt(End, Integer);
  }
  return Step.isNegative() ? Builder.CreateSub(Now, End)
                           : Builder.CreateSub(End, Now);
}

/// The increment of \p Phi for \p Distance iterations, limited by \p By, in the
/// direction of its step.
Value *SliceCopier::delta(PHINode &Phi, const APInt &Step,
                          const AddressSlice &Slice, Bound By,
                          uint64_t Distance, IRBuilderBase &Builder) {
  Type *Integer = Phi.getDataLayout().getIntPtrType(Builder.getPtrTy());
  if (!Phi.getType()->isPointerTy())
    Integer = Phi.getType();
  unsigned Bits = Integer->getIntegerBitWidth();
  APInt One = Step.sextOrTrunc(Bits).abs();
  bool Overflows = false;
  APInt Way = One.umul_ov(APInt(64, Distance).zextOrTrunc(Bits), Overflows);
  // No iteration has a value that the type cannot represent.
  bool IsTooFar = Overflows || (Bits < 64 && Distance >> Bits);
  Value *Delta = ConstantInt::get(Integer, Way);
  if (By == Bound::Page || By == Bound::PageOfLast || By == Bound::LastRow)
    return Delta;
  Value *Left = leftToLast(Phi, Step, *Slice.In, Builder);
  if (IsTooFar)
    return Left;
  if (By == Bound::LastIteration)
    return Builder.CreateBinaryIntrinsic(Intrinsic::umin, Left, Delta);
  APInt Iterations =
      cast<SCEVConstant>(Evolution.getBackedgeTakenCount(Slice.In))
          ->getAPInt()
          .zextOrTrunc(Bits) +
      1;
  return Builder.CreateSelect(Builder.CreateICmpULT(Left, Delta),
                              ConstantInt::get(Integer, Way - One * Iterations),
                              Delta);
}

Value *SliceCopier::ahead(PHINode &Phi, const AddressSlice &Slice, Bound By,
                          uint64_t Distance) {
  Value *&Result = Ahead[{&Phi, By, Distance}];
  if (Result)
    return Result;
  const APInt &Step = Slice.Inductions.find(&Phi)->second;
  BasicBlock *Header = Phi.getParent();
  IRBuilder<> Builder(Header, Header->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(noLine(*Header->getParent()));
  Value *Delta = delta(Phi, Step, Slice, By, Distance, Builder);
  if (Step.isNegative())
    Delta = Builder.CreateNeg(Delta);
  Result = Phi.getType()->isPointerTy() ? Builder.CreatePtrAdd(&Phi, Delta)
                                        : Builder.CreateAdd(&Phi, Delta);
  return Result;
}

namespace udpc {

/// A copy of the instructions of one slice.
class SliceCopy {
public:
  SliceCopy(SliceCopier &Copier, const AddressSlice &Slice,
            const LoadBound &Bound, uint64_t Distance, PageGroup *Group)
      : Copier(Copier), Slice(Slice), Bound(Bound), Distance(Distance),
        Group(Group), Builder(Bound.Place) {
    Builder.SetCurrentDebugLocation(noLine(*Bound.Place->getFunction()));
  }

  void insert(HintType Prefetch, ArrayRef<Hint> Beside);

private:
  Value *copyOf(Value *V);
  Value *sharedCopy(Instruction &I);
  Constant *elsewhere();
  Value *allOf(ArrayRef<PathCondition> PathConditions);
  Value *conditionOf(const LoadInst &Load);
  Value *load(const LoadInst &Load, Value *Pointer, Value *MayLoad);
  Value *addressAt(const IndexStep &Index, Value *Loaded);
  Value *address();
  Value *isInPage(const LoadInst &Load, Value *Pointer);
  Value *addressAhead(LoadInst &Load);
  Value *copy(Instruction &I);

  SliceCopier &Copier;
  const AddressSlice &Slice;
  const LoadBound &Bound;
  uint64_t Distance;
  PageGroup *Group;
  IRBuilder<> Builder;
  DenseMap<Value *, Value *> Copies;
  std::map<const LoadInst *, Value *> Conditions;
  /// Whether a branch continues on the path to the load.
  std::map<std::pair<const Instruction *, bool>, Value *> Decisions;
};

} // namespace udpc

/// The value of \p V in the later iteration.
Value *SliceCopy::copyOf(Value *V) {
  if (Value *Known = Copies.lookup(V))
    return Known;
  while (auto *Phi = dyn_cast<PHINode>(V)) {
    if (Slice.Inductions.contains(Phi))
      return Copier.ahead(*Phi, Slice, Bound.By, Distance);
    auto It = Slice.Initial.find(Phi);
    if (It == Slice.Initial.end())
      break;
    V = It->second;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Slice.Instructions.contains(I))
    return V;
  if (Value *Known = Copies.lookup(I))
    return Known;
  return Copies[I] = sharedCopy(*I);
}

/// The copy of \p I that another slice has made, if it is before the insertion
/// point; else a new one. Copies that depend on conditions or inner loops
/// belong to one slice.
Value *SliceCopy::sharedCopy(Instruction &I) {
  if (!Slice.Conditions.empty() || !Slice.Initial.empty() || Slice.Last)
    return copy(I);
  Instruction *&Shared =
      Copier.Copies[{&I, Slice.In, Bound.By, Distance, Group}];
  BasicBlock *Block = Builder.GetInsertBlock();
  if (Shared && Shared->getParent() == Block &&
      (Builder.GetInsertPoint() == Block->end() ||
       Shared->comesBefore(&*Builder.GetInsertPoint())))
    return Shared;
  Value *New = copy(I);
  Shared = dyn_cast<Instruction>(New);
  return New;
}

/// Zeroed memory, from which copies load if the program may not access the
/// address.
Constant *SliceCopy::elsewhere() {
  constexpr StringLiteral Name = "__udpc_prefetch_zeros";
  constexpr uint64_t Size = MaxConditionalLoad;
  Module &M = *Bound.Place->getModule();
  if (GlobalVariable *Known = M.getGlobalVariable(Name, true))
    return Known;
  auto *Zeros = ConstantAggregateZero::get(
      ArrayType::get(Type::getInt8Ty(M.getContext()), Size));
  auto *New = new GlobalVariable(M, Zeros->getType(), /*isConstant=*/true,
                                 GlobalValue::PrivateLinkage, Zeros, Name);
  New->setAlignment(Align(Size));
  return New;
}

/// Whether all of \p PathConditions hold, which are those of one path, the last
/// one first; null if there are none.
Value *SliceCopy::allOf(ArrayRef<PathCondition> PathConditions) {
  Value *All = nullptr;
  // Later conditions on the path are valid only if the earlier ones hold.
  for (const PathCondition &Each : reverse(PathConditions)) {
    Value *&Holds = Decisions[{Each.Branch, Each.IsTrue}];
    if (!Holds) {
      Value *Decision = Builder.CreateFreeze(copyOf(Each.Condition));
      Holds = Each.IsTrue ? Decision : Builder.CreateNot(Decision);
    }
    All = All ? Builder.CreateAnd(All, Holds) : Holds;
  }
  return All;
}

/// The condition under which the later iteration executes \p Load; null if each
/// iteration does.
Value *SliceCopy::conditionOf(const LoadInst &Load) {
  auto It = Slice.Conditions.find(&Load);
  if (It == Slice.Conditions.end())
    return nullptr;
  Value *&All = Conditions[&Load];
  return All ? All : All = allOf(It->second);
}

Value *SliceCopy::addressAhead(LoadInst &Load) {
  if (Group && Group->Offsets.contains(&Load)) {
    Value *First = Group->address(Builder, Copier.Expander);
    int64_t Offset = Group->Offsets.find(&Load)->second;
    return Offset
               ? Builder.CreatePtrAdd(First, ConstantInt::getSigned(
                                                 Builder.getInt64Ty(), Offset))
               : First;
  }
  Value *Pointer = copyOf(Load.getPointerOperand());
  if (Value *MayLoad = conditionOf(Load))
    return Builder.CreateSelect(MayLoad, Pointer, elsewhere());
  // The address is known from another row's load.
  if (Group || (Bound.By != Bound::Page && Bound.By != Bound::PageOfLast))
    return Pointer;
  Type *Integer = Load.getDataLayout().getIntPtrType(Pointer->getType());
  Value *Now = Load.getPointerOperand();
  Value *Difference =
      Builder.CreateXor(Builder.CreatePtrToInt(Pointer, Integer),
                        Builder.CreatePtrToInt(Now, Integer));
  Value *IsSamePage =
      Builder.CreateICmpULT(Difference, ConstantInt::get(Integer, PageSize));
  return Builder.CreateSelect(IsSamePage, Pointer, Now);
}

/// Whether all bytes that \p Load would load from \p Pointer are in the page
/// that Beside accesses.
Value *SliceCopy::isInPage(const LoadInst &Load, Value *Pointer) {
  Value *Known = const_cast<Value *>(addressOf(*Bound.Beside));
  const DataLayout &DL = Load.getDataLayout();
  Type *Integer = DL.getIntPtrType(Pointer->getType());
  Value *Begin = Builder.CreatePtrToInt(Known, Integer);
  Value *Distance =
      Builder.CreateSub(Builder.CreatePtrToInt(Pointer, Integer), Begin);
  Value *InPage =
      Builder.CreateAnd(Begin, ConstantInt::get(Integer, PageSize - 1));
  uint64_t Size = DL.getTypeStoreSize(Load.getType());
  return Builder.CreateICmpULE(Builder.CreateAdd(InPage, Distance),
                               ConstantInt::get(Integer, PageSize - Size));
}

Value *SliceCopy::copy(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return load(*Load, addressAhead(*Load), nullptr);
  Instruction *Copy = I.clone();
  for (Use &Operand : Copy->operands())
    Operand.set(copyOf(Operand.get()));
  // The later iteration may not execute the division, so the divisor may be 0.
  if (isUnsignedDivision(I) && !isa<ConstantInt>(Copy->getOperand(1))) {
    Value *By = Copy->getOperand(1);
    Copy->setOperand(1, Builder.CreateBinaryIntrinsic(
                            Intrinsic::umax, Builder.CreateFreeze(By),
                            ConstantInt::get(By->getType(), 1)));
  }
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUnknownNonDebugMetadata();
  Copy->setDebugLoc(Builder.getCurrentDebugLocation());
  return Builder.Insert(Copy);
}

/// Creates a load that is executed only if \p MayLoad; null means always.
Value *SliceCopy::load(const LoadInst &Load, Value *Pointer, Value *MayLoad) {
  if (MayLoad)
    Pointer = Builder.CreateSelect(MayLoad, Pointer, elsewhere());
  LoadInst *Copy =
      Builder.CreateAlignedLoad(Load.getType(), Pointer, Load.getAlign());
  // Sanitizers check the accesses of the program only.
  Copy->setNoSanitizeMetadata();
  return Copy;
}

/// The address of the access for the index \p Loaded.
Value *SliceCopy::addressAt(const IndexStep &Index, Value *Loaded) {
  AddressSlice OfIndex;
  OfIndex.In = Slice.In;
  OfIndex.Last = Slice.Last;
  OfIndex.Instructions = Index.Instructions;
  SliceCopy Copy(Copier, OfIndex, Bound, Distance, nullptr);
  for (Instruction *I : Index.Instructions)
    for (Value *Operand : I->operands())
      if (!Index.Instructions.contains(dyn_cast<Instruction>(Operand)))
        Copy.Copies[Operand] = copyOf(Operand);
  Copy.Copies[Index.Next] = Loaded;
  Copy.Copies[Index.Node] = Copy.copyOf(Index.Advanced);
  return Copy.copyOf(Index.Address);
}

/// The address to prefetch.
Value *SliceCopy::address() {
  // If a condition does not hold, there is no address.
  Value *Address, *IsKnown = nullptr;
  if (Slice.Last && Bound.By == Bound::ThisIteration) {
    Value *Pointer = Builder.CreatePtrAdd(
        Bound.Node, Builder.getInt64(uint64_t(Bound.NextOffset)));
    if (Bound.Beside)
      IsKnown = isInPage(*Slice.Last, Pointer);
    Address = load(*Slice.Last, Pointer, IsKnown);
  } else if (Slice.Last) {
    IsKnown = allOf(Slice.LastConditions);
    Address = load(*Slice.Last, copyOf(Slice.Address), IsKnown);
  } else {
    Address = copyOf(Slice.Address);
    // The condition of the last load on the path is that of the address.
    const LoadInst *Last = nullptr;
    for (const auto &[Load, Of] : Slice.Conditions)
      if (!Last || Of.size() > Slice.Conditions.find(Last)->second.size())
        Last = Load;
    if (Last)
      IsKnown = conditionOf(*Last);
  }
  if (Slice.Index)
    Address = addressAt(*Slice.Index, Address);
  if (Slice.Offset)
    Address =
        Builder.CreatePtrAdd(Address, Builder.getInt64(uint64_t(Slice.Offset)));
  if (!IsKnown)
    return Address;
  // A prefetch of address 0 does not fault.
  auto *Type = cast<PointerType>(Address->getType());
  return Builder.CreateSelect(
      IsKnown, Address,
      Type->getAddressSpace() ? ConstantPointerNull::get(Type) : elsewhere());
}

/// The locality operand of llvm.prefetch; 3 keeps the line in all levels.
static unsigned localityOf(HintType Prefetch) {
  switch (Prefetch) {
  case HintType::NTA:
    return 0;
  case HintType::T2:
    return 1;
  case HintType::T1:
    return 2;
  default:
    return 3;
  }
}

void udpc::insertPrefetch(IRBuilderBase &Builder, Value *Address,
                          HintType Prefetch) {
  constexpr int Data = 1;
  Builder.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                          {Address, Builder.getInt32(Prefetch == HintType::W),
                           Builder.getInt32(localityOf(Prefetch)),
                           Builder.getInt32(Data)});
}

void SliceCopy::insert(HintType Prefetch, ArrayRef<Hint> Beside) {
  Value *Address = address();
  insertPrefetch(Builder, Address, Prefetch);
  for (const Hint &H : Beside)
    insertPrefetch(
        Builder,
        Builder.CreatePtrAdd(Address, Builder.getInt64(uint64_t(H.Delta))),
        H.Type);
}

void SliceCopier::insert(const AddressSlice &Slice, const LoadBound &Bound,
                         uint64_t Distance, PageGroup *Group, HintType Prefetch,
                         ArrayRef<Hint> Beside) {
  // No distance is greater than the number of iterations.
  if (Bound.By == Bound::FirstIteration)
    Distance = cast<SCEVConstant>(Evolution.getBackedgeTakenCount(Slice.In))
                   ->getAPInt()
                   .getLimitedValue(Distance);
  SliceCopy(*this, Slice, Bound, Distance, Group).insert(Prefetch, Beside);
}
