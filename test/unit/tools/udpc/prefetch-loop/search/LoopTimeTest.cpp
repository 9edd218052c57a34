//===- LoopTimeTest.cpp - Divides the time of the prefetch loop -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/LoopTime.h"
#include <gtest/gtest.h>

using namespace udpc;

TEST(LoopTime, DefaultIsAMinuteOrGrowsWithRunsAndBuilds) {
  EXPECT_EQ(LoopTime(0, 0.2, 0.5).budget(), 60);
  EXPECT_EQ(LoopTime(0, 1, 0.5).budget(), 240);
  EXPECT_EQ(LoopTime(0, 0.2, 30).budget(), 600);
  EXPECT_EQ(LoopTime(7, 1, 30).budget(), 7);
}

TEST(LoopTime, ReservesTheFinalRuns) {
  LoopTime T(60, 0.2, 0.5);
  double End = T.endOfVariants(10, 1);
  EXPECT_GT(End, 35);
  EXPECT_LE(T.endOfVariants(10, 3), End - 10);
  // At the end of the search there is time for as many pairs as were reserved.
  EXPECT_EQ(T.roundsReserved(10, 64), 37u);
  EXPECT_GE(T.roundsOfFinal(End, 64), 37u);
  EXPECT_EQ(T.roundsReserved(59, 64), 8u);
}

TEST(LoopTime, ComparesWhileThereIsTime) {
  LoopTime T(60, 0.2, 0.5);
  EXPECT_TRUE(T.hasTimeToCompare(40, 1));
  EXPECT_FALSE(T.hasTimeToCompare(54, 1));
  EXPECT_FALSE(T.hasTimeToCompare(40, 15));
  EXPECT_GT(T.roundsOfComparison(40, 1, 64), T.roundsOfComparison(40, 4, 64));
  EXPECT_LE(T.roundsOfComparison(0, 1, 32), 32u);
}

TEST(LoopTime, TheLeastRunsAreMadeInAnyCase) {
  LoopTime T(1, 10, 0.5);
  EXPECT_EQ(T.roundsOfFinal(5, 64), 8u);
  EXPECT_EQ(T.roundsOfComparison(5, 3, 64), 8u);
}

TEST(LoopTime, RunsOfNoTimeAreNotLimited) {
  EXPECT_EQ(LoopTime(60, 0, 0).roundsOfFinal(10, 64), 64u);
}
