//===- SideEffects.cpp - Side effects of a loop ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/LoopJudge.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;
using namespace udpc;

/// Whether executing \p I again has no further effect.
bool LoopJudge::isRepeatable(const Instruction &I) const {
  const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
  if (!RMW)
    return isa<AtomicCmpXchgInst>(I);
  const Value *Operand = RMW->getValOperand();
  auto *Number = dyn_cast<ConstantInt>(Operand);
  switch (RMW->getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return Values.isStateless(Operand);
  default:
    return Number && Number->isZero();
  }
}

/// Whether \p I accesses a polled place: it is part of the lock's protocol,
/// such as marking it contended.
bool LoopJudge::isOnPolledPlace(const Instruction &I) const {
  return any_of(Values.addressesOf(I), [this](const Value *Place) {
    return PolledPlaces.contains(Place);
  });
}

std::string LoopJudge::effectOfCall(const CallBase &Call) const {
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&Call))
    return Values.isLocal(Memory->getRawDest()) ? "" : "writes memory";
  switch (Values.roleOf(Call)) {
  case CallRole::Nothing:
  case CallRole::Hint:
  case CallRole::Clock:
    return "";
  case CallRole::Helper:
    return "";
  case CallRole::Poll:
    if (Values.isStateless(&Call))
      return "";
    return "looks at something else each time round";
  case CallRole::Swap:
    if (Polls.contains(&Call) || isOnPolledPlace(Call))
      return "";
    return "writes memory, and no exit depends on its result";
  case CallRole::Up:
  case CallRole::Down:
    return ""; // findUnbalanced
  case CallRole::Release:
    return isOnPolledPlace(Call) ? "" : "may have effects";
  case CallRole::Unknown:
    break;
  }
  return isHelper(Call) ? "is nested too deeply in helpers to be analysed"
                        : "may have effects";
}

/// Whether \p Store updates the state of a thread-local random number
/// generator.
bool LoopJudge::isOwnCounter(const StoreInst &Store) const {
  if (!isOfThread(Store.getPointerOperand()) ||
      !Values.isStateless(Store.getPointerOperand()))
    return false;
  ValueSources Of =
      Values.sourcesOf(const_cast<Value *>(Store.getValueOperand()));
  return Of.Polls.empty() && !Of.FromCall;
}

std::string LoopJudge::effectOf(const Instruction &I) const {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return effectOfCall(*Call);
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Values.isLocal(Store->getPointerOperand()) || isOwnCounter(*Store)
               ? ""
               : "writes memory";
  if (isa<LoadInst>(I))
    return !Values.readsSharedMemory(I) || Values.isStateless(&I)
               ? ""
               : "reads another place each time round";
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    if (Values.isLocal(I.getOperand(0)))
      return "";
    if (!Values.isStateless(&I))
      return "writes another place each time round";
    if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
      if (RMW->getOperation() == AtomicRMWInst::Add ||
          RMW->getOperation() == AtomicRMWInst::Sub)
        return ""; // findUnbalanced
    if (!isRepeatable(I))
      return "changes memory each time round";
    if (Polls.contains(&I) || isOnPolledPlace(I))
      return "";
    return "writes memory, and no exit depends on its result";
  }
  if (isa<FenceInst>(I) || !I.mayHaveSideEffects())
    return "";
  return "may have effects";
}

/// Returns an increment or decrement that is not undone, or null. An attempt
/// that is undone changes nothing: every path has equal increments and
/// decrements.
const Instruction *LoopJudge::findUnbalanced() {
  using Place = std::pair<const Value *, const Value *>;
  using Sums = std::map<Place, std::pair<int, const Instruction *>>;
  auto Add = [this](Sums &S, const Instruction &I) {
    int Step = 0;
    const Value *Amount = nullptr;
    if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      Step = RMW->getOperation() == AtomicRMWInst::Add   ? 1
             : RMW->getOperation() == AtomicRMWInst::Sub ? -1
                                                         : 0;
      Amount = RMW->getValOperand();
      if (const auto *Number = dyn_cast<ConstantInt>(Amount)) {
        if (Number->isZero())
          Step = 0;
        if (Number->isNegative()) {
          Amount = ConstantInt::get(Amount->getType(), -Number->getValue());
          Step = -Step;
        }
      }
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      CallRole Role = Values.roleOf(*Call);
      Step = Role == CallRole::Up ? 1 : Role == CallRole::Down ? -1 : 0;
    }
    if (!Step || isAwaitedAttempt(I))
      return;
    auto Places = Values.addressesOf(I);
    auto Where =
        find_if(Places, [this](const Value *P) { return !Values.isLocal(P); });
    if (Where == Places.end())
      return;
    auto &Sum = S[{*Where, Amount}];
    Sum.first += Step;
    Sum.second = &I;
  };
  auto NotZero = [](const Sums &S) -> const Instruction * {
    for (const auto &[Where, Sum] : S)
      if (Sum.first)
        return Sum.second;
    return nullptr;
  };

  DenseMap<const BasicBlock *, Sums> AtEnd;
  LoopBlocksRPO Order(const_cast<Loop *>(&L));
  Order.perform(&Loops);
  for (const BasicBlock *BB : Order) {
    if (BackOff.contains(BB))
      continue;
    std::optional<Sums> S;
    if (BB == L.getHeader())
      S.emplace();
    else
      for (const BasicBlock *From : predecessors(BB)) {
        auto It = AtEnd.find(From); // Not visited yet: a back edge.
        if (It == AtEnd.end())
          continue;
        if (!S)
          S = It->second;
        for (auto &[Where, Sum] : It->second)
          if ((*S)[Where].first != Sum.first)
            return Sum.second ? Sum.second : (*S)[Where].second;
        for (auto &[Where, Sum] : *S)
          if (!It->second.count(Where) && Sum.first)
            return Sum.second;
      }
    if (!S)
      continue;
    for (const Instruction &I : *BB)
      Add(*S, I);
    for (const BasicBlock *To : successors(BB))
      // A back edge of this loop or a nested one.
      if (L.contains(To) && (To == L.getHeader() || AtEnd.contains(To)))
        if (const Instruction *I = NotZero(*S))
          return I;
    AtEnd[BB] = std::move(*S);
  }
  return nullptr;
}

/// Returns a value that the loop computes for the code after it, other than its
/// number of iterations; null if there is none.
const Instruction *LoopJudge::findResult() const {
  auto IsUsedBehind = [this](const Instruction &I) {
    return any_of(I.users(), [this](const User *U) {
      const auto *By = dyn_cast<Instruction>(U);
      return By && !L.contains(By->getParent());
    });
  };
  bool Pauses = hasHint(Blocks(L.block_begin(), L.block_end()));
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (Values.isStateless(&Phi))
      continue;
    // The computation of this variable in one iteration.
    SmallVector<const Value *> Work;
    for (const BasicBlock *From : Phi.blocks())
      if (L.contains(From))
        Work.push_back(Phi.getIncomingValueForBlock(From));
    SmallPtrSet<const Value *, 16> Seen;
    bool FromOthers = false, FromSharedMemory = false, FromItself = false;
    bool IsResult = IsUsedBehind(Phi);
    while (!Work.empty()) {
      const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !L.contains(I->getParent()) || !Seen.insert(I).second ||
          BackOff.contains(I->getParent()))
        continue;
      if (I == &Phi) {
        FromItself = true;
        continue;
      }
      IsResult |= IsUsedBehind(*I);
      if (isa<PHINode>(I) && I->getParent() == L.getHeader()) {
        FromOthers |= !Values.isStateless(I);
        continue;
      }
      if (Values.readsSharedMemory(*I)) {
        FromSharedMemory = true;
        continue;
      }
      append_range(Work, I->operand_values());
    }
    // The total pause is a sum of the pauses.
    if (FromItself && IsResult && (FromSharedMemory || (FromOthers && !Pauses)))
      return &Phi;
  }
  return nullptr;
}
