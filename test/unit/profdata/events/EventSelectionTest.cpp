//===- EventSelectionTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventSelection.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {
using udpc::abi::SiteCommand;
using udpc::abi::SiteKind;

static EventProfile profileOf(const std::vector<Bytes> &Tables,
                              const std::vector<TestThread> &Threads) {
  EventProfile P;
  cantFail(P.add(MemoryBufferRef(makeProfile(Tables, Threads), "p")));
  return P;
}

static EventFilter filterOf(EventGlobs Globs) {
  return cantFail(EventFilter::create(std::move(Globs)));
}

/// Rows, totals and threads that counted, but no shares.
static std::string text(const EventReport &Report) {
  std::string Text;
  auto AddThreads = [&](const ThreadShares &Threads) {
    for (auto [Thread, Count] : Threads)
      if (Count)
        Text += " " + std::to_string(Thread) + ":" + std::to_string(Count);
    Text += "\n";
  };
  for (const ReportEvent &E : Report.Events) {
    Text += E.Name + " " + std::to_string(E.Counter) + " " +
            std::to_string(E.Total) + ";";
    AddThreads(E.Threads);
    for (const ReportRow &R : E.Rows) {
      Text += "  " + kindWord(R.Kind).str() + " " +
              commandWord(R.Command).str() + " " + R.File + ":" +
              std::to_string(R.Line) + ":" + std::to_string(R.Column) + " " +
              R.Function + " " + std::to_string(R.Count) + ";";
      AddThreads(R.Threads);
    }
  }
  return Text;
}

/// A unit of any sites of two events, with derived values of derived values.
static Bytes randomTable(std::mt19937 &Random) {
  SiteTableBuilder T;
  T.setSourceFile(Random() % 2 ? "/src/a.c" : "/src/b.c");
  uint32_t NumSlots = 1 + Random() % 6, NumDerived = Random() % 5;
  T.setNumSlots(NumSlots);
  T.addEvent("one", 3);
  T.addEvent("two", -1);
  T.addEntry(0, SiteKind::Entry, SiteCommand::Inc, "f", "s.yaml", 3, 1);
  T.addEntry(1, SiteKind::Entry, SiteCommand::Inc, "g", "s.yaml", 4, 0);
  auto Value = [&](uint32_t End) -> uint32_t {
    return Random() % 8 ? Random() % End : abi::ZeroValue;
  };
  for (uint32_t I = 0; I != NumDerived; ++I)
    T.addDerived(Value(NumSlots + I), Value(NumSlots + I), Random() % 2);
  static const char *const Files[] = {"/src/a.c", "/src/lib/x.h"};
  static const char *const Functions[] = {"f", "_ZN2ns1gEi", ""};
  for (unsigned I = Random() % 8; I--;) {
    abi::SiteRec S = siteOf(
        T, Random() % 2,
        static_cast<SiteKind>(Random() % 3), // Lines, entries and returns.
        Files[Random() % 2], 1 + Random() % 3, Functions[Random() % 3],
        Random() % 4 ? SiteCommand::Inc : SiteCommand::Dec);
    std::vector<abi::CandidateRec> Candidates(1 + Random() % 3);
    for (abi::CandidateRec &C : Candidates)
      C = {Value(NumSlots + NumDerived), uint32_t(Random() % 2), 0, 9, 9};
    T.addSite(S, Candidates);
  }
  return T.finish();
}

static std::string randomModule(std::mt19937 &Random, StringRef Path) {
  std::vector<Bytes> Tables(1 + Random() % 3);
  std::vector<TestThread> Threads(1 + Random() % 3);
  for (Bytes &T : Tables)
    T = randomTable(Random);
  for (TestThread &T : Threads) {
    T.Index = &T - Threads.data();
    for (uint32_t Unit = 0; Unit != Tables.size(); ++Unit) {
      uint32_t NumSlots =
          cantFail(SiteTable::decode(asString(Tables[Unit]))).numSlots();
      for (uint32_t Slot = 0; Slot != NumSlots; ++Slot)
        if (Random() % 4)
          T.Counts.push_back({Unit, Slot, Random() % 1000});
    }
  }
  return makeProfile(Tables, Threads, "./app", Path);
}

/// Of a program and a library.
static EventProfile randomProfile(std::mt19937 &Random) {
  EventProfile P;
  for (StringRef Path : {"/b/app", "/b/a.so"}) {
    std::string Bytes = randomModule(Random, Path);
    cantFail(P.add(MemoryBufferRef(Bytes, "x.prof")));
  }
  return P;
}

/// A report of selected sites equals a filtered report.
TEST(EventSelection, ReportsWhatAFilterLeaves) {
  static const EventGlobs Choices[] = {
      {"", "", ""},           {"one", "", ""},       {"t*", "", ""},
      {"", "f", ""},          {"", "ns::g", ""},     {"", "ns::g(int)", ""},
      {"", "*", ""},          {"", "", "a.c"},       {"", "", "lib/*.h"},
      {"two", "f", ""},       {"one", "", "/src/*"}, {"*", "ns::*", "x.h"},
      {"one", "", "lib/**"},  {"", "", "", "a.so"},  {"t*", "f", "", "/b/a*"},
      {"", "f", "", "/b/app"}};
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 500; ++Round) {
    EventProfile Whole = randomProfile(Random);
    for (const EventGlobs &Globs : Choices) {
      EventFilter Filter = filterOf(Globs);
      EventReport Expected = Filter.apply(Whole, EventReport::compute(Whole));
      EventProfile Part = selectEvents(Whole, Filter);
      ASSERT_EQ(text(EventReport::compute(Part)), text(Expected))
          << "round " << Round << ": " << Globs.Event << " " << Globs.Function
          << " " << Globs.File << " " << Globs.Module;
      // What was selected stays when it is selected again.
      EXPECT_EQ(text(EventReport::compute(selectEvents(Part, Filter))),
                text(Expected));
    }
  }
}

TEST(EventSelection, LeavesSlotsAndStringsOut) {
  EventProfile Whole =
      profileOf({fullTable()}, {{0, {{0, 0, 5}, {0, 1, 2}}}, {1, {{0, 2, 7}}}});
  EventProfile Part = selectEvents(Whole, filterOf({"calls", "", ""}));
  ASSERT_EQ(Part.units().size(), 1u);
  const SiteTable &T = Part.units()[0];
  EXPECT_EQ(T.sourceFile(), "/src/a.c");
  EXPECT_EQ(T.numSlots(), 2u);
  EXPECT_EQ(T.derived().size(), 0u);
  ASSERT_EQ(T.events().size(), 1u);
  EXPECT_EQ(T.events()[0].Counter, 7);
  EXPECT_EQ(T.entries().size(), 1u);
  EXPECT_EQ(T.bytes().find("hot"), StringRef::npos);
  EXPECT_EQ(T.bytes().find("a.c:9"), StringRef::npos);
  // Thread 1 has counted the line only.
  EXPECT_EQ(Part.threads().size(), 1u);
  EXPECT_EQ(Part.runs(), 1u);
  EXPECT_EQ(Part.command(), "./app");

  Part = selectEvents(Whole, filterOf({"hot", "", ""}));
  EXPECT_EQ(Part.units()[0].numSlots(), 3u);
  EXPECT_EQ(Part.units()[0].derived().size(), 2u);
  EXPECT_EQ(Part.threads().size(), 2u);
  EXPECT_TRUE(selectEvents(Whole, filterOf({"none", "", ""})).units().empty());
}

/// Whether an entry matched nothing depends on all units.
TEST(EventSelection, KeepsEntriesOfUnitsWithoutSites) {
  auto Unit = [](StringRef File, StringRef Function, uint32_t NumSites) {
    SiteTableBuilder T;
    T.setSourceFile(File);
    T.setNumSlots(1);
    T.addEvent("e", -1);
    T.addEntry(0, SiteKind::Entry, SiteCommand::Inc, "h*", "s.yaml", 3,
               NumSites);
    T.addSite(siteOf(T, 0, SiteKind::Entry, File, 1, Function),
              {{0, 0, 0, 0, 0}});
    return T.finish();
  };
  EventProfile Whole =
      profileOf({Unit("/src/a.c", "f", 0), Unit("/src/b.c", "h1", 1)},
                {{0, {{0, 0, 5}, {1, 0, 2}}}});
  EventProfile Part = selectEvents(Whole, filterOf({"", "f", ""}));
  EXPECT_EQ(Part.units().size(), 2u);
  EventReport Report = EventReport::compute(Part);
  EXPECT_EQ(Report.Events[0].Rows.size(), 1u);
  EXPECT_TRUE(Report.Unmatched.empty());
}

/// Two files with this header are two units with the same sites, whose counts
/// near the limit add up as before.
TEST(EventSelection, UnitsThatBecomeEqualAddUp) {
  auto Unit = [](StringRef Other) {
    SiteTableBuilder T;
    T.setNumSlots(2);
    T.addEvent("e", -1);
    T.addSite(siteOf(T, 0, SiteKind::Entry, "/src/x.h", 1, "f"),
              {{0, 0, 0, 0, 0}});
    T.addSite(siteOf(T, 0, SiteKind::Entry, "/src/y.c", 1, Other),
              {{1, 0, 0, 0, 0}});
    return T.finish();
  };
  EventProfile Whole = profileOf(
      {Unit("g"), Unit("h")},
      {{0, {{0, 0, INT64_MAX - 1}, {0, 1, 1}, {1, 0, 7}, {1, 1, 1}}}});
  EventProfile Part = selectEvents(Whole, filterOf({"", "f", ""}));
  EXPECT_EQ(Part.units().size(), 1u);
  EXPECT_EQ(EventReport::compute(Part).Events[0].Total, INT64_MAX);
  EXPECT_TRUE(Part.overflowed());
}

/// A derived value says that a slot counts down; it may belong to sites that
/// are omitted.
TEST(EventSelection, SlotsThatCountDownStaySigned) {
  SiteTableBuilder T;
  T.setNumSlots(1);
  T.addEvent("up", -1);
  T.addEvent("down", -1);
  T.addDerived(abi::ZeroValue, 0, /*Subtract=*/true);
  T.addSite(siteOf(T, 0, SiteKind::Entry, "/src/a.c", 1, "f"),
            {{0, 0, 0, 0, 0}});
  T.addSite(siteOf(T, 1, SiteKind::Entry, "/src/a.c", 1, "f", SiteCommand::Dec),
            {{1, 0, 0, 0, 0}});
  EventProfile Part =
      selectEvents(profileOf({T.finish()}, {{0, {{0, 0, uint64_t(-3)}}}}),
                   filterOf({"up", "", ""}));
  EXPECT_EQ(Part.units()[0].addSlots(0, uint64_t(-3), uint64_t(-4)),
            uint64_t(-7));
  EXPECT_EQ(EventReport::compute(Part).Events[0].Total, -3);
}
} // namespace udpc
