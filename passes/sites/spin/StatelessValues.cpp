//===- StatelessValues.cpp - Which of a loop's values are stateless -------===//
//
// LoopValues.h defines the term.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/sites/spin/LoopValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

/// The values that \p Phi chooses from, through all PHIs and selects in the
/// loop that lead to it. \p AllowStateDependent includes choices that depend on
/// the loop's own variables.
SmallVector<Value *> LoopValues::leavesOf(PHINode &Phi,
                                          bool AllowStateDependent) const {
  SmallVector<Value *> Leaves;
  SmallVector<Value *> Work(Phi.incoming_values());
  SmallPtrSet<Value *, 8> Seen = {&Phi};
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    bool IsOpen = inLoop(V) &&
                  (AllowStateDependent || !StateDependentChoices.contains(V));
    if (auto *Inner = dyn_cast<PHINode>(V); Inner && IsOpen)
      append_range(Work, Inner->incoming_values());
    else if (auto *Select = dyn_cast<SelectInst>(V); Select && IsOpen)
      Work.append({Select->getTrueValue(), Select->getFalseValue()});
    else
      Leaves.push_back(V);
  }
  return Leaves;
}

/// The inline assembly whose result \p I loads from a variable, or null.
Instruction *LoopValues::resultIn(const Instruction &I) const {
  const auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !isLocal(Load->getPointerOperand()))
    return nullptr;
  Instruction *By =
      Written.lookup(getUnderlyingObject(Load->getPointerOperand()));
  return By && readsSharedMemory(*By) && cast<CallBase>(By)->isInlineAsm()
             ? By
             : nullptr;
}

/// Whether the loop's own variables choose the value of \p I: an address chosen
/// so changes between iterations.
bool LoopValues::isStateDependentChoice(Instruction &I) const {
  SmallVector<Value *> Conditions;
  if (auto *Select = dyn_cast<SelectInst>(&I))
    Conditions = {Select->getCondition()};
  else if (auto *Phi = dyn_cast<PHINode>(&I);
           Phi && !isLoopHeaderPhi(*Phi) && !Phi->hasConstantValue())
    Conditions = decisionsOf(*Phi, /*Alone=*/false);
  return any_of(Conditions, [this](Value *Condition) {
    ValueSources Of = sourcesOf(Condition);
    return Of.LoopState || Of.FromCall;
  });
}

bool LoopValues::isStatelessGiven(Instruction &I, const Values &Known,
                                  const Values &Places,
                                  bool AllowStateDependent) const {
  auto AllIn = [this](auto &&Operands, const Values &Set) {
    return all_of(Operands, [&](const Value *V) {
      return !inLoop(V) || Set.contains(V);
    });
  };
  if (!AllowStateDependent && StateDependentChoices.contains(&I))
    return false;
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return AllIn(leavesOf(*Phi, AllowStateDependent), Known);
  if (readsSharedMemory(I)) {
    // All arguments of a call determine what it reads, not only pointers.
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && roleOf(*Call) == CallRole::Poll && !Call->isInlineAsm())
      return AllIn(Call->args(), Places);
    return AllIn(addressesOf(I), Places);
  }
  if (const Instruction *By = resultIn(I))
    return Known.contains(By);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return AllIn(addressesOf(I), Places) &&
           !isOfThread(Load->getPointerOperand()) &&
           !Written.contains(getUnderlyingObject(Load->getPointerOperand()));
  if (auto *Call = dyn_cast<CallBase>(&I))
    return roleOf(I) == CallRole::Nothing && AllIn(Call->args(), Known);
  return !I.isTerminator() && !I.mayReadOrWriteMemory() &&
         !isa<AllocaInst>(I) && AllIn(I.operand_values(), Known);
}

void LoopValues::findStateless(Values &Known, const Values &Places,
                               bool AllowStateDependent) const {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (!Known.contains(&I) &&
            isStatelessGiven(I, Known, Places, AllowStateDependent))
          Changed |= Known.insert(&I).second;
  }
}
