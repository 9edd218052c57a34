//===- StoredTo.cpp - Stores to a work list -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/slice/StoredTo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <cstdlib>
#include <numeric>

using namespace llvm;
using namespace udpc;

/// The maximum of values between a pointer and its objects.
static constexpr unsigned MaxValues = 48;

PointerRoots PointerRoots::of(const Value &Pointer, const DataLayout &DL) {
  PointerRoots Result;
  DenseMap<const Value *, int64_t> Seen;
  SmallVector<Root, 8> ToVisit = {{&Pointer, 0}};
  while (!ToVisit.empty() && Seen.size() < MaxValues) {
    auto [V, Offset] = ToVisit.pop_back_val();
    if (auto [It, IsNew] = Seen.try_emplace(V, Offset); !IsNew) {
      // This is a pointer that the loop advances.
      Result.Stride =
          std::gcd(Result.Stride, uint64_t(std::abs(It->second - Offset)));
      continue;
    }
    if (const auto *GEP = dyn_cast<GEPOperator>(V)) {
      unsigned Bits = DL.getIndexTypeSizeInBits(GEP->getType());
      SmallMapVector<Value *, APInt, 4> Indexes;
      APInt Constant(Bits, 0);
      if (!GEP->getType()->isVectorTy() &&
          GEP->collectOffset(DL, Bits, Indexes, Constant)) {
        for (const auto &[Index, Scale] : Indexes)
          Result.Stride =
              std::gcd(Result.Stride, uint64_t(std::abs(Scale.getSExtValue())));
        ToVisit.push_back(
            {GEP->getPointerOperand(), Offset + Constant.getSExtValue()});
        continue;
      }
    }
    if (const auto *Phi = dyn_cast<PHINode>(V)) {
      for (const Value *Incoming : Phi->incoming_values())
        ToVisit.push_back({Incoming, Offset});
    } else if (const auto *Select = dyn_cast<SelectInst>(V)) {
      ToVisit.push_back({Select->getTrueValue(), Offset});
      ToVisit.push_back({Select->getFalseValue(), Offset});
    } else if (isa<FreezeInst>(V)) {
      ToVisit.push_back({cast<Instruction>(V)->getOperand(0), Offset});
    } else if (!isa<ConstantPointerNull, UndefValue>(V)) {
      Result.Roots.push_back({V, Offset});
    }
  }
  return Result;
}

/// Whether \p A and \p B are one object.
static SameMemory isSameObject(const Value *A, const Value *B,
                               unsigned MaxDepth = 3) {
  if (A == B)
    return SameMemory::Yes;
  const auto *LoadA = dyn_cast<LoadInst>(A), *LoadB = dyn_cast<LoadInst>(B);
  if (!LoadA || !LoadB || !MaxDepth || LoadA->getType() != LoadB->getType() ||
      !LoadA->getType()->isPointerTy())
    return SameMemory::No;
  // Containers of the standard library have no greater distance between fields.
  constexpr int64_t MostBetweenFields = 64;
  const DataLayout &DL = LoadA->getDataLayout();
  PointerRoots RootsA = PointerRoots::of(*LoadA->getPointerOperand(), DL),
               RootsB = PointerRoots::of(*LoadB->getPointerOperand(), DL);
  SameMemory Best = SameMemory::No;
  for (const auto &RA : RootsA.Roots)
    for (const auto &RB : RootsB.Roots) {
      SameMemory Of = isSameObject(RA.Object, RB.Object, MaxDepth - 1);
      if (RA.Offset != RB.Offset)
        Of = std::abs(RA.Offset - RB.Offset) > MostBetweenFields
                 ? SameMemory::No
                 : std::min(Of, SameMemory::NearField);
      Best = std::max(Best, Of);
    }
  return Best;
}

SameMemory udpc::isSameList(const LoadInst &Load, const StoreInst &Store,
                            int64_t InStored) {
  const DataLayout &DL = Load.getDataLayout();
  PointerRoots From = PointerRoots::of(*Load.getPointerOperand(), DL),
               To = PointerRoots::of(*Store.getPointerOperand(), DL);
  uint64_t Stride = std::gcd(From.Stride, To.Stride);
  SameMemory Best = SameMemory::No;
  for (const auto &F : From.Roots)
    for (const auto &T : To.Roots) {
      SameMemory Of = isSameObject(F.Object, T.Object);
      // If the end of a list is in memory, elements have no index.
      uint64_t Every = Stride;
      if (!Every && isa<LoadInst>(F.Object))
        Every = DL.getTypeStoreSize(Load.getType());
      auto Difference = uint64_t(std::abs(F.Offset - T.Offset - InStored));
      if (Every ? Difference % Every == 0 : !Difference)
        Best = std::max(Best, Of);
    }
  return Best;
}
