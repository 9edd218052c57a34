//===- ListStep.cpp - Loops along a list ----------------------------------===//

#include "passes/prefetch/indirect/ListStep.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace udpc;

/// A limit for offsets in nodes, in bytes: sums of a few do not overflow.
static constexpr unsigned MaxOffsetBits = 32;

/// \p Pointer as a value that \p Pointer only adds a constant to.
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
  // In the first iteration of inner loops.
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
    // Where the next iteration begins.
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
