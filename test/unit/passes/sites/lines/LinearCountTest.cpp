// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/sites/lines/LinearCount.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace llvm::coverage;
using namespace udpc;

static Counter counter(unsigned Id) { return Counter::getCounter(Id); }

static CounterMappingRegion region(Counter Count) {
  return CounterMappingRegion::makeRegion(Count, 0, 1, 1, 1, 9);
}

static CounterMappingRegion branch(Counter True, Counter False) {
  return CounterMappingRegion::makeBranchRegion(True, False, 0, 1, 1, 1, 9);
}

TEST(LinearCount, ExpandsExpressions) {
  // #0 - #1, then that + #2 + #2.
  std::vector<CounterExpression> E = {
      {CounterExpression::Subtract, counter(0), counter(1)},
      {CounterExpression::Add, Counter::getExpression(0), counter(2)},
      {CounterExpression::Add, Counter::getExpression(1), counter(2)},
      {CounterExpression::Add, Counter::getExpression(0), counter(1)}};
  LinearCounts Counts(E, {});
  EXPECT_EQ(Counts.of(Counter::getZero()), LinearCount());
  EXPECT_EQ(Counts.of(counter(7)), (LinearCount{{7, 1}}));
  EXPECT_EQ(Counts.of(Counter::getExpression(2)),
            (LinearCount{{0, 1}, {1, -1}, {2, 2}}));
  // Terms that cancel out are removed.
  EXPECT_EQ(Counts.of(Counter::getExpression(3)), (LinearCount{{0, 1}}));
}

TEST(LinearCount, SumsOfCountersAreNeverNegative) {
  LinearCounts Counts({}, {});
  // The condition of a loop against its body: #0 + #1 and #1.
  EXPECT_TRUE(Counts.isAtLeast({{0, 1}, {1, 1}}, {{1, 1}}));
  EXPECT_FALSE(Counts.isAtLeast({{1, 1}}, {{0, 1}, {1, 1}}));
  EXPECT_TRUE(Counts.isAtLeast({{1, 1}}, {{1, 1}}));
  // Two unrelated counters.
  EXPECT_FALSE(Counts.isAtLeast({{0, 1}}, {{1, 1}}));
}

TEST(LinearCount, AddsAndTakes) {
  LinearCount A = {{0, 1}, {2, 2}}, B = {{0, 1}, {1, 3}, {2, -2}};
  EXPECT_EQ(A + B, (LinearCount{{0, 2}, {1, 3}}));
  EXPECT_EQ(A - B, (LinearCount{{1, -3}, {2, 4}}));
}

TEST(LinearCount, WaysOutOfBranchesAreNeverNegative) {
  // `a && b`: a is #0, b is #1; a is false #0 - #1 times.
  std::vector<CounterExpression> E = {
      {CounterExpression::Subtract, counter(0), counter(1)}};
  LinearCounts Counts(
      E, {region(counter(0)), branch(counter(1), Counter::getExpression(0))});
  EXPECT_TRUE(Counts.isAtLeast({{0, 1}}, {{1, 1}}));
  EXPECT_FALSE(Counts.isAtLeast({{1, 1}}, {{0, 1}}));
  // `a && b && c` in the same line: c is #2 of b's #1.
  std::vector<CounterExpression> F = {
      {CounterExpression::Subtract, counter(0), counter(1)},
      {CounterExpression::Subtract, counter(1), counter(2)}};
  LinearCounts Nested(F, {branch(counter(1), Counter::getExpression(0)),
                          branch(counter(2), Counter::getExpression(1))});
  EXPECT_TRUE(Nested.isAtLeast({{0, 1}}, {{2, 1}}));
  EXPECT_FALSE(Nested.isAtLeast({{2, 1}}, {{0, 1}}));
}

/// `if (a == k) abort();` for k from 1 to \p N: the count after it is that
/// before it less #k.
static std::vector<CounterExpression> chain(unsigned N) {
  std::vector<CounterExpression> E;
  for (unsigned K = 1; K <= N; ++K)
    E.push_back({CounterExpression::Subtract,
                 K == 1 ? counter(0) : Counter::getExpression(K - 2),
                 counter(K)});
  return E;
}

TEST(LinearCount, CountsOfTooManyCountersAreNotMade) {
  LinearCounts Counts(chain(LinearCounts::MaxTerms), {});
  unsigned Last = LinearCounts::MaxTerms - 1;
  EXPECT_EQ(Counts.of(Counter::getExpression(Last - 1))->size(),
            LinearCounts::MaxTerms);
  EXPECT_EQ(Counts.of(Counter::getExpression(Last)), std::nullopt);
}

TEST(LinearCount, LargeFunctionsTakeLinearTime) {
  constexpr unsigned N = 4000;
  std::vector<CounterExpression> E = chain(N);
  std::vector<CounterMappingRegion> Regions = {region(counter(0))};
  for (unsigned K = 0; K != N; ++K) {
    Regions.push_back(region(Counter::getExpression(K)));
    Regions.push_back(branch(counter(K + 1), Counter::getExpression(K)));
  }
  auto Start = std::chrono::steady_clock::now();
  LinearCounts Counts(E, Regions);
  unsigned NumAtLeast = 0;
  for (unsigned K = 0; K != N; ++K) {
    // A line `if (a == k)` against its `abort();`, and the other way round,
    // which nothing proves.
    auto Before = Counts.of(Counter::getExpression(K));
    if (!Before)
      continue;
    NumAtLeast += Counts.isAtLeast({{0, 1}}, *Before);
    NumAtLeast += Counts.isAtLeast(*Before, {{K + 2, 1}});
    NumAtLeast += Counts.isAtLeast({{K + 2, 1}}, *Before);
  }
  // The last one proves nothing about the next.
  EXPECT_EQ(NumAtLeast, 2 * (LinearCounts::MaxTerms - 1) - 1);
  // Some milliseconds. Looking at all pairs of regions takes hours.
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(30));
}

TEST(LinearCount, ComparingEndsWithTheBudget) {
  // N counts that all take #0: any two prove nothing of three times #0.
  constexpr unsigned N = 3000;
  std::vector<CounterExpression> E;
  std::vector<CounterMappingRegion> Regions;
  for (unsigned K = 1; K <= N; ++K) {
    E.push_back({CounterExpression::Subtract, counter(K), counter(0)});
    Regions.push_back(region(Counter::getExpression(K - 1)));
  }
  LinearCounts Counts(E, Regions);
  EXPECT_TRUE(Counts.isAtLeast({{7, 1}}, {{0, 1}}));
  EXPECT_FALSE(Counts.isBudgetSpent());
  LinearCount All;
  for (unsigned K = 1; K <= N; ++K)
    All.push_back({K, 1});
  EXPECT_FALSE(Counts.isAtLeast(All, {{0, 3}}));
  EXPECT_TRUE(Counts.isBudgetSpent());
}
