//===- LoopJudge.cpp - Decides whether a loop only waits ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/LoopJudge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

void LoopJudge::findExits() {
  for (BasicBlock *BB : L.blocks()) {
    if (!L.isLoopExiting(BB))
      continue;
    Value *Condition = conditionOf(*BB->getTerminator());
    if (!Condition)
      continue;
    LastExit = BB->getTerminator();
    for (Value *Part : Values.partsOf(Condition)) {
      ValueSources Of = Values.sourcesOf(Part);
      if (auto *Test = dyn_cast<ICmpInst>(Part);
          Test && Test->isEquality() && isErrno(Test->getOperand(0)))
        if (auto *Number = dyn_cast<ConstantInt>(Test->getOperand(1)))
          Errors.insert(Number->getZExtValue());
      if (Of.FromCall)
        LastOfCall = BB->getTerminator();
      if (Of.FromEarlierIteration && !Of.LoopState)
        LastCarried = BB->getTerminator();
      if (Of.isExternallyDetermined())
        Polls.insert_range(Of.Polls);
    }
  }
  for (Instruction *Poll : Polls)
    PolledPlaces.insert_range(Values.addressesOf(*Poll));
  SmallVector<const Loop *, 4> Nest = L.getLoopsInPreorder();
  for (const Loop *Inner : drop_begin(Nest))
    for (BasicBlock *BB : Inner->blocks())
      if (Value *Condition = Inner->isLoopExiting(BB)
                                 ? conditionOf(*BB->getTerminator())
                                 : nullptr)
        for (Value *Part : Values.partsOf(Condition))
          if (ValueSources Of = Values.sourcesOf(Part);
              Of.isExternallyDetermined())
            for (const Instruction *Poll : Of.Polls)
              AwaitedPlaces.insert_range(Values.addressesOf(*Poll));
}

/// Whether \p I tries a lock by counting, with a wait before the next attempt.
bool LoopJudge::isAwaitedAttempt(const Instruction &I) const {
  return Polls.contains(const_cast<Instruction *>(&I)) &&
         any_of(Values.addressesOf(I), [this](const Value *Place) {
           return AwaitedPlaces.contains(Place);
         });
}

/// Whether the loop only repeats calls that a signal interrupted: `while
/// (sem_trywait(s) == -1 && errno == EINTR);` does not wait for the lock.
bool LoopJudge::repeatsInterrupted() const {
  constexpr uint64_t Interrupted = 4; // EINTR, on all Linux targets.
  return Errors.size() == 1 && Errors.contains(Interrupted) &&
         all_of(Polls, [this](const Instruction *I) {
           return isa<CallBase>(I) && Values.roleOf(*I) == CallRole::Poll;
         });
}

/// The first polled access that other threads are known to write: plain loads
/// are often only compared with it.
const Instruction &LoopJudge::mainPoll() const {
  auto It = find_if(Polls, [](const Instruction *I) {
    const auto *Load = dyn_cast<LoadInst>(I);
    return !Load || !Load->isSimple();
  });
  return It == Polls.end() ? *Polls.front() : **It;
}

//===----------------------------------------------------------------------===//
// Back-off: code that the loop executes after a number of polls
//===----------------------------------------------------------------------===//

/// Whether an iteration can avoid \p Region.
bool LoopJudge::isAvoidable(const Blocks &Region) const {
  if (Region.contains(L.getHeader()))
    return false;
  SmallVector<const BasicBlock *> Work = {L.getHeader()};
  Blocks Seen = {L.getHeader()};
  while (!Work.empty())
    for (const BasicBlock *To : successors(Work.pop_back_val())) {
      if (To == L.getHeader())
        return true;
      if (L.contains(To) && !Region.contains(To) && Seen.insert(To).second)
        Work.push_back(To);
    }
  return false;
}

bool LoopJudge::hasHint(const Blocks &Region) const {
  return any_of(Region, [this](const BasicBlock *BB) {
    return any_of(*BB, [this](const Instruction &I) {
      return isa<CallBase>(I) && Values.roleOf(I) == CallRole::Hint;
    });
  });
}

/// Finds back-off code. A region that is entered by a count or a clock, and
/// that sleeps or yields, may have any effects, such as reporting or blocking,
/// since the loop spins before it.
void LoopJudge::findBackOff() {
  if (!hasHint(Blocks(L.block_begin(), L.block_end())))
    return;
  for (BasicBlock *From : L.blocks()) {
    Value *Condition = conditionOf(*From->getTerminator());
    if (!Condition || !any_of(Values.partsOf(Condition), [this](Value *Part) {
          ValueSources Of = Values.sourcesOf(Part);
          return Of.LoopState || Of.FromCall;
        }))
      continue;
    for (BasicBlock *To : successors(From)) {
      if (!L.contains(To) || To->getUniquePredecessor() != From)
        continue;
      SmallVector<BasicBlock *> Below;
      Dominators.getDescendants(To, Below);
      Blocks Region;
      for (BasicBlock *BB : Below)
        if (L.contains(BB))
          Region.insert(BB);
      if (isAvoidable(Region) && hasHint(Region))
        BackOff.insert_range(Region);
    }
  }
}

//===----------------------------------------------------------------------===//
// The verdict
//===----------------------------------------------------------------------===//

SpinVerdict LoopJudge::judge() {
  findExits();
  if (!LastExit)
    return {false, "it has no exit"};
  if (Polls.empty() && LastOfCall)
    return refuse(*LastOfCall, "decides by what a call has returned");
  // This is a computation on plain memory that ends after an iteration or two.
  if (LastCarried && !hasHint(Blocks(L.block_begin(), L.block_end())) &&
      all_of(Polls, [](const Instruction *I) {
        const auto *Load = dyn_cast<LoadInst>(I);
        return Load && Load->isSimple();
      }))
    return refuse(*LastCarried, "depends on what was read a round before");
  findBackOff();
  // Check effects first: they are the most informative reasons.
  const Instruction *First = nullptr;
  std::string Effect;
  for (BasicBlock *BB : L.blocks()) {
    if (BackOff.contains(BB))
      continue;
    for (Instruction &I : *BB)
      if (Effect.empty() && !(Effect = effectOf(I)).empty())
        First = &I;
  }
  if (First)
    return refuse(*First, Effect);
  if (Polls.empty())
    return refuse(*LastExit,
                  "and all other exits depend on the loop's own variables");
  if (repeatsInterrupted())
    return refuse(*Polls.front(), "is only repeated when a signal came");
  if (const Instruction *I = findUnbalanced())
    return refuse(*I, "changes memory each time round");
  if (const Instruction *I = findResult())
    return refuse(*I, "computes a result");
  return {true, "it waits for " + describe(mainPoll())};
}
