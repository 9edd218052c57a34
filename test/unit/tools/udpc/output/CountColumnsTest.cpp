// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/udpc/output/CountColumns.h"
#include "profdata/annotate/EventChoice.h"
#include "test/unit/profdata/annotate/TestSheets.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class CountColumnsTest : public testing::Test {
protected:
  CountColumnsTest() {
    A.Sheet = sheetOf("cmd: c\nevents: Ir Dr D1mr\nfl=a\nfn=b\n"
                      "1 1500 100 20\n2 500 0 0\nsummary: 2000 100 20\n");
    EventChoice Choice = cantFail(chooseEvents(A.Sheet, "Ir,Dr,D1mr,D1mr/Dr"));
    A.Options.Show = Choice.Events;
    A.Options.Rates = Choice.Rates;
    A.Options.Order.Sort = {1};
  }

  CountColumns columns(size_t Width = SIZE_MAX) const {
    CountColumns C(A, /*Percentages=*/true);
    C.measure(A.Sheet.Total);
    C.fit(Width);
    return C;
  }

  static std::string head(const CountColumns &C) {
    std::string Text;
    raw_string_ostream OS(Text);
    C.printHead(OS);
    return Text;
  }

  static std::string row(const CountColumns &C, ArrayRef<int64_t> Counts) {
    std::string Text;
    raw_string_ostream OS(Text);
    C.print(OS, Counts);
    return Text;
  }

  Annotation A;
};

} // namespace

TEST_F(CountColumnsTest, ShowEventsWithSharesAndRates) {
  CountColumns C = columns();
  EXPECT_EQ(head(C), "   Ir          Dr         D1mr         D1mr/Dr");
  EXPECT_EQ(row(C, {1500, 100, 20}),
            "1,500  75.0%  100 100.0%    20 100.0%    20.0%  ");
  EXPECT_EQ(row(C, {500, 0, 0}),
            "  500  25.0%    0            0               .  ");
  EXPECT_EQ(C.width(), row(C, {500, 0, 0}).size());
}

TEST_F(CountColumnsTest, OmitPercentagesFirstThenColumnsFromTheRight) {
  size_t Whole = columns().width();
  EXPECT_EQ(columns(Whole).width(), Whole);
  EXPECT_EQ(row(columns(Whole - 1), {2000, 100, 20}),
            "2,000  100 100.0%    20    20.0%  ");
  EXPECT_EQ(row(columns(30), {2000, 100, 20}), "2,000  100    20    20.0%  ");
  EXPECT_EQ(row(columns(25), {2000, 100, 20}), "2,000  100 100.0%    20  ");
}

TEST_F(CountColumnsTest, ShortenLongNamesFirst) {
  A.Sheet = sheetOf("cmd: c\nevents: a_very_long_name_of_an_event Dr\nfl=a\n"
                    "fn=b\n1 1500 100\nsummary: 1500 100\n");
  A.Options.Show = {0, 1};
  A.Options.Rates.clear();
  EXPECT_EQ(head(columns(55)), "a_very_long_name_of_an_event          Dr");
  EXPECT_EQ(head(columns(40)), "a_very_…an_event   Dr");
  EXPECT_EQ(row(columns(40), {1500, 100}), "           1,500  100 100.0%  ");
}

TEST_F(CountColumnsTest, KeepTheSortedEvent) {
  EXPECT_EQ(columns(17).names(), (std::vector<std::string>{"Ir", "Dr"}));
  EXPECT_EQ(row(columns(12), {2000, 100, 20}), "2,000  100  ");
  EXPECT_EQ(row(columns(11), {2000, 100, 20}), "100  ");
  EXPECT_EQ(row(columns(0), {2000, 100, 20}), "100  ");
}
