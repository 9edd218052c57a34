//===- CounterValues.cpp - The front end's counters as values -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/CounterValues.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::coverage;
using namespace udpc;

/// The single place at which \p C can be counted, or null.
Instruction *CounterValues::placeOf(unsigned Function, Counter C) {
  if (C.isExpression())
    return bodyOf(Function, C);
  CoveredFunction &F = Functions[Function];
  auto Counters = F.Counters.find(C.getCounterID());
  if (C.isZero() || Counters == F.Counters.end() ||
      Counters->second.size() != 1 ||
      isa<InstrProfIncrementInstStep>(Counters->second.front()))
    return nullptr;
  return Counters->second.front();
}

/// The start of the body of a do loop if the expression \p C is its count, else
/// null.
Instruction *CounterValues::bodyOf(unsigned Function, Counter C) {
  auto [It, IsNew] = Bodies.try_emplace({Function, C.getExpressionID()});
  if (!IsNew)
    return It->second;
  const CounterExpression &E =
      Functions[Function].Expressions[C.getExpressionID()];
  if (E.Kind != CounterExpression::Add || E.RHS.isExpression())
    return nullptr;
  Instruction *Entered = placeOf(Function, E.LHS);
  Instruction *Repeated = Entered ? placeOf(Function, E.RHS) : nullptr;
  Instruction *Body = Repeated ? Loops.bodyOf(*Entered, *Repeated) : nullptr;
  return Bodies[{Function, C.getExpressionID()}] = Body;
}

uint32_t CounterValues::valueOf(unsigned Function, Counter C) {
  CoveredFunction &F = Functions[Function];
  std::pair<unsigned, unsigned> Key(Function, C.getCounterID());
  switch (C.getKind()) {
  case Counter::Zero:
    return abi::ZeroValue;
  case Counter::CounterValueReference: {
    auto Counters = F.Counters.find(C.getCounterID());
    // The front end omits unreachable code.
    if (Counters == F.Counters.end())
      return abi::ZeroValue;
    auto [It, New] = Slots.try_emplace(Key, 0);
    if (New) {
      It->second = Plan.addSlot();
      // `c ? 1 : 2` is a select that counts c itself, 0 or 1.
      for (InstrProfIncrementInst *I : Counters->second) {
        bool IsOne = !isa<InstrProfIncrementInstStep>(I);
        CountPoint P = CountPoint::before(I, It->second);
        P.Step = IsOne ? nullptr : I->getStep();
        Plan.Points.push_back(P);
      }
    }
    return It->second;
  }
  case Counter::Expression: {
    if (auto It = Expressions.find(Key); It != Expressions.end())
      return It->second;
    // Operands are expressions themselves; clang nests them a few hundred deep
    // at most (one level for each branch that leaves the function).
    if (Instruction *Body = bodyOf(Function, C)) {
      unsigned Slot = Plan.addSlot();
      Plan.Points.push_back(CountPoint::before(Body, Slot));
      return Expressions[Key] = Slot;
    }
    const CounterExpression &E = F.Expressions[C.getExpressionID()];
    uint32_t Left = valueOf(Function, E.LHS);
    uint32_t Right = valueOf(Function, E.RHS);
    uint32_t Value =
        Right == abi::ZeroValue
            ? Left
            : Plan.addDerived(Left, Right,
                              E.Kind == CounterExpression::Subtract);
    return Expressions[Key] = Value;
  }
  }
  llvm_unreachable("unknown kind of counter");
}
