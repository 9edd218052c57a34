//===- PairedRatiosTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/measure/PairedRatios.h"
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace udpc;

TEST(PairedRatios, KnowsNothingOfNothing) {
  PairedRatios P;
  SpeedUp S = P.speedUp(0.95);
  EXPECT_EQ(S.Low, 0);
  EXPECT_EQ(S.Middle, 1);
  EXPECT_TRUE(std::isinf(S.High));
}

TEST(PairedRatios, FewPairsHaveAnEstimateAndNoInterval) {
  // Five pairs: the chance that all are above is 1/32, twice that is beyond
  // 5 %.
  PairedRatios P;
  for (int I = 0; I != 5; ++I)
    P.add(2, 1);
  SpeedUp S = P.speedUp(0.95);
  EXPECT_DOUBLE_EQ(S.Middle, 2);
  EXPECT_EQ(S.Low, 0);
  EXPECT_TRUE(std::isinf(S.High));
  P.add(2, 1);
  S = P.speedUp(0.95);
  EXPECT_DOUBLE_EQ(S.Low, 2);
  EXPECT_DOUBLE_EQ(S.High, 2);
}

// Six pairs at 95 %: P(T < 1) = 1/64 <= 2.5 %, P(T < 2) = 2/64 is not, so the
// interval is from the least to the greatest mean. Ten: P(T < 9) = 2.4 %, the
// table's critical value is 8, so the ninth of 55 on either side.
TEST(PairedRatios, TakesTheMeansOfTheTables) {
  PairedRatios P;
  for (int I = 1; I <= 6; ++I)
    P.add(std::exp(I), 1);
  SpeedUp S = P.speedUp(0.95);
  EXPECT_NEAR(std::log(S.Low), 1, 1e-12);
  EXPECT_NEAR(std::log(S.Middle), 3.5, 1e-12);
  EXPECT_NEAR(std::log(S.High), 6, 1e-12);
  for (int I = 7; I <= 10; ++I)
    P.add(std::exp(I), 1);
  S = P.speedUp(0.95);
  // Means of 1 to 10 in halves: 1, 1.5, 2, 2, 2.5, 2.5, 3, 3, 3, ...
  EXPECT_NEAR(std::log(S.Low), 3, 1e-12);
  EXPECT_NEAR(std::log(S.Middle), 5.5, 1e-12);
  EXPECT_NEAR(std::log(S.High), 8, 1e-12);
}

TEST(PairedRatios, OneDisturbedRunMovesLittle) {
  PairedRatios P;
  for (int I = 0; I != 15; ++I)
    P.add(1.20 + 0.001 * I, 1);
  P.add(1.2, 50);
  SpeedUp S = P.speedUp(0.95);
  EXPECT_NEAR(S.Middle, 1.207, 0.002);
  EXPECT_GT(S.Low, 1.19);
}

TEST(PairedRatios, LooksAtPairsAndNotAtEachByItself) {
  // The machine halves its speed half-way; the gain is still found.
  PairedRatios P;
  for (int I = 0; I != 16; ++I) {
    double Machine = I < 8 ? 1 : 2;
    P.add(Machine * (1.05 + 0.001 * (I % 3)), Machine);
  }
  EXPECT_GT(P.speedUp(0.95).Low, 1.049);
}

/// In how many of \p Trials the interval misses \p Truth.
static double missed(unsigned Pairs, double Confidence, double Truth,
                     const std::function<double()> &Noise) {
  constexpr unsigned Trials = 4000;
  unsigned Misses = 0;
  for (unsigned T = 0; T != Trials; ++T) {
    PairedRatios P;
    for (unsigned I = 0; I != Pairs; ++I)
      P.add(Truth * Noise(), Noise());
    SpeedUp S = P.speedUp(Confidence);
    Misses += Truth < S.Low || Truth > S.High;
  }
  return double(Misses) / Trials;
}

TEST(PairedRatios, CoversAsOftenAsItSays) {
  std::mt19937 Random(1);
  std::lognormal_distribution<double> Even(0, 0.05);
  // Distributed as runs of programs: most near the best, some far above.
  std::exponential_distribution<double> Above(20);
  for (unsigned Pairs : {8u, 16u, 31u}) {
    double Normal = missed(Pairs, 0.95, 1.1, [&] { return Even(Random); });
    EXPECT_LE(Normal, 0.06) << Pairs;
    EXPECT_GE(Normal, 0.03) << Pairs; // Nor is it too careful.
    double Skewed = missed(Pairs, 0.95, 1.1, [&] { return 1 + Above(Random); });
    EXPECT_LE(Skewed, 0.06) << Pairs;
  }
}

TEST(MeasurePlan, LooksThreeTimes) {
  MeasurePlan Plan(32, 0.01);
  std::vector<size_t> Looks;
  for (size_t N = 0; N <= 40; ++N)
    if (Plan.isLook(N))
      Looks.push_back(N);
  EXPECT_EQ(Looks, (std::vector<size_t>{8, 16, 32}));
  EXPECT_NEAR(Plan.confidence(), 1 - 0.05 / 3, 1e-12);

  // With few rounds there is only the last look, and never fewer rounds than
  // are significant.
  MeasurePlan Short(3, 0.01);
  EXPECT_FALSE(Short.isLook(3));
  EXPECT_TRUE(Short.isLook(MeasurePlan::MinRounds));
  PairedRatios P;
  for (unsigned I = 0; I != MeasurePlan::MinRounds; ++I)
    P.add(2, 1);
  EXPECT_EQ(Short.effect(P.speedUp(Short.confidence())), Effect::Faster);
}

TEST(MeasurePlan, TellsEffects) {
  MeasurePlan Plan(32, 0.05);
  EXPECT_EQ(Plan.effect({1.02, 1.06, 1.10}), Effect::Faster);
  EXPECT_EQ(Plan.effect({0.90, 0.95, 0.99}), Effect::Slower);
  EXPECT_EQ(Plan.effect({0.995, 1.0, 1.005}), Effect::None);
  EXPECT_EQ(Plan.effect({1.001, 1.002, 1.003}), Effect::None);
  EXPECT_EQ(Plan.effect({1.01, 1.03, 1.06}), Effect::Little);
  EXPECT_EQ(Plan.effect({0.98, 1.05, 1.10}), Effect::Unclear);
  EXPECT_EQ(Plan.effect({0.9, 0.995, 1.005}), Effect::Unclear);

  EXPECT_FALSE(Plan.isEnough({0.98, 1.05, 1.10}));
  EXPECT_FALSE(Plan.isEnough({1.01, 1.03, 1.06})); // It may be 1.05.
  EXPECT_TRUE(Plan.isEnough({1.01, 1.03, 1.04}));
  EXPECT_TRUE(Plan.isEnough({1.02, 1.06, 1.10}));

  // Without a least gain every significant gain counts.
  EXPECT_EQ(MeasurePlan(32, 0).effect({1.001, 1.002, 1.003}), Effect::Faster);
}

// Stopping at the first significant look must not report gains that do not
// exist.
TEST(MeasurePlan, StoppingEarlyMakesNoGains) {
  std::mt19937 Random(7);
  std::lognormal_distribution<double> Noise(0, 0.05);
  MeasurePlan Plan(32, 0.0);
  constexpr unsigned Trials = 3000;
  unsigned Wrong = 0;
  for (unsigned T = 0; T != Trials; ++T) {
    PairedRatios P;
    for (size_t N = 1; N <= 32; ++N) {
      P.add(Noise(Random), Noise(Random));
      if (!Plan.isLook(N))
        continue;
      SpeedUp S = P.speedUp(Plan.confidence());
      if (S.Low > 1 || S.High < 1) {
        ++Wrong;
        break;
      }
    }
  }
  EXPECT_LE(double(Wrong) / Trials, 0.05);
}
