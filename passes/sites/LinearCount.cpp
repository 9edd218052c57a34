//===- LinearCount.cpp - Regions' counts as sums of counters --------------===//

#include "passes/sites/LinearCount.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::coverage;
using namespace udpc;

static void addTo(LinearCount &Sum, unsigned Counter, int Times) {
  auto It = Sum.try_emplace(Counter, 0).first;
  It->second += Times;
  if (!It->second)
    Sum.erase(It);
}

LinearCount udpc::operator-(LinearCount A, const LinearCount &B) {
  for (auto [Counter, Times] : B)
    addTo(A, Counter, -Times);
  return A;
}

static bool hasNoNegative(const LinearCount &Sum) {
  return all_of(Sum, [](const auto &Term) { return Term.second > 0; });
}

LinearCounts::LinearCounts(ArrayRef<CounterExpression> Expressions,
                           ArrayRef<CounterMappingRegion> Regions)
    : Expressions(Expressions) {
  for (const CounterMappingRegion &R : Regions)
    for (Counter C : {R.Count, R.FalseCount}) {
      LinearCount Sum = of(C);
      // The others hold whatever is taken from them.
      if (!hasNoNegative(Sum) && !is_contained(NotNegative, Sum))
        NotNegative.push_back(std::move(Sum));
    }
}

void LinearCounts::add(Counter C, int Times, LinearCount &Sum) const {
  switch (C.getKind()) {
  case Counter::Zero:
    return;
  case Counter::CounterValueReference:
    return addTo(Sum, C.getCounterID(), Times);
  case Counter::Expression: {
    const CounterExpression &E = Expressions[C.getExpressionID()];
    add(E.LHS, Times, Sum);
    add(E.RHS, E.Kind == CounterExpression::Subtract ? -Times : Times, Sum);
    return;
  }
  }
}

LinearCount LinearCounts::of(Counter C) const {
  LinearCount Sum;
  add(C, 1, Sum);
  return Sum;
}

bool LinearCounts::isAtLeast(const LinearCount &A, const LinearCount &B) const {
  LinearCount Difference = A - B;
  if (hasNoNegative(Difference))
    return true;
  for (const LinearCount &N : NotNegative) {
    LinearCount Rest = Difference - N;
    if (hasNoNegative(Rest))
      return true;
    // Two are enough for `a && b` within a loop's condition. Functions with
    // thousands of branches are not worth the square of it.
    if (NotNegative.size() <= 256)
      for (const LinearCount &M : NotNegative)
        if (hasNoNegative(Rest - M))
          return true;
  }
  return false;
}
