//===- ListStep.cpp - Loops along a list ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/slice/ListStep.h"
#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace udpc;

/// A limit for offsets in nodes, in bytes: sums of a few do not overflow.
static constexpr unsigned MaxOffsetBits = 32;

/// Splits \p Pointer into a value and a constant offset, if possible.
static std::optional<std::pair<Value *, int64_t>>
baseAndOffset(const SCEV *Pointer, ScalarEvolution &Evolution) {
  const auto *Base = dyn_cast<SCEVUnknown>(Evolution.getPointerBase(Pointer));
  if (!Base)
    return std::nullopt;
  std::optional<APInt> Offset =
      Evolution.computeConstantDifference(Pointer, Base);
  if (!Offset || Offset->getSignificantBits() > MaxOffsetBits)
    return std::nullopt;
  return std::pair(Base->getValue(), Offset->getSExtValue());
}

std::optional<int64_t>
ListStep::offsetInNode(Value &Address, ScalarEvolution &Evolution) const {
  auto Found = baseAndOffset(Evolution.getSCEV(&Address), Evolution);
  if (!Found || Found->first != Node)
    return std::nullopt;
  return Found->second;
}

std::optional<ListStep> ListStep::find(Value &Address, const Loop &L,
                                       const LoopInfo &Loops,
                                       ScalarEvolution &Evolution) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || Address.getType()->getPointerAddressSpace())
    return std::nullopt;
  // Use the address in the first iteration of inner loops.
  const SCEV *At = Evolution.getSCEV(&Address);
  while (const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(At)) {
    if (Recurrence->getLoop() == &L || !L.contains(Recurrence->getLoop()))
      return std::nullopt;
    At = Recurrence->getStart();
  }
  auto InNode = baseAndOffset(At, Evolution);
  if (!InNode)
    return std::nullopt;
  ListStep Result;
  Result.In = &L;
  Result.Node = InNode->first;
  // The PHI has the address of a node, or that of the link to it.
  auto *Phi = dyn_cast<PHINode>(Result.Node);
  auto *Late = dyn_cast<LoadInst>(Result.Node);
  std::optional<std::pair<Value *, int64_t>> InLink;
  if (Late) {
    InLink =
        baseAndOffset(Evolution.getSCEV(Late->getPointerOperand()), Evolution);
    Phi = InLink ? dyn_cast<PHINode>(InLink->first) : nullptr;
  }
  if (!Phi || Phi->getParent() != L.getHeader())
    return std::nullopt;
  Value *Advanced = Phi->getIncomingValueForBlock(Latch);
  auto InNext = baseAndOffset(Evolution.getSCEV(Advanced), Evolution);
  Result.Next = InNext ? dyn_cast<LoadInst>(InNext->first) : nullptr;
  if (!Result.Next || !Result.Next->isSimple() ||
      Result.Next->getPointerAddressSpace() ||
      Loops.getLoopFor(Result.Next->getParent()) != &L)
    return std::nullopt;
  if (Late) {
    if (Result.Next != Late)
      return std::nullopt;
    Result.IsLoadedLate = true;
    // Next is executed at the start of the next iteration.
    if (!InLink->second && Late->getParent() == L.getHeader())
      Result.NextPointer = Advanced;
    Result.NextOffset = InNext->second + InLink->second;
    Result.Offset = InNode->second;
    return Result;
  }
  Result.NextPointer = Result.Next->getPointerOperand();
  Result.Offset = InNode->second + InNext->second;
  auto Offset = Result.offsetInNode(*Result.NextPointer, Evolution);
  if (!Offset)
    return std::nullopt;
  Result.NextOffset = *Offset;
  return Result;
}

/// Adds to \p Instructions those in \p L from \p Start to \p V. Returns false
/// if they cannot be copied, or depend on other values that the loop changes.
static bool collect(Value *V, const Instruction *Start, const Loop &L,
                    SetVector<Instruction *> &Instructions) {
  constexpr unsigned MaxInstructions = 16;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I == Start || !L.contains(I) || Instructions.contains(I))
    return true;
  if (isa<PHINode, LoadInst>(I) || !canCopy(*I) ||
      Instructions.size() == MaxInstructions)
    return false;
  for (Value *Operand : I->operands())
    if (!collect(Operand, Start, L, Instructions))
      return false;
  Instructions.insert(I);
  return true;
}

std::optional<IndexStep> IndexStep::find(Value &Address, const Loop &L,
                                         const LoopInfo &Loops) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return std::nullopt;
  for (PHINode &Phi : L.getHeader()->phis()) {
    IndexStep Result;
    Result.Node = &Phi;
    Result.Address = &Address;
    Result.Advanced = Phi.getIncomingValueForBlock(Latch);
    Result.Next = dyn_cast<LoadInst>(Result.Advanced);
    if (auto *Cast = dyn_cast<CastInst>(Result.Advanced))
      Result.Next = dyn_cast<LoadInst>(Cast->getOperand(0));
    if (!Phi.getType()->isIntegerTy() || !Result.Next ||
        !Result.Next->isSimple() || Result.Next->getPointerAddressSpace() ||
        Loops.getLoopFor(Result.Next->getParent()) != &L)
      continue;
    // The address depends on the index, and the index on the one before.
    SetVector<Instruction *> ToNext;
    if (collect(Result.Next->getPointerOperand(), &Phi, L, ToNext) &&
        !ToNext.empty() && collect(&Address, &Phi, L, Result.Instructions) &&
        !Result.Instructions.empty() &&
        collect(Result.Advanced, Result.Next, L, Result.Instructions))
      return Result;
  }
  return std::nullopt;
}
