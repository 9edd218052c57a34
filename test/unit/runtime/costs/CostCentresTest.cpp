// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/costs/CostCentres.h"
#include "profdata/cache/CostTable.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

using namespace udpc;
using namespace udpc::rt;

namespace {

struct Line {
  const char *File, *Function;
  uint32_t Number;
  uint64_t Ir;
};

/// A unit with these lines, in this order.
struct LinesOfUnit {
  std::vector<uint8_t> Bytes;
  std::vector<LineCosts> Counts;
  CostView View = {};

  explicit LinesOfUnit(const std::vector<Line> &Lines) {
    CostTableBuilder T;
    for (const Line &L : Lines) {
      uint32_t Name = T.addString(L.Function);
      uint32_t Function = T.Functions.size();
      T.Functions.push_back({Name, Name, 0, 0, 0, 0});
      T.Lines.push_back({Function, T.addString(L.File), L.Number});
      Counts.push_back({{L.Ir}});
    }
    Bytes = T.finish();
    EXPECT_TRUE(viewCosts(Bytes.data(), Bytes.size(), View));
  }
};

} // namespace

/// What the units have in the order in which it is written.
static std::vector<std::string>
merged(const std::vector<std::vector<Line>> &Units) {
  std::vector<std::unique_ptr<LinesOfUnit>> Kept;
  std::vector<LineRun> Runs;
  size_t NumLines = 0;
  for (const std::vector<Line> &Lines : Units) {
    Kept.push_back(std::make_unique<LinesOfUnit>(Lines));
    LinesOfUnit &U = *Kept.back();
    size_t Old = Runs.size();
    Runs.resize(Old + collectRuns(U.View, U.Counts.data(), nullptr));
    EXPECT_EQ(collectRuns(U.View, U.Counts.data(), Runs.data() + Old),
              Runs.size() - Old);
    NumLines += Lines.size();
  }
  sortRuns(Runs.data(), Runs.size());
  std::vector<std::string> Out;
  for (size_t I = 0, N; I != Runs.size(); I += N) {
    N = numEqualRuns(&Runs[I], Runs.size() - I);
    Out.push_back(std::string(Runs[I].File) + ":" + Runs[I].Function);
    std::vector<CountedLine> Lines(NumLines);
    Lines.resize(sortLines(&Runs[I], N, Lines.data()));
    for (const CountedLine &L : Lines)
      Out.back() += " " + std::to_string(L.Line) + "=" +
                    std::to_string(L.Counts->Counts[udpc::abi::EventIr]);
  }
  return Out;
}

TEST(CostCentres, AreThoseOfAUnit) {
  std::vector<std::string> Expected = {"a:f 1=1 3=3", "a:g 2=2", "b:f 1=4"};
  EXPECT_EQ(merged({{{"a", "f", 1, 1},
                     {"a", "f", 3, 3},
                     {"a", "g", 2, 2},
                     {"b", "f", 1, 4}}}),
            Expected);
}

TEST(CostCentres, UnitsShareFunctions) {
  std::vector<std::string> Expected = {"a.c:main 1=1", "a.h:f 1=10 1=5 2=3 9=7",
                                       "b.c:g 1=2"};
  EXPECT_EQ(
      merged({{{"a.c", "main", 1, 1}, {"a.h", "f", 1, 10}, {"a.h", "f", 9, 7}},
              {{"a.h", "f", 1, 5}, {"a.h", "f", 2, 3}},
              {{"b.c", "g", 1, 2}}}),
      Expected);
}

TEST(CostCentres, WhatHasCostNothingIsLeftOut) {
  std::vector<std::string> Expected = {"a:f 2=1"};
  EXPECT_EQ(merged({{{"a", "f", 1, 0}, {"a", "f", 2, 1}, {"a", "g", 3, 0}},
                    {{"a", "f", 4, 0}},
                    {}}),
            Expected);
  EXPECT_TRUE(merged({}).empty());
  EXPECT_TRUE(merged({{{"a", "f", 1, 0}}}).empty());
}

TEST(CostCentres, AreSortedWhateverTheOrder) {
  // Bytes above 127 come last, and a prefix before longer names.
  std::vector<std::string> Expected = {"a:f 1=1 2=2", "a:fg 3=3", "a:\xc3 5=5",
                                       "\xc3:f 4=4"};
  EXPECT_EQ(merged({{{"\xc3", "f", 4, 4},
                     {"a", "\xc3", 5, 5},
                     {"a", "f", 2, 2},
                     {"a", "fg", 3, 3},
                     {"a", "f", 1, 1}}}),
            Expected);
}

TEST(CostCentres, AreMergedFromManyUnits) {
  std::vector<std::vector<Line>> Units;
  std::string Expected = "a.h:f";
  for (uint32_t I = 0; I != 301; ++I) {
    Units.push_back({{"a.h", "f", 301 - I, I + 1}});
    Expected += " " + std::to_string(I + 1) + "=" + std::to_string(301 - I);
  }
  EXPECT_EQ(merged(Units), std::vector<std::string>{Expected});
}
