//===- RateTableTest.cpp - Rates and their sparklines ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/watch/RateTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Returns the table of two events after a count each second.
std::string tableOf(ArrayRef<int64_t> Counts, size_t Columns) {
  RateTable Table;
  RateTable::Clock::time_point Now;
  for (int64_t Count : Counts) {
    Table.update({{{1, "calls"}, Count}, {{1, "silent"}, 7}}, Now);
    Now += std::chrono::seconds(1);
  }
  std::string Text;
  raw_string_ostream OS(Text);
  Table.print(OS, RateTable::NoLimit, RateTable::ByEvent, Columns);
  return Text;
}

TEST(RateTableTest, SparklineShowsTheLastRates) {
  EXPECT_EQ(sparkline({}, 5), "");
  EXPECT_EQ(sparkline({3, 0, 7, 14}, 5), "▃▁▅█");
  EXPECT_EQ(sparkline({14, 7, 0}, 2), "█▁")
      << "the scale is that of the last two";
}

TEST(RateTableTest, SparklineWithoutChangesIsFlat) {
  EXPECT_EQ(sparkline({0, 0, 0}, 5), "▁▁▁");
  EXPECT_EQ(sparkline({5, 5}, 5), "██");
}

TEST(RateTableTest, SparklineOfCountsThatFall) {
  EXPECT_EQ(sparkline({-10, 0}, 5), "▁█");
  EXPECT_EQ(sparkline({-10, 0, 10}, 5), "▁▅█");
}

TEST(RateTableTest, WideTerminalHasSparklines) {
  EXPECT_EQ(tableOf({0, 70, 70, 210}, 80),
            "event   rate/s  mean/s  count  last\n"
            "calls      140      70    210  ▅▁█\n"
            "silent       0       0      7  ▁▁▁\n");
}

TEST(RateTableTest, SparklineTakesTheSpaceThatIsLeft) {
  EXPECT_EQ(tableOf({0, 10, 10, 10, 10, 10, 10, 20}, 38),
            "event   rate/s  mean/s  count  last\n"
            "calls       10    2.86     20  █▁▁▁▁▁█\n"
            "silent       0       0      7  ▁▁▁▁▁▁▁\n");
}

TEST(RateTableTest, NoSparklineWithoutSpaceOrTerminal) {
  for (size_t Columns : {0, 30})
    EXPECT_EQ(tableOf({0, 10}, Columns), "event   rate/s  mean/s  count\n"
                                         "calls       10      10     10\n"
                                         "silent       0       0      7\n");
}

TEST(RateTableTest, NarrowTerminalShortensNames) {
  RateTable Table;
  RateTable::Clock::time_point Now;
  for (int64_t Count : {0, 10}) {
    Table.update({{{1, "cache_of_strings.misses"}, Count}}, Now);
    Now += std::chrono::seconds(1);
  }
  std::string Text;
  raw_string_ostream OS(Text);
  Table.print(OS, RateTable::NoLimit, RateTable::ByEvent, 36);
  EXPECT_EQ(Text, "event          rate/s  mean/s  count\n"
                  "cache_…misses      10      10     10\n");
}

} // namespace
