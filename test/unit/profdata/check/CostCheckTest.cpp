// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/check/CostCheck.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

namespace {
struct Costs {
  const char *File, *Function;
  CostRange Ir;
};
} // namespace

static Baseline baselineOf(ArrayRef<Costs> Rows) {
  Baseline B;
  B.Program = "app";
  B.Events = {"Ir"};
  B.Measured = {"D1 cache: 32768 B"};
  B.NumRuns = 1;
  B.Total.resize(1);
  for (const Costs &Row : Rows) {
    B.Functions[{Row.File, Row.Function}] = {Row.Ir};
    B.Total[0].add(Row.Ir);
  }
  return B;
}

static CheckOptions optionsOf(StringRef Limits, StringRef Least,
                              CostLevel Level) {
  CheckOptions Options;
  Options.Limits = cantFail(parseCostLimits(Limits));
  Options.Floor = cantFail(CostFloor::parse(Least));
  Options.Levels = {Level};
  return Options;
}

static CheckedRow functionRow(const CostCheck &Check, StringRef Name) {
  for (const CheckedRow &Row : Check.Rows)
    if (Row.Level == CostLevel::Function && Row.Key.Name == Name)
      return Row;
  ADD_FAILURE() << "no row " << Name.str();
  return {};
}

/// Whether 1000 -> \p New of a program of 10000 is over the limits.
static bool isOver(int64_t New, StringRef Limits, StringRef Least) {
  Baseline Old =
      baselineOf({{"a.c", "f", {1000, 1000}}, {"a.c", "rest", {9000, 9000}}});
  Baseline Now =
      baselineOf({{"a.c", "f", {New, New}}, {"a.c", "rest", {9000, 9000}}});
  CheckOptions Options = optionsOf(Limits, Least, CostLevel::Function);
  return cantFail(CostCheck::compare(Old, Now, Options)).isOver();
}

TEST(CostCheck, LimitsAreExact) {
  EXPECT_FALSE(isOver(1010, "Ir=+1%", "0"));
  EXPECT_TRUE(isOver(1011, "Ir=+1%", "0"));
  EXPECT_FALSE(isOver(1010, "Ir=+10", "0"));
  EXPECT_TRUE(isOver(1011, "Ir=+10", "0"));
  EXPECT_TRUE(isOver(1001, "Ir=+0", "0"));
  EXPECT_FALSE(isOver(900, "Ir=+0", "0"));
}

TEST(CostCheck, TheFloorIsAShareOfTheProgram) {
  EXPECT_FALSE(isOver(1100, "Ir=+1%", "1%"));
  EXPECT_TRUE(isOver(1101, "Ir=+1%", "1%"));
  EXPECT_FALSE(isOver(1100, "Ir=+1%", "Ir=100"));
  EXPECT_TRUE(isOver(1101, "Ir=+1%", "5%,Ir=100"));
}

TEST(CostCheck, WhatIsNewIsComparedWithTheProgram) {
  Baseline Old = baselineOf({{"a.c", "f", {10000, 10000}}});
  CheckOptions Options = optionsOf("Ir=+1%", "0", CostLevel::Function);
  for (int64_t Ir : {100, 101}) {
    Baseline New =
        baselineOf({{"a.c", "f", {10000, 10000}}, {"a.c", "g", {Ir, Ir}}});
    CostCheck Check = cantFail(CostCheck::compare(Old, New, Options));
    EXPECT_EQ(functionRow(Check, "g").What, CheckedRow::New);
    EXPECT_EQ(Check.isOver(), Ir == 101);
  }
}

TEST(CostCheck, PairsMovedAndRenamedFunctions) {
  Baseline Old = baselineOf({{"a.c", "moved", {50, 50}},
                             {"a.c", "old", {70, 70}},
                             {"a.c", "twice", {1, 1}},
                             {"a.c", "gone", {8, 8}}});
  Baseline New = baselineOf({{"b.c", "moved", {60, 60}},
                             {"a.c", "new", {70, 70}},
                             {"b.c", "twice", {2, 2}},
                             {"c.c", "twice", {3, 3}}});
  CheckOptions Options = optionsOf("Ir=+1%", "0", CostLevel::Program);
  CostCheck Check = cantFail(CostCheck::compare(Old, New, Options));
  CheckedRow Moved = functionRow(Check, "moved");
  EXPECT_EQ(Moved.What, CheckedRow::Moved);
  EXPECT_EQ(Moved.Was.File, "a.c");
  EXPECT_EQ(Moved.Costs[0].Change, 10);
  CheckedRow Renamed = functionRow(Check, "new");
  EXPECT_EQ(Renamed.What, CheckedRow::Renamed);
  EXPECT_EQ(Renamed.Was.Name, "old");
  EXPECT_EQ(Renamed.Costs[0].Change, 0);
  EXPECT_EQ(functionRow(Check, "gone").What, CheckedRow::Gone);
  // Which of the two is it?
  EXPECT_EQ(functionRow(Check, "twice").What, CheckedRow::Gone);
  EXPECT_EQ(Check.changed(CostLevel::Function, 0).front()->Key.Name, "moved");
}

TEST(CostCheck, RangesExcludeChanges) {
  struct {
    CostRange Old, New;
    int64_t Change;
  } Cases[] = {{{5, 9}, {5, 5}, 0},  {{5, 9}, {9, 9}, 0}, {{5, 9}, {10, 10}, 1},
               {{5, 9}, {4, 4}, -1}, {{5, 5}, {4, 7}, 0}, {{5, 9}, {12, 20}, 3},
               {{5, 9}, {1, 2}, -3}};
  CheckOptions Options = optionsOf("Ir=+0", "0", CostLevel::Program);
  for (const auto &Case : Cases) {
    CostCheck Check = cantFail(
        CostCheck::compare(baselineOf({{"a.c", "f", Case.Old}}),
                           baselineOf({{"a.c", "f", Case.New}}), Options));
    EXPECT_EQ(Check.program().Costs[0].Change, Case.Change);
    EXPECT_EQ(Check.isOver(), Case.Change > 0);
  }
}

TEST(CostCheck, DoesNotListWhatTheBaselineOmits) {
  Baseline Old = baselineOf({{"a.c", "f", {10000, 10000}}});
  Old.LeastPercent = 1;
  Baseline New = baselineOf({{"a.c", "f", {10000, 10000}},
                             {"a.c", "small", {100, 100}},
                             {"a.c", "large", {101, 101}}});
  CheckOptions Options = optionsOf("Ir=+1%", "0", CostLevel::Program);
  CostCheck Check = cantFail(CostCheck::compare(Old, New, Options));
  EXPECT_EQ(Check.Rows.size(), 3u);
  EXPECT_EQ(functionRow(Check, "large").What, CheckedRow::New);
}

/// Whether \p New is over \p Limits, where the baseline has 100 calls of f and
/// 900 of g.
static bool areCallsOver(std::map<std::string, CostRange> New,
                         StringRef Limits) {
  Baseline Old = baselineOf({{"a.c", "main", {1, 1}}}), Now = Old;
  Old.HasCalls = Now.HasCalls = true;
  Old.Calls = {{"f", {100, 100}}, {"g", {900, 900}}};
  Now.Calls = std::move(New);
  CheckOptions Options = optionsOf(Limits, "0", CostLevel::Program);
  return cantFail(CostCheck::compare(Old, Now, Options)).isOver();
}

TEST(CostCheck, LimitsOfAllCalls) {
  EXPECT_FALSE(
      areCallsOver({{"f", {110, 110}}, {"g", {900, 900}}}, "calls=+1%"));
  EXPECT_TRUE(
      areCallsOver({{"f", {111, 111}}, {"g", {900, 900}}}, "calls=+1%"));
  EXPECT_TRUE(areCallsOver({{"h", {1011, 1011}}}, "calls=+1%"));
  EXPECT_FALSE(areCallsOver({}, "calls=+0"));
  EXPECT_FALSE(areCallsOver({{"f", {9999, 9999}}}, "calls=any"));
}

TEST(CostCheck, LimitsOfTheCallsOfFunctions) {
  std::map<std::string, CostRange> MoreOfF = {{"f", {101, 101}},
                                              {"g", {800, 800}}};
  EXPECT_TRUE(areCallsOver(MoreOfF, "calls:f=+0"));
  EXPECT_FALSE(areCallsOver(MoreOfF, "calls:f=+1%"));
  EXPECT_FALSE(areCallsOver(MoreOfF, "calls:g=+0"));
  EXPECT_TRUE(areCallsOver(MoreOfF, "calls:?=+0"));
  // A new function is compared with all calls.
  EXPECT_FALSE(areCallsOver({{"h", {10, 10}}}, "calls:h=+1%"));
  EXPECT_TRUE(areCallsOver({{"h", {11, 11}}}, "calls:h=+1%"));
}

TEST(CostCheck, LimitsOfAllocations) {
  std::map<std::string, CostRange> Calls = {
      {"f", {100, 100}},
      {"g", {899, 899}},
      {"operator new(unsigned long)", {1, 1}}};
  EXPECT_TRUE(areCallsOver(Calls, "allocations=+0"));
  EXPECT_FALSE(areCallsOver(Calls, "allocations=+1"));
  // They are no calls of their own.
  EXPECT_FALSE(areCallsOver(Calls, "calls=+0"));
}

TEST(CostCheck, LimitsOfTheCallsOfRegions) {
  Baseline Old = baselineOf({{"a.c", "main", {1, 1}}});
  Old.HasCalls = true;
  Old.Calls = {{"f", {5, 5}}};
  Old.Regions = {{"gone", {{1, 1}}}, {"was", {{2, 2}}}};
  Old.RegionCalls = {{"gone", {{"f", {2, 2}}}}, {"was", {{"f", {3, 3}}}}};
  Baseline New = Old;
  New.Regions = {{"new", {{7, 7}}}, {"is", {{2, 2}}}};
  New.RegionCalls = {{"new", {{"f", {1, 1}}}},
                     {"is", {{"f", {3, 3}}, {"g", {1, 1}}}}};
  CheckOptions Options = optionsOf("calls=+0", "0", CostLevel::Region);
  CostCheck Check = cantFail(CostCheck::compare(Old, New, Options));
  // The renamed region has one more; what is gone or new is not compared.
  ASSERT_EQ(Check.Calls.size(), 2u);
  EXPECT_EQ(Check.Calls[0].Name, "");
  EXPECT_EQ(Check.Calls[0].Region, "is");
  EXPECT_TRUE(Check.Calls[0].IsOver);
  EXPECT_EQ(Check.Calls[1].Name, "g");
  EXPECT_FALSE(Check.Calls[1].IsOver);
  Options = optionsOf("calls=+0", "0", CostLevel::Program);
  Check = cantFail(CostCheck::compare(Old, New, Options));
  EXPECT_FALSE(Check.isOver());
}

TEST(CostCheck, CallsThatASideHasNotCountedHaveNoLimit) {
  Baseline Old = baselineOf({{"a.c", "main", {1, 1}}}), New = Old;
  New.HasCalls = true;
  New.Calls = {{"f", {5, 5}}};
  for (StringRef Name : {"calls", "calls:f"}) {
    CheckOptions Options =
        optionsOf((Name + "=+0").str(), "0", CostLevel::Program);
    EXPECT_EQ(toString(CostCheck::compare(Old, New, Options).takeError()),
              ("--limit: " + Name +
               ": the baseline does not say what calls of code without a "
               "profile there were")
                  .str());
  }
  Old.Events = New.Events = {"calls"};
  CheckOptions Options = optionsOf("calls=+0", "0", CostLevel::Program);
  EXPECT_FALSE(cantFail(CostCheck::compare(Old, New, Options)).isOver())
      << "an event of this name comes first";
}

static CheckedRow regionRow(const CostCheck &Check, StringRef Name) {
  for (const CheckedRow &Row : Check.Rows)
    if (Row.Level == CostLevel::Region && Row.Key.Name == Name)
      return Row;
  ADD_FAILURE() << "no region " << Name.str();
  return {};
}

TEST(CostCheck, RegionsThatAreNewOrGone) {
  Baseline Old = baselineOf({{"a.c", "main", {100, 100}}}), New = Old;
  Old.Regions = {{"same", {{10, 10}}}, {"old", {{20, 20}}}, {"gone", {{5, 5}}}};
  New.Regions = {
      {"same", {{10, 10}}}, {"renamed", {{20, 20}}}, {"new", {{90, 90}}}};
  CheckOptions Options = optionsOf("Ir=+0", "0", CostLevel::Region);
  CostCheck Check = cantFail(CostCheck::compare(Old, New, Options));
  EXPECT_FALSE(regionRow(Check, "new").isOver()) << "it has no limit yet";
  EXPECT_EQ(regionRow(Check, "renamed").What, CheckedRow::Renamed);
  EXPECT_EQ(regionRow(Check, "renamed").Was.Name, "old");
  EXPECT_TRUE(regionRow(Check, "gone").IsMissing);
  EXPECT_TRUE(Check.isOver());
  Options.MayBeGone.push_back(cantFail(GlobPattern::create("go*")));
  EXPECT_FALSE(cantFail(CostCheck::compare(Old, New, Options)).isOver());
}

TEST(CostCheck, RegionsWithoutCostsAreNotTakenForRenamed) {
  Baseline Old = baselineOf({{"a.c", "main", {100, 100}}}), New = Old;
  Old.Regions = {{"a", {{0, 0}}}};
  New.Regions = {{"b", {{0, 0}}}};
  CheckOptions Options = optionsOf("Ir=+0", "0", CostLevel::Region);
  CostCheck Check = cantFail(CostCheck::compare(Old, New, Options));
  EXPECT_TRUE(regionRow(Check, "a").IsMissing);
  EXPECT_EQ(regionRow(Check, "b").What, CheckedRow::New);
}

TEST(CostCheck, RefusesWhatCannotBeCompared) {
  Baseline Old = baselineOf({{"a.c", "f", {1, 1}}}), New = Old;
  CheckOptions Options = optionsOf("Dw=+1", "0", CostLevel::Program);
  EXPECT_EQ(toString(CostCheck::compare(Old, New, Options).takeError()),
            "--limit: no event 'Dw'; there are: Ir, and calls, "
            "calls:<function>, allocations");
  New.Events = {"Dr"};
  EXPECT_EQ(toString(CostCheck::compare(Old, New, Options).takeError()),
            "the baseline has the events Ir, the profile Dr");
  // Other caches matter to misses only.
  New = Old;
  New.Measured = {"D1 cache: 49152 B"};
  CheckOptions Ir = optionsOf("Ir=+1", "0", CostLevel::Program);
  EXPECT_TRUE(bool(CostCheck::compare(Old, New, Ir)));
  Old.Events = New.Events = {"D1mr"};
  CheckOptions Misses = optionsOf("D1mr=+1", "0", CostLevel::Program);
  EXPECT_TRUE(
      StringRef(toString(CostCheck::compare(Old, New, Misses).takeError()))
          .starts_with("D1mr cannot be compared"));
}

TEST(CostLimits, AreParsed) {
  auto Limits = cantFail(parseCostLimits("Ir=+1%, a=b=+0.25% ,D1mr=+500"));
  ASSERT_EQ(Limits.size(), 3u);
  EXPECT_EQ(Limits[1].Event, "a=b");
  EXPECT_EQ(Limits[1].Increase.text(), "0.25%");
  EXPECT_EQ(Limits[2].Increase.text(), "500");
  Limits = cantFail(parseCostLimits("calls=+1%,calls:std::*=any"));
  EXPECT_EQ(Limits[1].text(), "any");
  EXPECT_TRUE(Limits[1].matchesCalls("std::terminate()"));
  EXPECT_FALSE(Limits[0].matchesCalls("calls"));
  EXPECT_TRUE(Limits[0].matchesCalls(""));
  EXPECT_TRUE(Limits[0].isOfCalls({"Ir"}));
  EXPECT_FALSE(Limits[0].isOfCalls({"Ir", "calls"}));
  for (StringRef Bad :
       {"", "Ir", "Ir=1%", "Ir=+", "=+1", "Ir=+-1", "Ir=+1.5", "Ir=+nan%",
        "Ir=+1,Ir=+2", "Ir=+1,", "Ir=+inf%", "=any", "Ir=some", "calls:[=+1"})
    EXPECT_TRUE(errorToBool(parseCostLimits(Bad).takeError())) << Bad.str();
}

TEST(CostSelector, NamesDoNotDependOnTheBuild) {
  CostSelection Selection;
  Selection.FileChanges = {"gen/=made/"};
  CostSelector S = cantFail(CostSelector::create(Selection, "/src/app/"));
  EXPECT_EQ(S.fileName("/src/app/lib/../a.c"), "a.c");
  EXPECT_EQ(S.fileName("/src/application/a.c"), "/src/application/a.c");
  EXPECT_EQ(S.fileName("/src/app/gen/x.c"), "made/x.c");
  EXPECT_EQ(S.fileName("lib/b.c"), "lib/b.c");
  EXPECT_EQ(S.functionName("f(int) (.llvm.1234)"), "f(int)");
  EXPECT_EQ(S.functionName("g.llvm.99"), "g");
  EXPECT_EQ(S.functionName("g() (.__uniq.12.llvm.99)"), "g()");
  EXPECT_EQ(S.functionName("f(int) (.cold.1)"), "f(int) (.cold.1)");
}
