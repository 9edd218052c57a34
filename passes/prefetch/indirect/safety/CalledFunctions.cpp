//===- CalledFunctions.cpp - Effects of called functions ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/safety/CalledFunctions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

/// The maximum of instructions of an examined function, and of its writes, with
/// those of the functions that it calls.
static constexpr unsigned MaxInstructions = 2000, MaxWrites = 200;

bool udpc::callMaySynchronize(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && !isa<IntrinsicInst>(Call) &&
         !Call->hasFnAttr(Attribute::NoSync) && !Call->onlyReadsMemory() &&
         !Call->onlyAccessesInaccessibleMemory();
}

const Function *udpc::knownFunction(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F || F->isDeclarationForLinker() || F->isInterposable() ||
      F->getFunctionType() != Call.getFunctionType() ||
      F->hasFnAttribute(Attribute::Naked) || F->isPresplitCoroutine())
    return nullptr;
  return F;
}

bool udpc::loopsEnd(const Function &F, const LoopInfo &Loops) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  return !containsIrreducibleCFG<const BasicBlock *>(Order, Loops) &&
         all_of(Loops.getLoopsInPreorder(),
                [](const Loop *L) { return isMustProgress(L); });
}

bool CalledFunctions::continuesAfter(const Instruction &I) {
  if (I.isVolatile() || I.isAtomic())
    return false;
  return returns(I) || (isGuaranteedToTransferExecutionToSuccessor(&I) &&
                        !callMaySynchronize(I));
}

CalledFunctions::Effects CalledFunctions::find(const Function &F) {
  Effects Result;
  if (F.getInstructionCount() > MaxInstructions)
    return Result;
  for (const Instruction &I : instructions(F)) {
    if (!isa<ReturnInst>(I) && !continuesAfter(I))
      return Result;
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const Effects *Of = effectsOf(*Call); Of && Of->Returns) {
        append_range(Result.Writes, Of->Writes);
        continue;
      }
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    if (I.mayWriteToMemory() &&
        !(Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
      Result.Writes.push_back(&I);
    if (Result.Writes.size() > MaxWrites)
      return Result;
  }
  DominatorTree Dominators(const_cast<Function &>(F));
  Result.Returns = loopsEnd(F, LoopInfo(Dominators));
  return Result;
}

const CalledFunctions::Effects *
CalledFunctions::effectsOf(const CallBase &Call) {
  const Function *F = knownFunction(Call);
  if (!F)
    return nullptr;
  // Until its effects are known, a function is assumed not to return: recursion
  // may not end.
  if (Known.try_emplace(F).second) {
    Effects Found = find(*F);
    Known[F] = std::move(Found);
  }
  return &Known.find(F)->second;
}

bool CalledFunctions::returns(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Effects *Of = Call ? effectsOf(*Call) : nullptr;
  return Of && Of->Returns;
}

namespace {

/// A load that is compared with writes by types only, as the pointers are those
/// of different functions.
class TypedLoad {
public:
  TypedLoad(const LoadInst &Load, const AAMDNodes &Type, AAResults &Aliases)
      : Load(Load), Type(Type), Query(Aliases) {}

  bool mayBeWrittenBy(const Instruction &Write);

private:
  bool mayBe(MDNode *Other);
  bool mayBePartOf(const AnyMemTransferInst &Copy, const MDNode &Members);

  const LoadInst &Load;
  const AAMDNodes &Type;
  TypeBasedAAResult Types{/*UsingTypeSanitizer=*/false};
  SimpleAAQueryInfo Query;
};

} // namespace

/// Whether an access with the type \p Other may be to the same memory.
bool TypedLoad::mayBe(MDNode *Other) {
  auto At = [&](const AAMDNodes &Tags) {
    return MemoryLocation::getBeforeOrAfter(Load.getPointerOperand(), Tags);
  };
  AAMDNodes Tags;
  Tags.TBAA = Other;
  return Types.alias(At(Tags), At(Type), Query, nullptr) !=
         AliasResult::NoAlias;
}

/// Whether \p Copy, of a structure with \p Members, may write the loaded
/// memory. Members of the type char may be anything, so the answer is no only
/// if, at each place that the alignment permits, the load overlaps another
/// member as well.
bool TypedLoad::mayBePartOf(const AnyMemTransferInst &Copy,
                            const MDNode &Members) {
  TypeSize Size = Load.getDataLayout().getTypeStoreSize(Load.getType());
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  constexpr uint64_t MaxLength = 4096;
  if (Size.isScalable() || Size.getFixedValue() > MaxLength || !Length ||
      Length->getValue().ugt(MaxLength))
    return true;
  int64_t Loaded = Size.getFixedValue(), Copied = Length->getZExtValue();
  int64_t Step =
      std::min(Load.getAlign(), Copy.getDestAlign().valueOrOne()).value();
  auto HasOther = [&](int64_t Begin) {
    // The operands are offset, size and type of each member.
    for (unsigned I = 0; I + 2 < Members.getNumOperands(); I += 3) {
      auto Number = [&](unsigned Of) -> int64_t {
        return mdconst::extract<ConstantInt>(Members.getOperand(I + Of))
            ->getZExtValue();
      };
      int64_t Member = Number(0);
      if (Member < Begin + Loaded && Begin < Member + Number(1) &&
          !mayBe(dyn_cast<MDNode>(Members.getOperand(I + 2))))
        return true;
    }
    return false;
  };
  for (int64_t Begin = -((Loaded - 1) / Step * Step); Begin < Copied;
       Begin += Step)
    if (!HasOther(Begin))
      return true;
  return false;
}

bool TypedLoad::mayBeWrittenBy(const Instruction &Write) {
  if (const auto *Call = dyn_cast<CallBase>(&Write);
      Call && Call->onlyAccessesInaccessibleMemory())
    return false;
  // Skip stores to a variable of the function itself.
  if (const Value *To = getLoadStorePointerOperand(&Write);
      To && isa<AllocaInst>(getUnderlyingObject(To)))
    return false;
  AAMDNodes Of = Write.getAAMetadata();
  if (Of.TBAA)
    return mayBe(Of.TBAA);
  const auto *Copy = dyn_cast<AnyMemTransferInst>(&Write);
  return !Copy || !Of.TBAAStruct || mayBePartOf(*Copy, *Of.TBAAStruct);
}

bool CalledFunctions::mayWrite(const CallBase &Call, const LoadInst &Load,
                               const AAMDNodes &Type) {
  const Effects *Of = effectsOf(Call);
  if (!Of || !Of->Returns)
    return true;
  TypedLoad Typed(Load, Type, Aliases);
  return any_of(Of->Writes, [&](const Instruction *Write) {
    return Typed.mayBeWrittenBy(*Write);
  });
}
