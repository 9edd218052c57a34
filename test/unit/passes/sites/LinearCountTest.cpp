#include "passes/sites/LinearCount.h"
#include "gtest/gtest.h"

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
  // What cancels out is not there.
  EXPECT_EQ(Counts.of(Counter::getExpression(3)), (LinearCount{{0, 1}}));
}

TEST(LinearCount, SumsOfCountersAreNeverNegative) {
  LinearCounts Counts({}, {});
  // The condition of a loop against its body: #0 + #1 and #1.
  EXPECT_TRUE(Counts.isAtLeast({{0, 1}, {1, 1}}, {{1, 1}}));
  EXPECT_FALSE(Counts.isAtLeast({{1, 1}}, {{0, 1}, {1, 1}}));
  EXPECT_TRUE(Counts.isAtLeast({{1, 1}}, {{1, 1}}));
  // Two counters of which nothing is known.
  EXPECT_FALSE(Counts.isAtLeast({{0, 1}}, {{1, 1}}));
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
