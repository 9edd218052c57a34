//===- EventReportTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventReport.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {
using abi::SiteKind;
using udpc::abi::SiteCommand;

static EventReport reportOf(const std::vector<Bytes> &Tables,
                            const std::vector<TestThread> &Threads) {
  EventProfile P;
  std::string Profile = makeProfile(Tables, Threads);
  Error E = P.add(MemoryBufferRef(Profile, "x.prof"));
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  return EventReport::compute(P);
}

/// A unit with one event "e" and one site, for lines with the candidates'
/// regions by their start.
static Bytes unitWith(SiteKind Kind, StringRef File, uint32_t Line,
                      StringRef Function,
                      ArrayRef<abi::CandidateRec> Candidates,
                      uint32_t NumSlots) {
  SiteTableBuilder T;
  T.setSourceFile(File);
  T.setNumSlots(NumSlots);
  T.addEvent("e", -1);
  T.addSite(siteOf(T, 0, Kind, File, Line, Function), Candidates);
  return T.finish();
}

/// The nonzero shares as "thread:count ...".
static std::string shares(const ThreadShares &Threads) {
  std::string Text;
  for (auto [Thread, Count] : Threads)
    if (Count)
      Text += (Text.empty() ? "" : " ") + std::to_string(Thread) + ":" +
              std::to_string(Count);
  return Text;
}

TEST(EventReport, AppliesCommandsAndThreads) {
  EventReport R = reportOf({fullTable()}, {{0, {{0, 0, 50}, {0, 1, 20}}},
                                           {3, {{0, 0, 7}, {0, 1, 7}}}});
  ASSERT_EQ(R.Events.size(), 2u);
  const ReportEvent &Calls = R.Events[0];
  EXPECT_EQ(Calls.Name, "calls");
  EXPECT_EQ(Calls.Counter, 7);
  EXPECT_EQ(Calls.Total, 57 - 27);
  EXPECT_EQ(shares(Calls.Threads), "0:30");
  ASSERT_EQ(Calls.Rows.size(), 2u);
  EXPECT_EQ(Calls.Rows[0].Kind, SiteKind::Entry);
  EXPECT_EQ(Calls.Rows[0].Command, SiteCommand::Inc);
  EXPECT_EQ(Calls.Rows[0].Count, 57);
  EXPECT_EQ(shares(Calls.Rows[0].Threads), "0:50 3:7");
  EXPECT_EQ(Calls.Rows[1].Kind, SiteKind::Return);
  EXPECT_EQ(Calls.Rows[1].Command, SiteCommand::Dec);
  EXPECT_EQ(Calls.Rows[1].Count, 27) << "rows hold what was counted";
}

TEST(EventReport, AddsLinesOfTwoBuilds) {
  // The function is longer in the second build.
  auto Build = [](uint32_t End) {
    return unitWith(SiteKind::Line, "/src/a.c", 3, "f",
                    {{0, 2, 9, End, 2}, {1, 3, 4, 3, 9}}, 2);
  };
  EventReport R =
      reportOf({Build(5), Build(7)},
               {{0, {{0, 0, 10}, {0, 1, 4}}}, {1, {{1, 0, 7}, {1, 1, 30}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 1u);
  EXPECT_EQ(R.Events[0].Rows[0].Count, 10 + 30);
  EXPECT_EQ(shares(R.Events[0].Rows[0].Threads), "0:10 1:30");
  // The same function in two files of one build has one region that decides.
  SiteTableBuilder T;
  T.setSourceFile("/src/b.c");
  T.setNumSlots(2);
  T.addEvent("e", -1);
  T.addSite(siteOf(T, 0, SiteKind::Line, "/src/a.c", 3, "f"),
            {{0, 2, 9, 5, 2}, {1, 3, 4, 3, 9}});
  R = reportOf({Build(5), T.finish()},
               {{0, {{0, 0, 10}, {0, 1, 4}}}, {1, {{1, 0, 7}, {1, 1, 30}}}});
  EXPECT_EQ(R.Events[0].Rows[0].Count, 4 + 30);
}

TEST(EventReport, ATotalMayBeNegative) {
  EventReport R = reportOf({fullTable()}, {{0, {{0, 1, 4}}}});
  EXPECT_EQ(R.Events[0].Total, -4);
  EXPECT_EQ(shares(R.Events[0].Threads), "0:-4");
}

TEST(EventReport, TheLargestRegionDecidesALine) {
  // Value 3 = slot 0 - slot 1 (region A), value 4 = slot 2 (region B).
  EventReport R =
      reportOf({fullTable()},
               {{0, {{0, 0, 10}, {0, 1, 4}, {0, 2, 5}}}, {1, {{0, 2, 20}}}});
  const ReportRow &Row = R.Events[1].Rows.at(0);
  EXPECT_EQ(Row.Line, 9u);
  EXPECT_EQ(Row.Count, 25) << "6 in region A, 25 in region B";
  EXPECT_EQ(shares(Row.Threads), "0:5 1:20")
      << "of the deciding region, though A is larger in thread 0";
  EXPECT_EQ(R.Events[1].Total, 25);
}

TEST(EventReport, ANegativeDifferenceIsNoExecutionOfALine) {
  for (auto [Kind, Count] :
       {std::pair(SiteKind::Line, 0), std::pair(SiteKind::Entry, -6),
        std::pair(SiteKind::Mark, -6)}) {
    SiteTableBuilder T;
    T.setSourceFile("/src/a.c");
    T.setNumSlots(2);
    T.addEvent("e", -1);
    T.addDerived(0, 1, /*Subtract=*/true);
    T.addSite(siteOf(T, 0, Kind, "/src/a.c", 5, "f"), {{2, 0, 0, 0, 0}});
    EventReport R = reportOf({T.finish()}, {{2, {{0, 0, 4}, {0, 1, 10}}}});
    EXPECT_EQ(R.Events[0].Total, Count);
    EXPECT_EQ(shares(R.Events[0].Threads), Count ? "2:-6" : "");
  }
}

TEST(EventReport, RegionsAddUpBeforeTheLargestDecides) {
  // Two units see a line of a header; region 1 wins in the first, region 2 in
  // the second, and region 2 in the sum.
  std::vector<abi::CandidateRec> Regions = {{0, 5, 1, 5, 9}, {1, 5, 2, 6, 9}};
  Bytes A = unitWith(SiteKind::Line, "/src/h.h", 5, "_Z1fIiEvv", Regions, 2);
  Bytes B = unitWith(SiteKind::Line, "/src/h.h", 5, "_Z1fIlEvv", Regions, 2);
  EventReport R = reportOf(
      {A, B}, {{0, {{0, 0, 10}, {0, 1, 8}}}, {1, {{1, 0, 1}, {1, 1, 4}}}});
  ASSERT_EQ(R.Events.size(), 1u);
  ASSERT_EQ(R.Events[0].Rows.size(), 1u);
  EXPECT_EQ(R.Events[0].Rows[0].Count, 12) << "not 10 + 4";
  EXPECT_EQ(shares(R.Events[0].Rows[0].Threads), "0:8 1:4");
  EXPECT_EQ(R.Events[0].Rows[0].Function, "") << "two instances";
}

TEST(EventReport, CandidatesOfOneRegionAreAdded) {
  Bytes T = unitWith(SiteKind::Line, "/src/a.c", 5, "f",
                     {{0, 5, 1, 5, 9},
                      {1, 5, 1, 5, 9},
                      {abi::ZeroValue, 5, 1, 5, 9},
                      {2, 5, 2, 5, 9}},
                     3);
  EventReport R = reportOf({T}, {{0, {{0, 0, 3}, {0, 1, 4}, {0, 2, 6}}}});
  EXPECT_EQ(R.Events[0].Total, 7);
}

TEST(EventReport, AddsLinesOfAFunctionThatAUnitLeavesOut) {
  // One unit calls the function of lines 5 to 9, the other leaves it out.
  Bytes Used =
      unitWith(SiteKind::Line, "/src/h.h", 5, "f", {{0, 5, 1, 9, 2}}, 1);
  auto Unused = [](uint32_t Line, uint32_t Start) {
    return unitWith(SiteKind::Line, "/src/h.h", Line, "f",
                    {{abi::ZeroValue, Start, 1, 9, 2}}, 0);
  };
  EventReport R = reportOf({Used, Unused(7, 5)}, {{0, {{0, 0, 3}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 1u)
      << "line 7 has no code where it is used";
  EXPECT_EQ(R.Events[0].Rows[0].Line, 5u);
  EXPECT_EQ(R.Events[0].Total, 3);
  R = reportOf({Used, Unused(5, 5)}, {{0, {{0, 0, 3}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 1u);
  EXPECT_EQ(R.Events[0].Rows[0].Count, 3);
  R = reportOf({Used, Unused(7, 6)}, {});
  EXPECT_EQ(R.Events[0].Rows.size(), 2u) << "another region";
  R = reportOf({Unused(5, 5), Unused(7, 5)}, {});
  EXPECT_EQ(R.Events[0].Rows.size(), 2u) << "no unit uses it";
}

TEST(EventReport, SitesThatNeverRanAreRowsOfZero) {
  EventReport R = reportOf({fullTable()}, {});
  EXPECT_EQ(R.Events[0].Total, 0);
  ASSERT_EQ(R.Events[0].Rows.size(), 2u);
  EXPECT_EQ(R.Events[0].Rows[0].Count, 0);
  Bytes NoCode = unitWith(SiteKind::Line, "/src/a.c", 5, "f",
                          {{abi::ZeroValue, 5, 1, 5, 9}}, 0);
  R = reportOf({NoCode}, {});
  EXPECT_EQ(R.Events[0].Rows.at(0).Count, 0);
  Bytes NoCandidates = unitWith(SiteKind::Line, "/src/a.c", 5, "f", {}, 0);
  R = reportOf({NoCandidates}, {});
  EXPECT_EQ(R.Events[0].Rows.at(0).Count, 0);
}

TEST(EventReport, InlineFunctionsOfSeveralUnitsAreOneRow) {
  auto Unit = [](StringRef File, StringRef Linkage) {
    SiteTableBuilder T;
    T.setSourceFile(File);
    T.setNumSlots(1);
    T.addEvent("e", -1);
    T.addSite(siteOf(T, 0, SiteKind::Entry, "/src/h.h", 3, Linkage),
              {{0, 0, 0, 0, 0}});
    return T.finish();
  };
  EventReport R = reportOf({Unit("/src/a.cpp", "_ZN1S1fEi"),
                            Unit("/src/b.cpp", "_ZN1S1fEi"),
                            Unit("/src/c.cpp", "_ZN1S1gEi")},
                           {{0, {{0, 0, 2}, {1, 0, 3}, {2, 0, 4}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 2u);
  EXPECT_EQ(R.Events[0].Rows[0].Function, "S::f(int)");
  EXPECT_EQ(R.Events[0].Rows[0].Count, 5);
  EXPECT_EQ(R.Events[0].Rows[1].Function, "S::g(int)");
  EXPECT_EQ(R.Events[0].Total, 9);
}

TEST(EventReport, AFunctionIsOneRowWhateverLineUnitsKnow) {
  Bytes Known =
      unitWith(SiteKind::Entry, "/src/h.h", 7, "f", {{0, 0, 0, 0, 0}}, 1);
  Bytes Unknown =
      unitWith(SiteKind::Entry, "/src/h.h", 0, "f", {{0, 0, 0, 0, 0}}, 1);
  EventReport R = reportOf({Unknown, Known}, {{0, {{0, 0, 2}, {1, 0, 3}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 1u);
  EXPECT_EQ(R.Events[0].Rows[0].Line, 7u);
  EXPECT_EQ(R.Events[0].Rows[0].Count, 5);
}

TEST(EventReport, ListsTheMainThreadAndAllThatCounted) {
  EventReport R = reportOf({fullTable()}, {{0, {}}, {2, {{0, 0, 4}}}, {5, {}}});
  for (const ReportEvent &E : R.Events) {
    ASSERT_EQ(E.Threads.size(), 2u) << E.Name;
    EXPECT_EQ(E.Threads.count(0), 1u);
    EXPECT_EQ(E.Threads.count(2), 1u);
  }
}

TEST(EventReport, EntriesOfOneSpecLineDifferByKind) {
  SiteTableBuilder T;
  T.addEvent("e", -1);
  T.addEntry(0, SiteKind::Entry, SiteCommand::Inc, "f", "s.yaml", 3, 1);
  T.addEntry(0, SiteKind::Return, SiteCommand::Inc, "f", "s.yaml", 3, 0);
  EventReport R = reportOf({T.finish()}, {});
  ASSERT_EQ(R.Unmatched.size(), 1u);
  EXPECT_EQ(R.Unmatched[0].Kind, SiteKind::Return);
}

TEST(EventReport, StaticFunctionsOfEqualNameAreTwoRows) {
  Bytes A =
      unitWith(SiteKind::Entry, "/src/a.c", 3, "init", {{0, 0, 0, 0, 0}}, 1);
  Bytes B =
      unitWith(SiteKind::Entry, "/src/b.c", 3, "init", {{0, 0, 0, 0, 0}}, 1);
  EventReport R = reportOf({A, B}, {{0, {{0, 0, 2}, {1, 0, 3}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 2u);
  EXPECT_EQ(R.Events[0].Rows[0].File, "/src/a.c");
  EXPECT_EQ(R.Events[0].Rows[1].Count, 3);
}

TEST(EventReport, ColumnsOfALineAreRowsOfTheirOwn) {
  SiteTableBuilder T;
  T.setNumSlots(2);
  T.addEvent("e", -1);
  abi::SiteRec S = siteOf(T, 0, SiteKind::Line, "/src/a.c", 5, "f");
  S.Column = 9;
  T.addSite(S, {{1, 5, 9, 5, 12}});
  S.Column = 3;
  T.addSite(S, {{0, 5, 3, 5, 8}});
  EventReport R = reportOf({T.finish()}, {{0, {{0, 0, 2}, {0, 1, 3}}}});
  ASSERT_EQ(R.Events[0].Rows.size(), 2u);
  EXPECT_EQ(R.Events[0].Rows[0].Column, 3u) << "sorted";
  EXPECT_EQ(R.Events[0].Rows[0].Count, 2);
  EXPECT_EQ(R.Events[0].Rows[1].Count, 3);
}

TEST(EventReport, ThreadsAddUpToTheTotal) {
  std::vector<TestThread> Threads;
  for (uint64_t I = 0; I != 40; ++I)
    Threads.push_back({I == 39 ? abi::OtherThreads : I,
                       {{0, 0, 3 * I + 1}, {0, 1, I}, {0, 2, 5}}});
  for (const ReportEvent &E : reportOf({fullTable()}, Threads).Events) {
    int64_t Sum = 0;
    for (auto [Thread, Count] : E.Threads)
      Sum += Count;
    EXPECT_EQ(Sum, E.Total) << E.Name;
    for (const ReportRow &Row : E.Rows) {
      Sum = 0;
      for (auto [Thread, Count] : Row.Threads)
        Sum += Count;
      EXPECT_EQ(Sum, Row.Count) << E.Name;
    }
  }
}

TEST(EventReport, EventsComeInTheOrderOfTheSpec) {
  auto Unit = [](std::vector<StringRef> Names) {
    SiteTableBuilder T;
    for (StringRef Name : Names)
      T.addEvent(Name, -1);
    return T.finish();
  };
  EventReport R = reportOf({Unit({"z", "b"}), Unit({"a", "b", "z"})}, {});
  ASSERT_EQ(R.Events.size(), 3u);
  EXPECT_EQ(R.Events[0].Name, "z");
  EXPECT_EQ(R.Events[1].Name, "b");
  EXPECT_EQ(R.Events[2].Name, "a");
}

TEST(EventReport, ListsEntriesThatMatchedNothingAnywhere) {
  auto Unit = [](uint32_t F, uint32_t G) {
    SiteTableBuilder T;
    T.addEvent("e", -1);
    T.addEntry(0, SiteKind::Entry, SiteCommand::Inc, "f", "s.yaml", 3, F);
    T.addEntry(0, SiteKind::Return, SiteCommand::Inc, "g", "s.yaml", 5, G);
    T.addString(F ? "first" : "second");
    return T.finish();
  };
  EventReport R = reportOf({Unit(1, 0), Unit(0, 0)}, {});
  ASSERT_EQ(R.Unmatched.size(), 1u);
  EXPECT_EQ(R.Unmatched[0].Event, "e");
  EXPECT_EQ(R.Unmatched[0].Kind, SiteKind::Return);
  EXPECT_EQ(R.Unmatched[0].Pattern, "g");
  EXPECT_EQ(R.Unmatched[0].SpecFile, "s.yaml");
  EXPECT_EQ(R.Unmatched[0].SpecLine, 5u);
}

/// A unit with an entry and a return of event \p Name, in slots 0 and 1.
static Bytes twoSites(StringRef Name) {
  SiteTableBuilder T;
  T.setSourceFile("a.c");
  T.setNumSlots(2);
  T.addEvent(Name, 3);
  T.addSite(siteOf(T, 0, SiteKind::Entry, "a.c", 3, "f"), {{0, 0, 0, 0, 0}});
  T.addSite(siteOf(T, 0, SiteKind::Return, "a.c", 3, "f"), {{1, 0, 0, 0, 0}});
  return T.finish();
}

TEST(EventReport, JoinsTimes) {
  EventReport R = reportOf({twoSites("e"), twoSites("e (ns on)")},
                           {{0, {{0, 0, 100}, {1, 0, 500000000}}}});
  ASSERT_EQ(R.Events.size(), 1u);
  EXPECT_EQ(R.Events[0].Name, "e");
  EXPECT_EQ(R.Events[0].Total, 100);
  EXPECT_TRUE(R.Events[0].hasOnTimes());
  ASSERT_EQ(R.Events[0].Rows.size(), 2u);
  for (const ReportRow &Row : R.Events[0].Rows) {
    ASSERT_TRUE(Row.OnTime.has_value());
    bool WasOn = Row.Kind == SiteKind::Entry;
    EXPECT_EQ(*Row.OnTime, WasOn ? 500000000 : 0);
    EXPECT_EQ(Row.rate(), WasOn ? std::optional<double>(200) : std::nullopt);
  }
}

TEST(EventReport, KeepsEventsThatOnlyLookLikeTimes) {
  EventReport R = reportOf({twoSites("x (ns on)")}, {{0, {{0, 0, 5}}}});
  ASSERT_EQ(R.Events.size(), 1u);
  EXPECT_EQ(R.Events[0].Total, 5);
  EXPECT_FALSE(R.Events[0].hasOnTimes());
}

} // namespace udpc
