// The rate of false alarms on series without a change, and the detection of
// changes. The random numbers are the same in each run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/LogCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace llvm;
using namespace udpc;

using Series = std::vector<IntervalCount>;
using Generator = std::function<double(std::mt19937 &, double Mean)>;

static double poisson(std::mt19937 &Random, double Mean) {
  return Mean ? std::poisson_distribution<long>(Mean)(Random) : 0;
}

/// Variance: 4 times the mean.
static double negativeBinomial(std::mt19937 &Random, double Mean) {
  return poisson(Random, std::gamma_distribution<double>(Mean / 3, 3)(Random));
}

/// Varies by 2 % beside the counts.
static double noisy(std::mt19937 &Random, double Mean) {
  double Level = std::normal_distribution<double>(Mean, Mean / 50)(Random);
  return poisson(Random, std::max(Level, 0.0));
}

static double constant(std::mt19937 &, double Mean) { return Mean; }

static Series series(std::mt19937 &Random, size_t N, const Generator &Next,
                     const std::function<double(size_t)> &MeanOf) {
  Series S;
  for (size_t I = 0; I != N; ++I)
    S.push_back({Next(Random, MeanOf(I)), 10});
  return S;
}

static size_t falseAlarms(size_t N, size_t Times, const Generator &Next,
                          double Mean) {
  std::mt19937 Random(4711);
  size_t Found = 0;
  for (size_t I = 0; I != Times; ++I)
    Found +=
        findAnomalies(series(Random, N, Next, [&](size_t) { return Mean; }), {})
            .size();
  return Found;
}

// 0.01 are expected in 10,000 intervals: 0.14 in all of these.
TEST(LogCheck, FindsNothingInTenThousandQuietIntervals) {
  for (double Mean : {0.01, 0.2, 1.0, 3.0, 10.0, 100.0, 10000.0})
    EXPECT_EQ(falseAlarms(10000, 1, poisson, Mean), 0u) << Mean;
  for (double Mean : {10.0, 100.0, 10000.0})
    EXPECT_EQ(falseAlarms(10000, 1, negativeBinomial, Mean), 0u) << Mean;
  for (double Mean : {100.0, 10000.0, 1e9})
    EXPECT_EQ(falseAlarms(10000, 1, noisy, Mean), 0u) << Mean;
  EXPECT_EQ(falseAlarms(10000, 1, constant, 1000), 0u);
  EXPECT_EQ(falseAlarms(10000, 1, constant, 0), 0u);
}

// 3 are expected in 300 of each.
TEST(LogCheck, FindsLittleInQuietShortSeries) {
  for (size_t N : {20, 50, 200}) {
    for (double Mean : {0.5, 5.0, 500.0})
      EXPECT_LE(falseAlarms(N, 300, poisson, Mean), 3u) << N << ' ' << Mean;
    EXPECT_LE(falseAlarms(N, 300, negativeBinomial, 100), 3u) << N;
    EXPECT_LE(falseAlarms(N, 300, noisy, 10000), 3u) << N;
  }
}

TEST(LogCheck, FindsNothingInTooFewIntervals) {
  Series S(LeastIntervals - 1, IntervalCount{5, 1});
  S.back().Count = 1000000;
  EXPECT_TRUE(findAnomalies(S, {}).empty());
  S.insert(S.begin(), IntervalCount{5, 1});
  EXPECT_EQ(findAnomalies(S, {}).size(), 1u);
}

// A shift by 1, 2 or 3 standard deviations at the end of 1,000 intervals is
// found within 70, 14 or 9 of them, in 95 of 100 series.
TEST(LogCheck, FindsShiftsSoon) {
  std::mt19937 Random(42);
  struct {
    double Size;
    size_t Delay;
  } Cases[] = {{1, 70}, {2, 14}, {3, 9}, {10, 6}, {-2, 14}};
  for (auto &C : Cases) {
    size_t Found = 0;
    for (int I = 0; I != 100; ++I) {
      Series S = series(Random, 1000, poisson, [&](size_t J) {
        return J < 1000 - C.Delay ? 100 : 100 + 10 * C.Size;
      });
      std::vector<Anomaly> Change = findAnomalies(S, {});
      Found += Change.size() == 1 && Change[0].What == Anomaly::Shift &&
               Change[0].Last > 1000 - C.Delay &&
               (Change[0].Rate > Change[0].Usual) == (C.Size > 0);
    }
    EXPECT_GE(Found, 95u) << C.Size;
  }
}

TEST(LogCheck, FindsAShiftInTheMiddle) {
  std::mt19937 Random(1);
  Series S = series(Random, 400, poisson,
                    [](size_t I) { return I >= 200 && I < 230 ? 150 : 100; });
  std::vector<Anomaly> Change = findAnomalies(S, {});
  ASSERT_EQ(Change.size(), 1u);
  EXPECT_EQ(Change[0].What, Anomaly::Shift);
  EXPECT_NEAR(Change[0].First, 200, 2);
  EXPECT_NEAR(Change[0].Last, 229, 2);
  EXPECT_NEAR(Change[0].Usual, 10, 0.3);
  EXPECT_NEAR(Change[0].Rate, 15, 0.5);
}

/// A text such as "shift 40-49" for each anomaly.
static std::vector<std::string> stretchesOf(ArrayRef<Anomaly> Found) {
  std::vector<std::string> Texts;
  for (const Anomaly &A : Found)
    Texts.push_back(kindWord(A.What).str() + " " + std::to_string(A.First) +
                    "-" + std::to_string(A.Last));
  return Texts;
}

// Each burst is a shift, although the sum does not return to 0 between bursts.
// Rises and falls, and events in a constant ratio, have the same shifts.
TEST(LogCheck, FindsEachBurst) {
  using Texts = std::vector<std::string>;
  std::mt19937 Random(11);
  for (size_t Quiet : {5, 10, 30})
    for (double Factor : {0.5, 1.5, 3.0, 10.0}) {
      Texts Expected;
      for (size_t Begin : {40, 50 + int(Quiet), 60 + 2 * int(Quiet)})
        Expected.push_back("shift " + std::to_string(Begin) + "-" +
                           std::to_string(Begin + 9));
      Series S = series(Random, 200, poisson, [&](size_t I) {
        bool IsBurst =
            I >= 40 && I < 40 + 30 + 2 * Quiet && (I - 40) % (10 + Quiet) < 10;
        return IsBurst ? 7000 * Factor : 7000;
      });
      Series Seventh = S;
      for (IntervalCount &C : Seventh)
        C.Count = std::floor(C.Count / 7);
      EXPECT_EQ(stretchesOf(findAnomalies(S, {})), Expected)
          << Quiet << ' ' << Factor;
      EXPECT_EQ(stretchesOf(findAnomalies(Seventh, {})), Expected)
          << Quiet << ' ' << Factor;
    }
}

// Short bursts are spikes, however many there are.
TEST(LogCheck, FindsEachShortBurst) {
  std::mt19937 Random(13);
  for (size_t Length : {1, 2, 3}) {
    std::vector<std::string> Expected;
    for (size_t Begin = 50; Begin < 150; Begin += 10)
      Expected.push_back("spike " + std::to_string(Begin) + "-" +
                         std::to_string(Begin + Length - 1));
    Series S = series(Random, 300, poisson, [&](size_t I) {
      return I >= 50 && I < 150 && I % 10 < Length ? 400 : 100;
    });
    EXPECT_EQ(stretchesOf(findAnomalies(S, {})), Expected) << Length;
  }
}

// A short return to the usual rate does not end a shift. Neither do scores that
// are small by chance, in a shift of two standard deviations.
TEST(LogCheck, ShortReturnsAreWithinAShift) {
  std::mt19937 Random(12);
  for (double Rate : {120.0, 200.0}) {
    size_t Whole = 0;
    for (int I = 0; I != 50; ++I) {
      std::vector<Anomaly> Found = findAnomalies(
          series(Random, 300, poisson,
                 [&](size_t J) {
                   bool Returns = J == 120 || J == 121;
                   return J >= 100 && J < 150 && !Returns ? Rate : 100;
                 }),
          {});
      Whole +=
          Found.size() == 1 && Found[0].First <= 110 && Found[0].Last >= 140;
    }
    EXPECT_GE(Whole, 48u) << Rate;
  }
}

// The median lies between the halves.
TEST(LogCheck, FindsAShiftAtHalf) {
  std::mt19937 Random(2);
  for (double After : {150, 60}) {
    Series S = series(Random, 100, poisson,
                      [&](size_t I) { return I < 50 ? 100 : After; });
    std::vector<Anomaly> Change = findAnomalies(S, {});
    ASSERT_EQ(Change.size(), 1u) << After;
    EXPECT_EQ(Change[0].What, Anomaly::Shift);
  }
}

TEST(LogCheck, FindsSpikes) {
  std::mt19937 Random(3);
  Series S = series(Random, 500, poisson, [](size_t I) {
    return I == 100 ? 200 : I == 300 || I == 301 ? 20 : 100;
  });
  std::vector<Anomaly> Change = findAnomalies(S, {});
  ASSERT_EQ(Change.size(), 2u);
  EXPECT_EQ(Change[0].What, Anomaly::Spike);
  EXPECT_EQ(Change[0].First, 100u);
  EXPECT_EQ(Change[0].Last, 100u);
  EXPECT_EQ(Change[1].First, 300u);
  EXPECT_EQ(Change[1].Last, 301u);
}

TEST(LogCheck, FindsStops) {
  std::mt19937 Random(4);
  Series S = series(Random, 500, poisson,
                    [](size_t I) { return I == 50 || I >= 450 ? 0 : 100; });
  std::vector<Anomaly> Change = findAnomalies(S, {});
  ASSERT_EQ(Change.size(), 2u);
  EXPECT_EQ(Change[0].What, Anomaly::Stop);
  EXPECT_EQ(Change[0].First, 50u);
  EXPECT_EQ(Change[1].What, Anomaly::Stop);
  EXPECT_EQ(Change[1].First, 450u);
  EXPECT_EQ(Change[1].Last, 499u);
}

TEST(LogCheck, FindsDrifts) {
  std::mt19937 Random(5);
  for (const Generator &Next : {Generator(poisson), Generator(noisy)}) {
    Series S = series(Random, 1000, Next,
                      [](size_t I) { return 1000 + double(I) / 5; });
    std::vector<Anomaly> Change = findAnomalies(S, {});
    ASSERT_EQ(Change.size(), 1u);
    EXPECT_EQ(Change[0].What, Anomaly::Drift);
    EXPECT_NEAR(Change[0].Usual, 101, 1);
    EXPECT_NEAR(Change[0].Rate, 119, 1);
  }
}

// More events in a log need a larger deviation.
TEST(LogCheck, ConsidersAllSeries) {
  Series S(100, IntervalCount{100, 1});
  S[50].Count = 152;
  EXPECT_EQ(findAnomalies(S, {}).size(), 1u);
  LogCheckOptions Many;
  Many.NumIntervals = 1000000000;
  EXPECT_TRUE(findAnomalies(S, Many).empty());
  LogCheckOptions Tolerant;
  Tolerant.FalseAlarms = 1e6;
  Tolerant.NumIntervals = 1000000000;
  EXPECT_EQ(findAnomalies(S, Tolerant).size(), 1u);
}

// Intervals of different lengths: their rates are compared.
TEST(LogCheck, ComparesRatesWhereLengthsDiffer) {
  std::mt19937 Random(6);
  Series S;
  for (int I = 0; I != 300; ++I) {
    double Seconds = I % 7 + 1;
    S.push_back({poisson(Random, 50 * Seconds), Seconds});
  }
  EXPECT_TRUE(findAnomalies(S, {}).empty());
  S[100].Count = 0;
  EXPECT_EQ(findAnomalies(S, {}).size(), 1u);
}

// An event whose count rises and falls.
TEST(LogCheck, TakesLevelsThatRiseAndFall) {
  std::mt19937 Random(7);
  Series S;
  for (int I = 0; I != 300; ++I)
    S.push_back({poisson(Random, 50) - poisson(Random, 50), 1});
  EXPECT_TRUE(findAnomalies(S, {}).empty());
  S[100].Count = -200;
  ASSERT_EQ(findAnomalies(S, {}).size(), 1u);
}

/// What a log has of an event that is counted \p Rate times a second, with
/// noise of 5 % in each tenth of a second, for 10,000 s: with a snapshot each
/// second if \p HasInterval, and \p Others others a second at random times.
static std::vector<LogInterval> mixedLog(std::mt19937 &Random, double Rate,
                                         bool HasInterval, double Others) {
  constexpr uint64_t Tenth = 100000000;
  std::vector<std::pair<uint64_t, uint32_t>> Times;
  for (uint64_t I = 1; HasInterval && I <= 10000; ++I)
    Times.push_back({I * 10 * Tenth, uint32_t(log::Trigger::Interval)});
  std::exponential_distribution<double> Gap(Others);
  for (double At = Gap(Random); At < 10000; At += Gap(Random))
    Times.push_back({uint64_t(At * 1e9), uint32_t(log::Trigger::Control)});
  llvm::sort(Times);
  std::vector<LogInterval> Log;
  uint64_t Now = 0, Left = 0;
  double Mean = 0;
  for (auto [Time, Trigger] : Times) {
    LogInterval I;
    I.Begin = Now;
    double Count = 0;
    while (Now < Time) {
      if (!Left) {
        Left = Tenth;
        Mean = std::normal_distribution<double>(Rate, Rate / 20)(Random);
      }
      uint64_t Length = std::min(Left, Time - Now);
      Count += poisson(Random, Mean * double(Length) / 1e9);
      Now += Length;
      Left -= Length;
    }
    I.End = Time;
    I.Covered = I.End - I.Begin;
    I.Trigger = Trigger;
    I.Changes = {int64_t(Count)};
    if (I.Covered)
      Log.push_back(I);
  }
  return Log;
}

static Series countsOf(ArrayRef<LogInterval> Log) {
  Series S;
  for (const LogInterval &I : regularIntervals(Log))
    S.push_back({double(I.change(0)), double(I.Covered) / 1e9});
  return S;
}

// Snapshots of every and of udpc ctl between those of an interval, and alone.
// 0.01 findings are expected in each of the 18 logs.
TEST(LogCheck, FindsNothingInQuietLogsWithIrregularSnapshots) {
  std::mt19937 Random(8);
  for (double Rate : {1.0, 50.0, 100000.0})
    for (double Others : {0.05, 1.0, 5.0})
      for (bool HasInterval : {true, false}) {
        Series S = countsOf(mixedLog(Random, Rate, HasInterval, Others));
        EXPECT_GE(S.size(), HasInterval ? 9999u : LeastIntervals);
        EXPECT_EQ(findAnomalies(S, {}).size(), 0u)
            << Rate << ' ' << Others << ' ' << HasInterval;
      }
}

TEST(LogCheck, FindsAShiftBetweenIrregularSnapshots) {
  std::mt19937 Random(9);
  for (bool HasInterval : {true, false}) {
    std::vector<LogInterval> Log = mixedLog(Random, 1000, HasInterval, 3);
    for (LogInterval &I : Log)
      if (I.Begin > 4000000000000 && I.End < 4100000000000)
        I.Changes[0] = I.Changes[0] * 3 / 2;
    std::vector<Anomaly> Change = findAnomalies(countsOf(Log), {});
    ASSERT_EQ(Change.size(), 1u) << HasInterval;
    EXPECT_EQ(Change[0].What, Anomaly::Shift);
    EXPECT_NEAR(Change[0].Rate, 1500, 30);
  }
}

TEST(LogCheck, LeavesOutSmallChanges) {
  std::mt19937 Random(1);
  auto Found = [&](double Change, double Least) {
    Series S = series(Random, 200, constant, [&](size_t I) {
      return I < 100 || I >= 150 ? 1000.0 : 1000 * (1 + Change);
    });
    LogCheckOptions Options;
    Options.LeastChange = Least;
    return findAnomalies(S, Options).size();
  };
  EXPECT_EQ(Found(0.3, 0), 1u);
  EXPECT_EQ(Found(0.3, 0.299), 1u);
  EXPECT_EQ(Found(0.3, 0.301), 0u);
  EXPECT_EQ(Found(-0.3, 0.299), 1u);
  EXPECT_EQ(Found(-0.3, 0.301), 0u);
  EXPECT_EQ(Found(-1, 1), 1u);
  EXPECT_EQ(Found(3, 2.9), 1u);
}

TEST(LogCheck, TellsTheRelativeChange) {
  EXPECT_EQ((Anomaly{Anomaly::Shift, 0, 0, 10, 15}).relativeChange(), 0.5);
  EXPECT_EQ((Anomaly{Anomaly::Stop, 0, 0, 10, 0}).relativeChange(), 1);
  EXPECT_EQ((Anomaly{Anomaly::Shift, 0, 0, -10, -5}).relativeChange(), 0.5);
  EXPECT_EQ((Anomaly{Anomaly::Spike, 0, 0, 0, 1}).relativeChange(), INFINITY);
}
