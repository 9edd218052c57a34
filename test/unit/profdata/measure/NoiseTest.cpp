//===- NoiseTest.cpp - What a comparison can resolve ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/measure/Noise.h"
#include "profdata/measure/PairedRatios.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace udpc;

TEST(Median, IsThatOfEvenAndOddNumbers) {
  EXPECT_EQ(medianOf({3, 1, 2}), 2);
  EXPECT_EQ(medianOf({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(medianOf({}), 0);
}

TEST(Noise, IsNoneWithoutRuns) {
  Noise N;
  EXPECT_EQ(N.ofPair(), 0);
  EXPECT_TRUE(std::isinf(N.leastGain(0, 0.95)));
}

TEST(Noise, IsThatOfTheRatio) {
  std::mt19937 Random(1);
  std::normal_distribution<double> Disturbed(0, 0.02);
  Noise N;
  for (int I = 0; I != 2000; ++I)
    N.add(std::exp(Disturbed(Random)), std::exp(Disturbed(Random)));
  EXPECT_NEAR(N.ofPair(), 0.02 * std::sqrt(2), 0.002);
}

TEST(Noise, OutliersCountLess) {
  Noise N;
  for (int I = 0; I != 11; ++I)
    N.add(1, I % 2 ? 1.01 : 0.99);
  double Calm = N.ofPair();
  N.add(1, 3);
  EXPECT_GT(N.ofPair(), Calm);
  // The usual standard deviation is 0.32.
  EXPECT_LT(N.ofPair(), 0.17);
}

TEST(Noise, PredictsWhatIsShown) {
  // The gain that is predicted to be shown in nine of ten comparisons is.
  std::mt19937 Random(1);
  std::normal_distribution<double> Disturbed(0, 0.03);
  Noise N;
  for (int I = 0; I != 2000; ++I)
    N.add(std::exp(Disturbed(Random)), std::exp(Disturbed(Random)));
  for (unsigned Pairs : {16u, 32u, 64u}) {
    MeasurePlan Plan(Pairs, 0.001);
    double Gain = 1 + N.leastGain(Pairs, Plan.confidence());
    int Shown = 0;
    for (int T = 0; T != 400; ++T) {
      PairedRatios P;
      for (unsigned I = 0; I != Pairs; ++I)
        P.add(Gain * std::exp(Disturbed(Random)), std::exp(Disturbed(Random)));
      Shown += P.speedUp(Plan.confidence()).Low > 1;
    }
    EXPECT_NEAR(Shown / 400.0, 0.9, 0.06) << Pairs;
  }
}
