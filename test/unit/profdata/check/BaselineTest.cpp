// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/check/Baseline.h"
#include "profdata/check/RegionCosts.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

static constexpr char Text[] = "udpc baseline 1\n# comment\n\nevent\tIr\n"
                               "event\tDr\nmeasured\tno caches\nruns\t2\n"
                               "file\tlib/*.c\nmod-filename\ts/a/b/\n"
                               "least\t0.5%\n[program]\n100..110 7\tapp\n"
                               "[regions]\n50 3\tparse\n[files]\n100 7\ta.c\n"
                               "[functions]\n60 7\ta.c\tf(int, \\\\)\n"
                               "[inclusive]\n100 7\ta.c\tf\n"
                               "[calls without a profile]\n3..4\tmemcpy\n"
                               "[calls of regions]\n3\tparse\tmemcpy\n";

static Baseline parsed(StringRef Text) {
  return cantFail(Baseline::parse(Text, "b"));
}

static std::string printed(const Baseline &B) {
  std::string Out;
  raw_string_ostream OS(Out);
  B.print(OS);
  return Out;
}

TEST(Baseline, ReadsItsText) {
  Baseline B = parsed(Text);
  EXPECT_EQ(B.Program, "app");
  EXPECT_EQ(B.Events, (std::vector<std::string>{"Ir", "Dr"}));
  EXPECT_EQ(B.NumRuns, 2u);
  EXPECT_EQ(B.Selection.File, "lib/*.c");
  EXPECT_EQ(B.Selection.FileChanges, std::vector<std::string>{"s/a/b/"});
  EXPECT_EQ(B.LeastPercent, 0.5);
  EXPECT_EQ(B.Total, (CostRanges{{100, 110}, {7, 7}}));
  EXPECT_EQ(B.Functions.begin()->first, (DefinedFunction{"a.c", "f(int, \\)"}));
  EXPECT_EQ(B.Calls.at("memcpy"), (CostRange{3, 4}));
  EXPECT_EQ(B.RegionCalls.at("parse").at("memcpy"), (CostRange{3, 3}));
}

TEST(Baseline, WritesWhatItReads) {
  std::string First = printed(parsed(Text));
  EXPECT_EQ(printed(parsed(First)), First);
  Baseline B = parsed(Text);
  B.Regions["tab\tand\nline\\"] = {{1, 1}, {2, 2}};
  EXPECT_EQ(parsed(printed(B)).Regions, B.Regions);
}

TEST(Baseline, ReadsLineEndsOfOtherSystems) {
  std::string Dos;
  for (char C : StringRef(Text))
    Dos += C == '\n' ? std::string("\r\n") : std::string(1, C);
  EXPECT_EQ(printed(parsed(Dos)), printed(parsed(Text)));
}

/// Each cut and each changed byte gives a baseline or an error.
TEST(Baseline, SurvivesDamage) {
  std::string Whole = Text;
  for (size_t I = 0; I != Whole.size(); ++I) {
    consumeError(Baseline::parse(Whole.substr(0, I), "b").takeError());
    for (char C : {'\t', '\n', '[', '9', '\0'}) {
      std::string Changed = Whole;
      Changed[I] = C;
      consumeError(Baseline::parse(Changed, "b").takeError());
    }
  }
}

static Baseline runOf(int64_t Ir, StringRef Function) {
  Baseline B;
  B.Events = {"Ir"};
  B.NumRuns = 1;
  B.Total = {{Ir, Ir}};
  B.Functions[{"a.c", Function.str()}] = {{Ir, Ir}};
  return B;
}

TEST(Baseline, RunsWidenRanges) {
  Baseline B;
  for (auto [Ir, Function] :
       {std::pair(10, "f"), std::pair(7, "f"), std::pair(9, "g")})
    ASSERT_FALSE(bool(B.add(runOf(Ir, Function))));
  EXPECT_EQ(B.NumRuns, 3u);
  EXPECT_EQ(B.Total, (CostRanges{{7, 10}}));
  EXPECT_EQ(B.Functions.at({"a.c", "f"}), (CostRanges{{0, 10}}));
  EXPECT_EQ(B.Functions.at({"a.c", "g"}), (CostRanges{{0, 9}}));
}

TEST(Baseline, RunsWidenCallsOfRegions) {
  Baseline B, Run = runOf(1, "f");
  for (auto [Region, Function] :
       {std::pair("a", "puts"), std::pair("a", "free"),
        std::pair("b", "puts")}) {
    Run.RegionCalls = {{Region, {{Function, {2, 2}}}}};
    ASSERT_FALSE(bool(B.add(Run)));
  }
  for (StringRef Function : {"puts", "free"})
    EXPECT_EQ(B.RegionCalls.at("a").at(Function.str()), (CostRange{0, 2}));
  EXPECT_EQ(B.RegionCalls.at("b").at("puts"), (CostRange{0, 2}));
}

TEST(Baseline, RunsHaveTheSameEvents) {
  Baseline B = runOf(1, "f"), Other = runOf(1, "f");
  Other.Events = {"Dr"};
  EXPECT_EQ(toString(B.add(Other)),
            "it has other events (Dr) than the first (Ir)");
}

TEST(Baseline, RemovesWhatIsSmallInAllEvents) {
  Baseline B;
  B.Events = {"Ir", "Dr"};
  B.Total = {{1000, 1000}, {10, 10}};
  B.Functions[{"a.c", "large"}] = {{10, 10}, {0, 0}};
  B.Functions[{"a.c", "reads"}] = {{1, 1}, {1, 1}};
  B.Functions[{"a.c", "small"}] = {{9, 9}, {0, 0}};
  B.Functions[{"a.c", "varies"}] = {{0, 20}, {0, 0}};
  B.LeastPercent = 1;
  B.removeSmall();
  EXPECT_EQ(B.Functions.size(), 3u);
  EXPECT_EQ(B.Functions.count({"a.c", "small"}), 0u);
}

TEST(Baseline, RenamedRowsAddUp) {
  Baseline B = runOf(3, "f_v1");
  B.Functions[{"a.c", "f_v2"}] = {{4, 5}};
  B.Lines[{"a.c", "f_v1"}] = 9;
  B.Lines[{"a.c", "f_v2"}] = 4;
  B.rename({}, {cantFail(NameChange::parse("s/_v[0-9]//"))});
  EXPECT_EQ(B.Functions.at({"a.c", "f"}), (CostRanges{{7, 8}}));
  EXPECT_EQ(B.Lines.at({"a.c", "f"}), 4u);
}

TEST(RegionCosts, ReadsBenchmarks) {
  Baseline B = cantFail(parseRegionCosts(
      R"({"context": {"executable": "./build/bench"}, "benchmarks": [
          {"name": "BM_a", "run_type": "iteration", "Ir": 1.2499e+01, "Dr": 2},
          {"name": "BM_a/iterations:9/repeats:2", "run_type": "iteration", "Ir": 13.5, "Dr": 2},
          {"name": "BM_a_mean", "run_type": "aggregate", "Ir": 13, "Dr": 2},
          {"name": "BM_b", "run_type": "iteration", "Ir": 100},
          {"name": "BM_none", "run_type": "iteration"}]})",
      "x.json"));
  EXPECT_EQ(B.Program, "bench");
  EXPECT_EQ(B.Events, (std::vector<std::string>{"Ir", "Dr"}));
  EXPECT_EQ(B.Regions.size(), 2u);
  EXPECT_EQ(B.Regions.at("BM_a"), (CostRanges{{12, 14}, {2, 2}}));
  EXPECT_EQ(B.Regions.at("BM_b"), (CostRanges{{100, 100}, {0, 0}}));
  EXPECT_EQ(B.Total, (CostRanges{{112, 114}, {2, 2}}));
}

TEST(RegionCosts, ReadsCalls) {
  Baseline B = cantFail(parseRegionCosts(
      R"({"benchmarks": [
        {"name": "a", "Ir": 9, "calls": 3, "calls:_Znwm": 1.6, "calls:puts": 1},
        {"name": "a", "Ir": 9, "calls": 1, "calls:puts": 1},
        {"name": "b", "Ir": 9, "calls": 0}]})",
      "x.json"));
  EXPECT_TRUE(B.HasCalls);
  EXPECT_EQ(B.RegionCalls.size(), 1u);
  EXPECT_EQ(B.RegionCalls.at("a").at("operator new(unsigned long)"),
            (CostRange{0, 2}));
  EXPECT_EQ(B.Calls.at("puts"), (CostRange{1, 1}));
  EXPECT_EQ(B.Events, std::vector<std::string>{"Ir"});
}

/// Files of older headers do not say the calls.
TEST(RegionCosts, KnowsWhetherCallsWereCounted) {
  EXPECT_FALSE(cantFail(parseRegionCosts(
                            R"({"benchmarks": [
                              {"name": "a", "Ir": 9, "calls": 0},
                              {"name": "b", "Ir": 9}]})",
                            "x.json"))
                   .HasCalls);
}

TEST(RegionCosts, ReadsNumbersThatJsonDoesNotHave) {
  Baseline B = cantFail(parseRegionCosts(
      R"({"benchmarks": [
        {"name": "NaN \"-NaN", "run_type": "iteration", "Ir": 7, "Bi": NaN},
        {"name": "x_cv", "run_type": "aggregate", "Ir": -Infinity, "Bi": -NaN}
      ]})",
      "x.json"));
  ASSERT_EQ(B.Regions.size(), 1u);
  EXPECT_EQ(B.Regions.at("NaN \"-NaN"), (CostRanges{{7, 7}}));
}

TEST(RegionCosts, ReadsTests) {
  Baseline B = cantFail(parseRegionCosts(
      R"({"tests": 2, "testsuites": [{"name": "List", "testsuite": [
          {"name": "Empty", "Ir": "12"}, {"name": "Full", "Ir": "30"}]}]})",
      "x.json"));
  EXPECT_EQ(B.Regions.at("List.Full"), (CostRanges{{30, 30}}));
  EXPECT_EQ(B.Total, (CostRanges{{42, 42}}));
}

TEST(RegionCosts, SaysWhatIsMissing) {
  for (StringRef Bad :
       {"{}", "{\"benchmarks\": 3}", "{\"benchmarks\": [{}, 1]}",
        "{\"benchmarks\": [{\"name\": \"a\", \"Ir\": -1}]}"})
    EXPECT_TRUE(StringRef(toString(parseRegionCosts(Bad, "x").takeError()))
                    .starts_with("x: no benchmark or test has costs"))
        << Bad.str();
  EXPECT_TRUE(StringRef(toString(parseRegionCosts("{", "x").takeError()))
                  .starts_with("x: "));
}
