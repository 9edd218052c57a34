//===- SliceCopy.cpp - Computes an address of a later iteration -----------===//

#include "passes/prefetch/indirect/SliceCopy.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace udpc;

/// The smallest pages of the processors that udpc knows.
static constexpr uint64_t PageSize = 4096;

/// Line 0: the code is of no line of the source.
static DebugLoc noLine(Function &F) {
  DISubprogram *Of = F.getSubprogram();
  return Of ? DebugLoc(DILocation::get(F.getContext(), 0, 0, Of)) : DebugLoc();
}

/// How far the last value is from this one, in the direction of the step.
Value *SliceCopier::leftToLast(PHINode &Phi, const APInt &Step, const Loop &L,
                               IRBuilderBase &Builder) {
  const auto *Recurrence = cast<SCEVAddRecExpr>(Evolution.getSCEV(&Phi));
  const SCEV *Last = Recurrence->evaluateAtIteration(
      Evolution.getBackedgeTakenCount(&L), Evolution);
  Value *Now = &Phi;
  Value *End = Expander.expandCodeFor(Last, Phi.getType(),
                                      L.getLoopPreheader()->getTerminator());
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

Value *SliceCopier::ahead(PHINode &Phi, const APInt &Step,
                          const AddressSlice &Slice, Bound By,
                          uint64_t Distance) {
  Value *&Result = Ahead[{&Phi, By, Distance}];
  if (Result)
    return Result;
  BasicBlock *Header = Phi.getParent();
  IRBuilder<> Builder(Header, Header->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(noLine(*Header->getParent()));
  bool IsPointer = Phi.getType()->isPointerTy();
  Type *Integer = IsPointer ? Phi.getDataLayout().getIntPtrType(Phi.getType())
                            : Phi.getType();
  unsigned Bits = Integer->getIntegerBitWidth();
  APInt Way =
      Step.sextOrTrunc(Bits).abs() * APInt(64, Distance).zextOrTrunc(Bits);
  Value *Delta = ConstantInt::get(Integer, Way);
  if (By == Bound::LastIteration)
    Delta = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, leftToLast(Phi, Step, *Slice.In, Builder), Delta);
  if (Step.isNegative())
    Delta = Builder.CreateNeg(Delta);
  Result = IsPointer ? Builder.CreatePtrAdd(&Phi, Delta)
                     : Builder.CreateAdd(&Phi, Delta);
  return Result;
}

namespace {

/// A copy of one slice's instructions.
class SliceCopy {
public:
  SliceCopy(const AddressSlice &Slice, const LoadBound &Bound)
      : Slice(Slice), Bound(Bound), Builder(Bound.Place) {
    Builder.SetCurrentDebugLocation(noLine(*Bound.Place->getFunction()));
  }

  void set(Value *Original, Value *Copy) { Copies[Original] = Copy; }
  void insert();

private:
  Value *copyOf(Value *V) const;
  Value *copyLoad(LoadInst &Load);
  Value *copy(Instruction &I);

  const AddressSlice &Slice;
  const LoadBound &Bound;
  IRBuilder<> Builder;
  DenseMap<Value *, Value *> Copies;
};

} // namespace

Value *SliceCopy::copyOf(Value *V) const {
  while (auto *Phi = dyn_cast<PHINode>(V)) {
    auto It = Slice.Initial.find(Phi);
    if (It == Slice.Initial.end())
      break;
    V = It->second;
  }
  Value *Copy = Copies.lookup(V);
  return Copy ? Copy : V;
}

Value *SliceCopy::copyLoad(LoadInst &Load) {
  Value *Pointer = copyOf(Load.getPointerOperand());
  if (Bound.By == Bound::Page) {
    const DataLayout &DL = Load.getDataLayout();
    Type *Integer = DL.getIntPtrType(Pointer->getType());
    Value *Now = Load.getPointerOperand();
    Value *Difference =
        Builder.CreateXor(Builder.CreatePtrToInt(Pointer, Integer),
                          Builder.CreatePtrToInt(Now, Integer));
    Value *IsSamePage =
        Builder.CreateICmpULT(Difference, ConstantInt::get(Integer, PageSize));
    Pointer = Builder.CreateSelect(IsSamePage, Pointer, Now);
  }
  LoadInst *Copy =
      Builder.CreateAlignedLoad(Load.getType(), Pointer, Load.getAlign());
  // Checkers of memory are for what the program does.
  Copy->setMetadata(LLVMContext::MD_nosanitize,
                    MDNode::get(Copy->getContext(), {}));
  return Copy;
}

Value *SliceCopy::copy(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return copyLoad(*Load);
  Instruction *Copy = I.clone();
  for (Use &Operand : Copy->operands())
    Operand.set(copyOf(Operand.get()));
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUnknownNonDebugMetadata();
  Copy->setDebugLoc(Builder.getCurrentDebugLocation());
  return Builder.Insert(Copy);
}

void SliceCopy::insert() {
  for (Instruction *I : Slice.Instructions)
    Copies[I] = copy(*I);
  Value *Address = copyOf(Slice.Address);
  constexpr int Read = 0, KeepInAllLevels = 3, Data = 1;
  Builder.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                          {Address, Builder.getInt32(Read),
                           Builder.getInt32(KeepInAllLevels),
                           Builder.getInt32(Data)});
}

void SliceCopier::insert(const AddressSlice &Slice, const LoadBound &Bound,
                         uint64_t Distance) {
  SliceCopy Copy(Slice, Bound);
  for (const auto &[Phi, Step] : Slice.Inductions)
    Copy.set(Phi, ahead(*Phi, Step, Slice, Bound.By, Distance));
  Copy.insert();
}
