//===- LineRuleTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/LineRule.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;
using Kind = llvm::coverage::CounterMappingRegion;

using Lines = std::map<unsigned, std::vector<unsigned>>;

static LineRule compute(ArrayRef<SourceRegion> Regions) {
  return cantFail(LineRule::compute(Regions));
}

TEST(LineRule, WithoutRegionsThereAreNoLines) {
  EXPECT_TRUE(compute({}).lines().empty());
}

TEST(LineRule, AFunctionCoversItsLines) {
  EXPECT_EQ(compute({{1, 1, 3, 2, Kind::CodeRegion}}).lines(),
            (Lines{{1, {0}}, {2, {0}}, {3, {0}}}));
}

TEST(LineRule, TheLinesOfAnInnerRegionAreItsOwn) {
  // int f() {            region 0
  //   if (c) {           region 1 starts here, region 0 reaches in
  //     g();             region 1
  //   }                  region 1 ends here
  //   return 0;          region 0
  // }
  LineRule Rule = compute(
      {{1, 9, 6, 2, Kind::CodeRegion}, {2, 10, 4, 4, Kind::CodeRegion}});
  EXPECT_EQ(
      Rule.lines(),
      (Lines{{1, {0}}, {2, {0, 1}}, {3, {1}}, {4, {1}}, {5, {0}}, {6, {0}}}));
  EXPECT_EQ(Rule.regionAt(2, 3), 0u);
  EXPECT_EQ(Rule.regionAt(2, 10), 1u);
  EXPECT_EQ(Rule.regionAt(3, 1), 1u);
  EXPECT_EQ(Rule.regionAt(1, 1), std::nullopt);
}

TEST(LineRule, GapsDoNotCount) {
  // A gap region starts line 2's inner part; it decides nothing there.
  EXPECT_EQ(
      compute({{1, 1, 4, 2, Kind::CodeRegion}, {2, 8, 3, 3, Kind::GapRegion}})
          .lines()
          .at(2),
      (std::vector<unsigned>{0}));
}

TEST(LineRule, SkippedLinesHaveNoCode) {
  Lines L = compute({{1, 1, 4, 2, Kind::CodeRegion},
                     {2, 1, 2, 20, Kind::SkippedRegion}})
                .lines();
  EXPECT_EQ(L.count(2), 0u);
  EXPECT_EQ(L.count(3), 1u);
}

TEST(LineRule, TheFirstLineMayHaveManySegments) {
  // int f(int g, int h) { return h && g ? 1 : 2; }, all in one line.
  EXPECT_EQ(compute({{1, 21, 1, 46, Kind::CodeRegion},
                     {1, 30, 1, 31, Kind::CodeRegion},
                     {1, 35, 1, 36, Kind::CodeRegion},
                     {1, 39, 1, 40, Kind::CodeRegion},
                     {1, 43, 1, 44, Kind::CodeRegion}})
                .lines(),
            (Lines{{1, {0, 1, 2, 3, 4}}}));
}
