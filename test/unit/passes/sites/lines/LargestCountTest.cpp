// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/sites/lines/LargestCount.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::coverage;

namespace udpc {
namespace {

Counter counter(unsigned Id) { return Counter::getCounter(Id); }

/// A function whose only line is `{ c ? a : b; }`: #0, #1 in it, and #0 - #1.
struct Conditional {
  std::vector<CoveredFunction> Functions{1};
  FileRegions Regions;

  Conditional() {
    CoveredFunction &F = Functions.front();
    F.Expressions = {{CounterExpression::Subtract, counter(0), counter(1)}};
    add(1, 90, counter(0));
    add(10, 20, counter(1));
    add(30, 40, Counter::getExpression(0));
  }
  void add(unsigned From, unsigned To, Counter Count) {
    auto R = CounterMappingRegion::makeRegion(Count, 0, 1, From, 1, To);
    Functions.front().Regions.push_back(R);
    Regions.Regions.push_back({1, From, 1, To, R.Kind});
    Regions.Contributions.push_back({{0, Count}});
  }
};

TEST(LargestCount, PartsOfAnExpressionAreNeverMore) {
  Conditional C;
  EXPECT_EQ(LargestCount(C.Functions).candidates(C.Regions, {0, 1, 2}),
            (std::vector<unsigned>{0}));
  // Neither contains the other.
  EXPECT_EQ(LargestCount(C.Functions).candidates(C.Regions, {1, 2}),
            (std::vector<unsigned>{1, 2}));
}

TEST(LargestCount, RegionsWithTheSameCountersStay) {
  Conditional C;
  C.add(2, 5, counter(0));
  C.add(11, 12, counter(1));
  // As often as the one around it, in this unit; the other ones are never more.
  EXPECT_EQ(LargestCount(C.Functions).candidates(C.Regions, {0, 1, 3, 4}),
            (std::vector<unsigned>{0, 3}));
}

TEST(LargestCount, ALoopInTheLineMayBeMore) {
  Conditional C;
  C.add(50, 60, counter(2));
  EXPECT_EQ(LargestCount(C.Functions).candidates(C.Regions, {0, 1, 3}),
            (std::vector<unsigned>{0, 3}));
}

} // namespace
} // namespace udpc
