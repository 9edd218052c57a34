//===- EventFilterTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventFilter.h"
#include "profdata/annotate/EventSheet.h"
#include "profdata/events/EventDiff.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {
using udpc::abi::SiteCommand;
using udpc::abi::SiteKind;

static ReportRow row(StringRef Function, StringRef File, unsigned Line,
                     int64_t Count, SiteCommand Command = SiteCommand::Inc) {
  ReportRow R = {};
  R.Kind = SiteKind::Entry;
  R.Command = Command;
  R.Function = Function.str();
  R.File = File.str();
  R.Line = Line;
  R.Count = Count;
  R.Threads = {{1, Count}};
  return R;
}

/// Two events of 3 and 1 rows.
static EventReport makeReport() {
  EventReport R;
  ReportEvent A, B;
  A.Name = "a";
  A.Rows = {row("ns::f(int)", "/src/lib/x.c", 3, 100),
            row("ns::g()", "/src/lib/x.c", 9, 10, SiteCommand::Dec),
            row("main", "/src/x.c", 1, 5)};
  A.Total = 95;
  A.Whole = 115;
  A.Threads = {{0, 0}, {1, 95}};
  B.Name = "b";
  B.Rows = {row("main", "/src/x.c", 1, 7)};
  B.Total = B.Whole = 7;
  B.Threads = {{0, 0}, {1, 7}};
  R.Events = {A, B};
  return R;
}

/// What is left, as "event total:rows ...".
static std::string left(EventGlobs Globs) {
  Expected<EventFilter> F = EventFilter::create(std::move(Globs));
  if (!F)
    return toString(F.takeError());
  EventReport R = F->apply(EventProfile(), makeReport());
  std::string Text;
  for (const ReportEvent &E : R.Events) {
    Text += (Text.empty() ? "" : " ") + E.Name + " " + std::to_string(E.Total) +
            ":" + std::to_string(E.Rows.size());
    EXPECT_EQ(E.Threads.at(1), E.Total);
    EXPECT_EQ(E.Whole, E.Name == "a" ? 115 : 7);
  }
  return Text;
}

TEST(EventFilter, ChoosesEvents) {
  EXPECT_EQ(left({}), "a 95:3 b 7:1");
  EXPECT_EQ(left({"b", "", ""}), "b 7:1");
  EXPECT_EQ(left({"[", "", ""}).substr(0, 9), "--event: ");
}

TEST(EventFilter, ChoosesFunctionsWithAndWithoutParameters) {
  EXPECT_EQ(left({"", "ns::f", ""}), "a 100:1");
  EXPECT_EQ(left({"", "ns::f(int)", ""}), "a 100:1");
  EXPECT_EQ(left({"", "ns::*", ""}), "a 90:2");
  EXPECT_EQ(left({"", "f", ""}), "");
}

TEST(EventFilter, ChoosesFilesByTheEndsOfTheirPaths) {
  EXPECT_EQ(left({"", "", "x.c"}), "a 95:3 b 7:1");
  EXPECT_EQ(left({"", "", "lib/*.c"}), "a 90:2");
  EXPECT_EQ(left({"", "", "/src/x.c"}), "a 5:1 b 7:1");
  // As in specs, a star stays in a component of the path.
  EXPECT_EQ(left({"", "", "l*.c"}), "");
  EXPECT_EQ(left({"", "", "/src/*.c"}), "a 5:1 b 7:1");
  EXPECT_EQ(left({"", "", "/src/**"}), "a 95:3 b 7:1");
  EXPECT_EQ(left({"", "", "ib/x.c"}), "");
  EXPECT_EQ(left({"a", "main", "x.c"}), "a 5:1");
}

TEST(EventFilter, SaysWhatMatchesNothing) {
  Expected<EventFilter> F = EventFilter::create({"c*", "", ""});
  ASSERT_TRUE(bool(F));
  EXPECT_EQ(toString(F->nothingMatches(makeReport())),
            "--event: no event matches 'c*'; there are: a, b");
  F = EventFilter::create({"b", "g", "y.c"});
  ASSERT_TRUE(bool(F));
  EXPECT_EQ(toString(F->nothingMatches(makeReport())),
            "no line or function of the events matches --function='g' "
            "--file='y.c'; 'udpc report --sites' shows all");
}

TEST(EventDiff, HasWhatOnlyOneSideHas) {
  EventReport Old = makeReport(), New = makeReport();
  Old.Events[1].Name = "gone";
  New.Events[0].Rows.erase(New.Events[0].Rows.begin());
  New.Events[0].Rows[0].Count = 12;
  std::vector<DiffEvent> D = diffEvents(Old, New);
  ASSERT_EQ(D.size(), 3u);
  EXPECT_EQ(D[0].Name, "a");
  ASSERT_EQ(D[0].Rows.size(), 3u);
  EXPECT_EQ(D[0].Rows[0].Row.Function, "ns::g()");
  EXPECT_EQ(D[0].Rows[0].change(), 2);
  EXPECT_EQ(D[0].Rows[2].Row.Function, "ns::f(int)");
  EXPECT_EQ(D[0].Rows[2].Old, 100);
  EXPECT_EQ(D[0].Rows[2].New, 0);
  EXPECT_EQ(D[1].Name, "b");
  EXPECT_EQ(D[1].change(), 7);
  EXPECT_EQ(D[2].Name, "gone");
  EXPECT_EQ(D[2].change(), -7);
}

TEST(EventDiff, ChangesThatDoNotFitAreTheLargestNumbers) {
  OldAndNew Counts;
  Counts.Old = -2;
  Counts.New = INT64_MAX;
  EXPECT_EQ(Counts.change(), INT64_MAX);
  std::swap(Counts.Old, Counts.New);
  EXPECT_EQ(Counts.change(), INT64_MIN);
}

TEST(EventSheet, HasAColumnForEachEventAndCommand) {
  EventReport Whole = makeReport();
  CostSheet Sheet = eventSheet(Whole, Whole);
  EXPECT_EQ(Sheet.Events, (std::vector<std::string>{"a", "a dec", "b"}));
  EXPECT_EQ(Sheet.Total, (CostSheet::Counts{105, 10, 7}));
  const CostSheet::File &X = Sheet.Files.at("/src/x.c");
  EXPECT_EQ(X.Functions.at("main").at(1), (CostSheet::Counts{5, 0, 7}));
  EXPECT_EQ(X.Functions.at("main").at(1).Impossible, EventSet{1});
  const CostSheet::File &Library = Sheet.Files.at("/src/lib/x.c");
  EXPECT_EQ(Library.Functions.at("ns::g()").at(9).Impossible, (EventSet{0, 2}));
}

TEST(EventSheet, PercentagesAreOfTheWhole) {
  Expected<EventFilter> F = EventFilter::create({"", "main", ""});
  ASSERT_TRUE(bool(F));
  EventReport Whole = makeReport(), Part = F->apply(EventProfile(), Whole);
  CostSheet Sheet = eventSheet(Part, Whole);
  EXPECT_EQ(Sheet.Events, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(Sheet.Total, (CostSheet::Counts{5, 7}));
  EXPECT_EQ(Sheet.Base, (CostSheet::Counts{105, 7}));
}
} // namespace udpc
