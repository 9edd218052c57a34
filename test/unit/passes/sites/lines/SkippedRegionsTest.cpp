//===- SkippedRegionsTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/SkippedRegions.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

using Region = SkippedRegions::Region;

static Region code(unsigned File, unsigned First, unsigned Last) {
  return Region::makeRegion(coverage::Counter::getCounter(0), File, First, 9,
                            Last, 2);
}

static Region skipped(unsigned File, SourceExtent E) {
  return Region::makeSkipped(File, E.LineStart, E.ColumnStart, E.LineEnd,
                             E.ColumnEnd);
}

static SkippedSource source(std::vector<SourceExtent> Extents,
                            std::vector<SourceExtent> Conditionals = {}) {
  SkippedSource S;
  S.Files = {"a.c"};
  S.Extents = std::move(Extents);
  S.Conditionals = std::move(Conditionals);
  return S;
}

/// The extents of the skipped regions after \p S has completed \p Regions.
static std::vector<SourceExtent> complete(std::vector<SkippedSource> S,
                                          std::vector<Region> Regions,
                                          std::vector<std::string> Files) {
  SkippedRegions(std::move(S)).addTo(Regions, Files);
  std::vector<SourceExtent> Result;
  for (const Region &R : Regions)
    if (R.Kind == Region::SkippedRegion)
      Result.push_back({R.LineStart, R.ColumnStart, R.LineEnd, R.ColumnEnd});
  return Result;
}

using Extents = std::vector<SourceExtent>;
static const SourceExtent Before{1, 1, 2, 1}, Inside{5, 1, 6, 4},
    Beyond{9, 1, 12, 1}, Conditional{7, 1, 8, 7};

TEST(SkippedRegions, AFunctionHasThoseInItsLines) {
  EXPECT_EQ(
      complete({source({Before, Inside, Beyond})}, {code(0, 3, 10)}, {"a.c"}),
      Extents{Inside});
  EXPECT_EQ(complete({source({Inside})}, {code(0, 3, 10)}, {"b.c"}), Extents{});
}

TEST(SkippedRegions, TheyAreInTheOrderOfTheirLines) {
  std::vector<Region> Regions = {code(0, 3, 10), code(0, 8, 9), code(1, 1, 2)};
  SkippedRegions({source({Inside})}).addTo(Regions, {"a.c", "b.c"});
  ASSERT_EQ(Regions.size(), 4u);
  EXPECT_EQ(Regions[1].Kind, Region::SkippedRegion);
  EXPECT_EQ(Regions[2].LineStart, 8u);
  EXPECT_EQ(Regions[3].FileID, 1u);
}

TEST(SkippedRegions, WhatIfLeavesOutMayHaveCommentsBesideIt) {
  SourceExtent Both{7, 1, 9, 3}, Constexpr{3, 20, 4, 2};
  EXPECT_EQ(
      complete({source({Inside, Both}, {Conditional})},
               {code(0, 3, 10), skipped(0, Constexpr), skipped(0, Conditional)},
               {"a.c"}),
      (Extents{Constexpr, Inside, Both}));
}

TEST(SkippedRegions, AMacroHasNone) {
  SkippedSource S = source({Inside});
  S.Macros = {{4, 8}};
  EXPECT_EQ(complete({S}, {code(0, 3, 10)}, {"a.c"}), Extents{Inside});
  EXPECT_EQ(complete({S}, {code(0, 4, 8)}, {"a.c"}), Extents{});
}

TEST(SkippedRegions, AnInclusionIsKnownByWhatIfLeavesOut) {
  SkippedSource With = source({Conditional}, {Conditional});
  SkippedSource Without = source({Inside});
  SkippedSource All = source({{1, 1, 20, 7}}, {{1, 1, 20, 7}});
  std::vector<SkippedSource> S = {All, With, Without};
  EXPECT_EQ(complete(S, {code(0, 3, 10)}, {"a.c"}), Extents{Inside});
  EXPECT_EQ(complete(S, {code(0, 3, 10), skipped(0, Conditional)}, {"a.c"}),
            Extents{Conditional});
}

TEST(SkippedRegions, AnIncludeInAFunctionIsKnownByItsPlace) {
  SkippedSource First = source({Before}), Second = source({Inside});
  First.Line = 4;
  Second.Line = 6;
  First.Column = Second.Column = 10;
  EXPECT_EQ(complete({First, Second},
                     {code(0, 3, 10), Region::makeExpansion(0, 1, 6, 10, 6, 15),
                      code(1, 1, 7)},
                     {"b.c", "a.c"}),
            Extents{Inside});
}

TEST(SkippedSource, IsReadAsItWasWritten) {
  SkippedSource S = source({Before, Inside}, {Conditional});
  S.Files.push_back("./a.c");
  S.Macros = {{100, 300}};
  S.Line = 7;
  S.Column = 200;
  std::string Bytes = encodeSkippedSource({S, source({Beyond})});
  auto Read = cantFail(decodeSkippedSource(Bytes));
  ASSERT_EQ(Read.size(), 2u);
  EXPECT_EQ(Read[0].Files, S.Files);
  EXPECT_EQ(Read[0].Extents, S.Extents);
  EXPECT_EQ(Read[0].Conditionals, S.Conditionals);
  EXPECT_EQ(Read[0].Macros, S.Macros);
  EXPECT_EQ(Read[0].Line, 7u);
  EXPECT_EQ(Read[0].Column, 200u);
  EXPECT_EQ(Read[1].Extents, Extents{Beyond});
}

TEST(SkippedSource, MalformedIsAnError) {
  std::string Bytes = encodeSkippedSource({source({Before, Inside})});
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    EXPECT_EQ(
        toString(
            decodeSkippedSource(StringRef(Bytes).take_front(Size)).takeError()),
        "__udpc_skipped is malformed");
  EXPECT_EQ(toString(decodeSkippedSource(Bytes + "x").takeError()),
            "__udpc_skipped is malformed");
}
