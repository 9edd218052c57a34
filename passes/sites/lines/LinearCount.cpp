//===- LinearCount.cpp - Counts as sums of counters -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/LinearCount.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::coverage;
using namespace udpc;

/// Returns A + Sign * B.
static LinearCount combine(const LinearCount &A, const LinearCount &B,
                           int Sign) {
  LinearCount Sum;
  Sum.reserve(A.size() + B.size());
  auto I = A.begin();
  for (auto [Counter, Times] : B) {
    while (I != A.end() && I->first < Counter)
      Sum.push_back(*I++);
    int Here = Sign * Times;
    if (I != A.end() && I->first == Counter)
      Here += I++->second;
    if (Here)
      Sum.push_back({Counter, Here});
  }
  Sum.insert(Sum.end(), I, A.end());
  return Sum;
}

LinearCount udpc::operator+(const LinearCount &A, const LinearCount &B) {
  return combine(A, B, 1);
}

LinearCount udpc::operator-(const LinearCount &A, const LinearCount &B) {
  return combine(A, B, -1);
}

static bool hasNoNegative(const LinearCount &Sum) {
  return all_of(Sum, [](const auto &Term) { return Term.second > 0; });
}

// The budget of terms for one comparison, and for all, by region.
static constexpr size_t TermsPerQuery = 1 << 20;
static constexpr size_t TermsPerRegion = 1 << 14;

LinearCounts::LinearCounts(ArrayRef<CounterExpression> Expressions,
                           ArrayRef<CounterMappingRegion> Regions)
    : Expressions(Expressions),
      Budget(TermsPerQuery + TermsPerRegion * Regions.size()) {
  for (const CounterMappingRegion &R : Regions)
    for (Counter C : {R.Count, R.FalseCount}) {
      std::optional<LinearCount> Sum = of(C);
      // Other sums are not negative anyway.
      if (!Sum || hasNoNegative(*Sum))
        continue;
      auto [It, New] = NotNegative.insert(std::move(*Sum));
      if (!New)
        continue;
      for (auto [Counter, Times] : *It)
        if (Times < 0)
          Taking[Counter].push_back(&*It);
    }
}

std::optional<LinearCount> LinearCounts::of(Counter C) const {
  // Terms may cancel out: more are examined than may remain.
  static constexpr size_t MaxSteps = 8 * MaxTerms;
  LinearCount Terms;
  SmallVector<std::pair<Counter, int>, 16> Rest = {{C, 1}};
  for (size_t Steps = 0; !Rest.empty(); ++Steps) {
    if (Steps == MaxSteps)
      return std::nullopt;
    auto [Part, Times] = Rest.pop_back_val();
    if (Part.isExpression()) {
      const CounterExpression &E = Expressions[Part.getExpressionID()];
      Rest.push_back({E.LHS, Times});
      Rest.push_back(
          {E.RHS, E.Kind == CounterExpression::Subtract ? -Times : Times});
    } else if (!Part.isZero()) {
      Terms.push_back({Part.getCounterID(), Times});
    }
  }
  sort(Terms);
  LinearCount Sum;
  for (auto [Counter, Times] : Terms) {
    if (Sum.empty() || Sum.back().first != Counter)
      Sum.push_back({Counter, 0});
    Sum.back().second += Times;
  }
  erase_if(Sum, [](const auto &Term) { return !Term.second; });
  if (Sum.size() > MaxTerms)
    return std::nullopt;
  return Sum;
}

bool LinearCounts::spend(size_t Terms) {
  if (Terms > std::min(Budget, QueryBudget)) {
    BudgetSpent = true;
    return false;
  }
  Budget -= Terms;
  QueryBudget -= Terms;
  return true;
}

/// Candidates for the parts of \p Sum: the known counts that subtract a counter
/// which \p Sum subtracts. Chooses the counter with the fewest candidates; null
/// if there is none.
const LinearCounts::CountList *
LinearCounts::coversOf(const LinearCount &Sum) const {
  const CountList *Fewest = nullptr;
  for (auto [Counter, Times] : Sum) {
    if (Times > 0)
      continue;
    auto It = Taking.find(Counter);
    if (It == Taking.end())
      return nullptr;
    if (!Fewest || It->second.size() < Fewest->size())
      Fewest = &It->second;
  }
  return Fewest;
}

/// Whether \p Sum is a sum of counters and at most \p Depth known counts.
bool LinearCounts::isNotNegative(const LinearCount &Sum, unsigned Depth) {
  if (hasNoNegative(Sum))
    return true;
  if (!Depth)
    return false;
  if (NotNegative.count(Sum))
    return true;
  const CountList *Covers = coversOf(Sum);
  if (!Covers)
    return false;
  for (const LinearCount *Cover : *Covers) {
    if (!spend(Sum.size() + Cover->size()))
      return false;
    if (isNotNegative(Sum - *Cover, Depth - 1))
      return true;
  }
  return false;
}

bool LinearCounts::isAtLeast(const LinearCount &A, const LinearCount &B) {
  QueryBudget = TermsPerQuery;
  // Depth 2 suffices for `a && b` within a loop's condition.
  return isNotNegative(A - B, /*Depth=*/2);
}
