// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/EventChoice.h"
#include "test/unit/profdata/annotate/TestSheets.h"

using namespace llvm;
using namespace udpc;

static std::vector<size_t> chosen(CostSheet &Sheet, StringRef Names) {
  Expected<EventChoice> Choice = chooseEvents(Sheet, Names);
  if (Choice)
    return Choice->Events;
  ADD_FAILURE() << toString(Choice.takeError());
  return {};
}

TEST(EventChoice, FindsAndComputes) {
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir D1mr D1mw\nfl=a\nfn=b\n"
                            "1 100 2 3\nsummary: 100 2 3\n");
  EXPECT_EQ(chosen(Sheet, "D1mr,Ir"), (std::vector<size_t>{1, 0}));
  EXPECT_EQ(chosen(Sheet, "D1m, x = 2*Ir - 10*D1mr"),
            (std::vector<size_t>{3, 4}));
  EXPECT_EQ(Sheet.Total, (Counts{100, 2, 3, 5, 180}));
  EXPECT_EQ(Sheet.Files.at("a").Functions.at("b").at(1), Sheet.Total);
  EXPECT_EQ(Sheet.numRecorded(), 3u);
  Counts More = {1, 1, 1};
  Sheet.derive(More);
  EXPECT_EQ(More, (Counts{1, 1, 1, 2, -8}));
  // It is there now.
  EXPECT_EQ(chosen(Sheet, "D1m"), (std::vector<size_t>{3}));
  EXPECT_EQ(Sheet.numEvents(), 5u);
}

TEST(EventChoice, LeavesOutWhatNeverHappens) {
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir Dr Dw\nfl=a\nfn=b\n"
                            "1 1 0 1\nsummary: 1 0 1\n");
  EXPECT_EQ(eventsWithCounts(Sheet), (std::vector<size_t>{0, 2}));
  CostSheet None = sheetOf("cmd: c\nevents: Ir Dr\nfl=a\nfn=b\n1 0\n"
                           "summary: 0 0\n");
  EXPECT_EQ(eventsWithCounts(None), (std::vector<size_t>{0, 1}));
  // Costs that cancel out were spent.
  Expected<CostSheet> Moved = CostSheet::difference(
      sheetOf("cmd: c\nevents: Ir\nfl=a\nfn=b\n1 1\nsummary: 1\n"),
      sheetOf("cmd: c\nevents: Ir\nfl=a\nfn=b\n2 1\nsummary: 1\n"));
  ASSERT_TRUE(bool(Moved)) << toString(Moved.takeError());
  EXPECT_TRUE(Moved->hasCounts(0));
}

static CostSheet cachegrindSheet() {
  return sheetOf(
      "cmd: c\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfl=a\nfn=b\n"
      "1 100 1 1 20 2 1 5 1 0\nsummary: 100 1 1 20 2 1 5 1 0\n");
}

static std::vector<std::string> namesOf(const CostSheet &Sheet,
                                        const EventChoice &Choice) {
  std::vector<std::string> Names;
  for (size_t Event : Choice.Events)
    Names.push_back(Sheet.Events[Event]);
  for (const EventRate &Rate : Choice.Rates)
    Names.push_back(Rate.Name);
  return Names;
}

using Names = std::vector<std::string>;

TEST(EventChoice, ComputesRates) {
  CostSheet Sheet = cachegrindSheet();
  Expected<EventChoice> Choice = chooseEvents(Sheet, "D1m/Dref, Ir, D1mr/Dr");
  ASSERT_TRUE(bool(Choice)) << toString(Choice.takeError());
  EXPECT_EQ(namesOf(Sheet, *Choice), (Names{"Ir", "D1m/Dref", "D1mr/Dr"}));
  EXPECT_EQ(Choice->Rates[0].percent(Sheet.Total), 12);
  EXPECT_EQ(Choice->Rates[1].percent(Sheet.Total), 10);
  Counts None(Sheet.numEvents());
  EXPECT_EQ(Choice->Rates[0].percent(None), std::nullopt);
}

TEST(EventChoice, RefusesRatesOfDifferences) {
  Expected<CostSheet> Change =
      CostSheet::difference(cachegrindSheet(), cachegrindSheet());
  ASSERT_TRUE(bool(Change)) << toString(Change.takeError());
  EXPECT_EQ(toString(chooseEvents(*Change, "D1m/Dref").takeError()),
            "'D1m/Dref': differences have no rates");
}

TEST(EventChoice, ListsEventsWhenItRefusesOne) {
  CostSheet Sheet = cachegrindSheet();
  EXPECT_EQ(toString(chooseEvents(Sheet, "D1m,Dx").takeError()),
            "no event 'Dx'; there are: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw "
            "D1m; computed: L1m LLm DLm Dref CEst");
  EXPECT_EQ(toString(chooseEvents(Sheet, "Ir/Dx").takeError()).substr(0, 14),
            "no event 'Dx';");
  EXPECT_EQ(toString(chooseEvents(Sheet, "D1m/Dr,D1m/Dr").takeError()),
            "'D1m/Dr' is there twice");
}

TEST(EventChoice, ShowsMissesAndTheirRateUsually) {
  CostSheet Sheet = cachegrindSheet();
  EventChoice Choice = usualEvents(Sheet);
  EXPECT_EQ(namesOf(Sheet, Choice), (Names{"Ir", "D1m", "LLm", "D1m/Dref"}));
}

TEST(EventChoice, ShowsMispredictedBranchesUsually) {
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir Dr D1mr Dw D1mw Bc Bcm Bi Bim\n"
                            "fl=a\nfn=b\n1 9 2 1 1 0 3 2 0 0\n"
                            "summary: 9 2 1 1 0 3 2 0 0\n");
  EXPECT_EQ(namesOf(Sheet, usualEvents(Sheet)),
            (Names{"Ir", "D1m", "Bm", "D1m/Dref"}));
}

TEST(EventChoice, TakesAnEventWithASlashForThatEvent) {
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir ns/op\nfl=a\nfn=b\n1 9 2\n"
                            "summary: 9 2\n");
  EXPECT_EQ(chosen(Sheet, "ns/op"), (std::vector<size_t>{1}));
}

TEST(EventChoice, ShowsCountsIfThereAreNoMisses) {
  CostSheet Counts = sheetOf("cmd: c\nevents: Ir Dr Dw\nfl=a\nfn=b\n"
                             "1 9 2 1\nsummary: 9 2 1\n");
  EXPECT_EQ(namesOf(Counts, usualEvents(Counts)), (Names{"Ir", "Dr", "Dw"}));
  CostSheet Never = sheetOf("cmd: c\nevents: Ir Dr D1mr Dw D1mw\nfl=a\nfn=b\n"
                            "1 9 2 0 1 0\nsummary: 9 2 0 1 0\n");
  EXPECT_EQ(namesOf(Never, usualEvents(Never)), (Names{"Ir", "Dr", "Dw"}));
}

TEST(EventChoice, ShowsNoRateOfDifferencesUsually) {
  CostSheet Old = cachegrindSheet(), New = cachegrindSheet();
  New.Files.at("a").Functions.at("b").at(1)[4] = 9;
  Expected<CostSheet> Change = CostSheet::difference(Old, New);
  ASSERT_TRUE(bool(Change)) << toString(Change.takeError());
  EXPECT_EQ(namesOf(*Change, usualEvents(*Change)).back(), "D1m");
}
