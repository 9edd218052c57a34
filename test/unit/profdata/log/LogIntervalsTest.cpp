// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/log/LogIntervals.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static LogSnapshot snapshot(uint64_t Time, std::vector<int64_t> Counts,
                            uint32_t NumResets = 0) {
  LogSnapshot S;
  S.Time = Time;
  S.Counts = std::move(Counts);
  S.NumResets = NumResets;
  return S;
}

static LogRun someRun() {
  LogRun R;
  R.HasBeginning = true;
  R.Began = 1000000000;
  R.Snapshots = {snapshot(2000000000, {10}), snapshot(4000000000, {30, 5}),
                 snapshot(4000000000, {30, 5}), snapshot(5000000000, {2, 0}, 1),
                 snapshot(6000000000, {3, -1}, 1)};
  return R;
}

TEST(LogIntervals, HaveChangesAndRates) {
  LogSeries S = seriesOf(someRun());
  ASSERT_EQ(S.Intervals.size(), 4u);
  EXPECT_EQ(S.Intervals[0].Begin, 1000000000u);
  EXPECT_EQ(S.Intervals[0].Changes, (std::vector<int64_t>{10}));
  EXPECT_EQ(S.Intervals[1].Changes, (std::vector<int64_t>{20, 5}));
  EXPECT_EQ(S.Intervals[1].rate(0), 10.0);
  EXPECT_EQ(S.Intervals[1].rate(7), 0.0);
  // The counts were reset in it.
  EXPECT_EQ(S.Intervals[2].rate(0), std::nullopt);
  EXPECT_EQ(S.Intervals[3].rate(1), -1.0);
}

TEST(LogIntervals, AreItsOwnForAnEventThatWasWrittenAlone) {
  LogRun R = someRun();
  R.Snapshots.resize(2);
  R.Snapshots[1].Written = {{1, 2}};
  R.Snapshots.push_back(snapshot(5000000000, {31, 6}));
  R.Snapshots[2].Written = {{1, 2}};
  LogSeries S = seriesOf(R);
  ASSERT_EQ(S.Intervals.size(), 3u);
  EXPECT_EQ(S.Intervals[1].rate(0), 10.0);
  EXPECT_EQ(S.Intervals[1].rate(1), std::nullopt);
  EXPECT_EQ(S.Intervals[2].rate(1), 1.0);
  std::vector<LogInterval> Sum = combine(S.Intervals, 10000000000);
  ASSERT_EQ(Sum.size(), 1u);
  EXPECT_TRUE(Sum[0].rate(0).has_value());
  EXPECT_EQ(Sum[0].rate(1), std::nullopt);
}

TEST(LogIntervals, BeginWithTheFirstSnapshotOfARotatedLog) {
  LogRun R = someRun();
  R.HasBeginning = false;
  LogSeries S = seriesOf(R);
  ASSERT_EQ(S.Intervals.size(), 3u);
  EXPECT_EQ(S.Intervals[0].Begin, 2000000000u);
}

TEST(LogIntervals, AreCombined) {
  std::vector<LogInterval> Sum =
      combine(seriesOf(someRun()).Intervals, 3000000000);
  ASSERT_EQ(Sum.size(), 2u);
  EXPECT_EQ(Sum[0].End, 4000000000u);
  EXPECT_EQ(Sum[0].Changes, (std::vector<int64_t>{30, 5}));
  EXPECT_EQ(Sum[1].Covered, 1000000000u);
  EXPECT_EQ(Sum[1].rate(0), 1.0);
}

TEST(LogIntervals, AreThoseOfEachThread) {
  LogRun R = someRun();
  R.Snapshots[0].Threads = {{0, 1, false, {7}}};
  R.Snapshots[1].Threads = {{0, 1, false, {8, 0}}, {3, 2, true, {22, 5}}};
  std::vector<LogSeries> S = threadSeriesOf(R);
  ASSERT_EQ(S.size(), 2u);
  EXPECT_EQ(S[0].Thread, 0u);
  EXPECT_EQ(S[0].Intervals.size(), 2u);
  EXPECT_EQ(S[0].Intervals[1].change(0), 1);
  EXPECT_EQ(S[1].Thread, 3u);
  EXPECT_EQ(S[1].Intervals[0].change(0), 22);
}
