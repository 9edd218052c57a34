// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/CostSummary.h"
#include "test/unit/profdata/annotate/TestSheets.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

/// "group(rows) ..." with a * after groups that are whole.
static std::string text(ArrayRef<SummaryGroup> Groups) {
  std::string Text;
  for (const SummaryGroup &G : Groups) {
    Text += (Text.empty() ? "" : " ") + G.Name + "(";
    for (const SummaryRow &R : G.Rows)
      Text += (&R == &G.Rows[0] ? "" : ",") + R.Name;
    Text += G.IsWhole ? ")*" : ")";
  }
  return Text;
}

static CostSheet example() {
  return sheetOf("cmd: c\nevents: Ir Dr\n"
                 "fl=b.c\nfn=g\n1 300 1\nfn=f\n2 300 1\nfn=little\n3 5\n"
                 "fl=a.c\nfn=f\n1 100 7\n2 100\nfn=h\n4 190 9\n"
                 "fl=none.c\nfn=tiny\n1 5\nsummary: 1000 18\n");
}

TEST(CostSummary, SortsAndLeavesOut) {
  CostSheet Sheet = example();
  CostOrder Order = {{0}, 1};
  std::vector<SummaryGroup> Files = summarize(Sheet, SummaryBy::File, Order);
  EXPECT_EQ(text(Files), "b.c(f,g) a.c(f,h)*");
  // Counts are of all rows, shown or not.
  EXPECT_EQ(Files[0].Counts, (Counts{605, 2}));
  EXPECT_EQ(Files[1].Cumulative, (Counts{995, 18}));
  EXPECT_EQ(text(summarize(Sheet, SummaryBy::Function, Order)),
            "f(b.c,a.c)* g(b.c)* h(a.c)*");
}

TEST(CostSummary, TakesTheNextEventWhereOneIsEqual) {
  CostSheet Sheet = example();
  EXPECT_EQ(text(summarize(Sheet, SummaryBy::File, {{1}, 1})),
            "a.c(h,f)* b.c(f,g)");
  EXPECT_EQ(text(summarize(Sheet, SummaryBy::File, {{1, 0}, 0})),
            "a.c(h,f)* b.c(f,g,little)* none.c(tiny)*");
}

TEST(CostSummary, ThresholdIsInclusive) {
  CostSheet Sheet = example();
  CostOrder Order = {{0}, 30};
  EXPECT_TRUE(Order.isAbove(Sheet, {300, 0}));
  EXPECT_FALSE(Order.isAbove(Sheet, {299, 0}));
}

// The rows have the counts 300 1, 300 1, 5, 200 7, 190 9 and 5.
TEST(CostSummary, SelectsTheFirstRowsThatHaveAShare) {
  CostSheet Sheet = example();
  auto Selected = [&](std::vector<size_t> Sort, std::vector<double> Shares) {
    CostOrder Order = {std::move(Sort), 0.1};
    Order.limitTo(Sheet, Shares);
    return text(summarize(Sheet, SummaryBy::File, Order));
  };
  EXPECT_EQ(Selected({1}, {50}), "a.c(h)");
  EXPECT_EQ(Selected({1}, {51}), "a.c(h,f)*");
  // Equal rows are all selected or none is.
  EXPECT_EQ(Selected({1}, {90}), "a.c(h,f)* b.c(f,g)");
  EXPECT_EQ(Selected({0, 1}, {60, 0}), "b.c(f,g)");
  // The last share is reached last.
  EXPECT_EQ(Selected({0, 1}, {60, 50}), "b.c(f,g) a.c(f)");
  EXPECT_EQ(Selected({0, 1}, {60, 51}), "b.c(f,g) a.c(f,h)*");
  EXPECT_EQ(Selected({0}, {100}), "b.c(f,g,little)* a.c(f,h)* none.c(tiny)*");
}

TEST(CostSummary, HasImpossibleEvents) {
  CostSheet Sheet = sheetOf("cmd: c\nevents: Ir Dr Dw\n"
                            "fl=a.c\nfn=f\n1 5 . .\n2 5 0 .\n"
                            "fn=g\n1 5 .\n1 5 . 0\nsummary: 20 0 0\n");
  std::vector<SummaryGroup> Files = summarize(Sheet, SummaryBy::File, {{0}, 0});
  EXPECT_EQ(Files[0].Counts.Impossible, EventSet());
  EXPECT_EQ(Files[0].Rows[0].Counts.Impossible, EventSet{2});
  EXPECT_EQ(Files[0].Rows[1].Counts.Impossible, EventSet{1});
  CostSheet New = sheetOf("cmd: c\nevents: Ir Dr Dw\n"
                          "fl=a.c\nfn=f\n2 9 0 .\nsummary: 9 0 0\n");
  Expected<CostSheet> Change = CostSheet::difference(Sheet, New);
  ASSERT_TRUE(bool(Change));
  EXPECT_EQ(Change->Files["a.c"].Functions["f"].at(2).Impossible, EventSet{2});
  Sheet.addDerived("D", {"Dr+Dw", {{1, 1}, {1, 2}}});
  const CostSheet::Lines &Lines = Sheet.Files["a.c"].Functions["f"];
  EXPECT_EQ(Lines.at(1).Impossible, (EventSet{1, 2, 3}));
  EXPECT_EQ(Lines.at(2).Impossible, EventSet{2});
}

TEST(CostSummary, ChangesWeighUpOrDown) {
  CostSheet Old = example();
  CostSheet New = sheetOf("cmd: c\nevents: Ir Dr\n"
                          "fl=b.c\nfn=g\n1 100 1\nfn=f\n2 450 1\n"
                          "fl=a.c\nfn=new\n1 10\nsummary: 560 2\n");
  Expected<CostSheet> Sheet = CostSheet::difference(Old, New);
  ASSERT_TRUE(bool(Sheet));
  EXPECT_EQ(text(summarize(*Sheet, SummaryBy::File, {{0}, 1})),
            "a.c(f,h,new)* b.c(g,f)");
}

TEST(CostSummary, NothingIsNoPercentage) {
  CostSheet Sheet =
      sheetOf("cmd: c\nevents: Ir\nfl=a\nfn=b\n1 0\nsummary: 0\n");
  EXPECT_EQ(Sheet.percent(5, 0), 0);
  EXPECT_EQ(text(summarize(Sheet, SummaryBy::File, {{0}, 1})), "");
  EXPECT_EQ(text(summarize(Sheet, SummaryBy::File, {{0}, 0})), "a(b)*");
}
