// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/CostSheet.h"
#include "test/unit/profdata/annotate/TestSheets.h"

using namespace llvm;
using namespace udpc;

static constexpr char A[] = "desc: d\ncmd: a\nevents: Ir Dr\n"
                            "fl=x.c\nfn=_Z1fi\n1 5 1\n2 3\nsummary: 8 1\n";
static constexpr char B[] = "desc: d\ncmd: b\nevents: Ir Dr\n"
                            "fl=x.c\nfn=_Z1fi\n1 5 1\n2 10 2\n"
                            "fl=y.c\nfn=g\n7 1\nsummary: 16 3\n";

TEST(CostSheet, AddsUp) {
  CostSheet Sheet = sheetOf(A);
  Error E = Sheet.add(parsed(B), {});
  ASSERT_FALSE(bool(E)) << toString(std::move(E));
  EXPECT_EQ(Sheet.Total, (Counts{24, 4}));
  EXPECT_EQ(Sheet.Base, Sheet.Total);
  EXPECT_EQ(Sheet.Files.at("x.c").Functions.at("f(int)").at(2),
            (Counts{13, 2}));
  EXPECT_EQ(Sheet.Descriptions, std::vector<std::string>{"d"});
  EXPECT_EQ(Sheet.Commands, (std::vector<std::string>{"a", "b"}));
}

TEST(CostSheet, LeavesNamesAsTheyAre) {
  SheetNames Names;
  Names.Demangle = false;
  EXPECT_EQ(sheetOf(A, Names).Files.at("x.c").Functions.count("_Z1fi"), 1u);
}

TEST(CostSheet, RemembersWhatFilesWereCalled) {
  SheetNames Names;
  Names.Files.push_back(cantFail(NameChange::parse("s/[xy]/z/")));
  CostSheet Sheet = sheetOf(B, Names);
  ASSERT_EQ(Sheet.Files.size(), 1u);
  EXPECT_EQ(Sheet.Files.at("z.c").Originals,
            (std::set<std::string>{"x.c", "y.c"}));
}

TEST(CostSheet, DiffersByWhatHasChanged) {
  Expected<CostSheet> Sheet = CostSheet::difference(sheetOf(A), sheetOf(B));
  ASSERT_TRUE(bool(Sheet)) << toString(Sheet.takeError());
  EXPECT_TRUE(Sheet->IsDifference);
  EXPECT_EQ(Sheet->Total, (Counts{8, 2}));
  EXPECT_EQ(Sheet->Base, (Counts{8, 1}));
  const CostSheet::Lines &F = Sheet->Files.at("x.c").Functions.at("f(int)");
  EXPECT_EQ(F.count(1), 0u);
  EXPECT_EQ(F.at(2), (Counts{7, 2}));
  Expected<CostSheet> Back = CostSheet::difference(sheetOf(B), sheetOf(A));
  ASSERT_TRUE(bool(Back)) << toString(Back.takeError());
  EXPECT_EQ(Back->Files.at("y.c").Functions.at("g").at(7), (Counts{-1, 0}));
}

TEST(CostSheet, NoChangeLeavesNothing) {
  Expected<CostSheet> Sheet = CostSheet::difference(sheetOf(A), sheetOf(A));
  ASSERT_TRUE(bool(Sheet)) << toString(Sheet.takeError());
  EXPECT_TRUE(Sheet->Files.empty());
}

TEST(CostSheet, RefusesOtherEvents) {
  CostSheet Sheet = sheetOf(A);
  CostGraph Other = parsed("cmd: c\nevents: Ir\nfl=a\nfn=b\n1 1\nsummary: 1\n");
  EXPECT_EQ(toString(Sheet.add(Other, {})),
            "it has other events (Ir) than what came before (Ir Dr)");
}

TEST(CostSheet, StopsAtTheLargestNumber) {
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir\nfl=a\nfn=b\n"
                            "1 18446744073709551615\n"
                            "summary: 18446744073709551615\n");
  EXPECT_EQ(Sheet.Total, Counts{INT64_MAX});
  Counts C = {INT64_MIN, 1};
  CostSheet::addTo(C, {-1, 2});
  EXPECT_EQ(C, (Counts{INT64_MIN, 3}));
}

TEST(CostSheet, KnowsWhatDoesNotFit) {
  EXPECT_EQ(sheetOf(A).eventTooLarge(), 2u);
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir Dr\nfl=a\nfn=b\n"
                            "1 1 9223372036854775000\n2 1 900\n"
                            "summary: 2 9223372036854775900\n");
  EXPECT_EQ(Sheet.eventTooLarge(), 1u);
  // Percentages are of the old total.
  Expected<CostSheet> Same = CostSheet::difference(Sheet, Sheet);
  ASSERT_TRUE(bool(Same)) << toString(Same.takeError());
  EXPECT_EQ(Same->eventTooLarge(), 1u);
}
