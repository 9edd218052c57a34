//===- DistanceTest.cpp - How far ahead hints are -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/profdata/recommend/RecommendCases.h"

using namespace llvm;

namespace udpc {

TEST(Distance, TheDistanceCoversTheLatency) {
  TestOperation O;
  RecommendOptions Options = testOptions();
  Options.Latency = 500;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Delta, 25 * 1088);
  O.WorkInLoop = 400;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Delta, 2 * 1088);
  // The number of outstanding lines is limited.
  EXPECT_EQ(recommendOne(chase()).Hints[0].Delta, 128 * 192);
  O = TestOperation();
  O.Strides = {{-1088, 99990}};
  EXPECT_EQ(recommendOne(O).Hints[0].Delta, -100 * 1088);
}

TEST(Distance, CallsAreWorkThatIsNotSeen) {
  TestOperation O;
  O.Calls = 1;
  Recommendation R = recommendOne(O);
  EXPECT_TRUE(R.LoopCalls);
  EXPECT_NE(R.Reason.find("at least 20 instructions"), std::string::npos);
}

TEST(Distance, TheDeltaCountsMissesNotExecutions) {
  TestOperation O = chase();
  // Nodes of 16 bytes: a line has four.
  O.Executions = 400000;
  O.Taken = 399999;
  O.Strides = {{64, 99990}};
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Work, 4.0);
  EXPECT_EQ(R.Hints[0].Delta, 125 * 64);
  EXPECT_EQ(R.Distance, 500.0);
}

TEST(Distance, RunsThatEndLimitTheDistance) {
  TestOperation O = chase();
  // Runs of 32 nodes at random places.
  O.Strides = {{192, 96875}};
  O.Breaks = 3125;
  Recommendation R = recommendOne(O);
  ASSERT_EQ(R.Hints.size(), 3u);
  EXPECT_EQ(R.Hints[0].Delta, 4 * 192);
  EXPECT_EQ(R.Hints[1].Delta, 8 * 192);
  EXPECT_EQ(R.Hints[2].Delta, 16 * 192);
  EXPECT_NEAR(R.Gain, 0.97 * (1 - 4 / 32.0), 0.01);
  EXPECT_NE(R.Reason.find("4, 8 and 16 misses ahead: the stride breaks after "
                          "32"),
            std::string::npos);
  // In runs of four a quarter and a half are both one.
  O.Strides = {{192, 75000}};
  O.Breaks = 24999;
  R = recommendOne(O);
  ASSERT_EQ(R.Hints.size(), 2u);
  EXPECT_EQ(R.Hints[1].Delta, 2 * 192);
  // Where the work is long enough, one hint is in time.
  O.WorkInLoop = 1000;
  O.Strides = {{192, 96875}};
  O.Breaks = 3125;
  EXPECT_EQ(recommendOne(O).Hints.size(), 1u);
}

TEST(Distance, InLongRunsWhatIsUnderWayAtOnceIsFarEnough) {
  TestOperation O;
  RecommendOptions Options = testOptions();
  Options.Latency = 2000; // 100 misses.
  O.Strides = {{4160, 99500}};
  // Runs of 200: two times the lines of the processor are less than an eighth.
  O.Breaks = 499;
  Recommendation R = recommendOne(O, Options);
  double Most = 2 * Options.Processor.LinesInFlight;
  ASSERT_EQ(R.Hints.size(), 1u);
  EXPECT_EQ(R.Hints[0].Delta, int64_t(Most) * 4160);
  // Longer runs need no limit.
  O.Breaks = 99;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Delta, 100 * 4160);
}

TEST(Distance, GapsAreMultiplesOfAStride) {
  TestOperation O = chase();
  O.Strides = {{192, 48000}, {384, 23000}, {576, 10000}, {768, 4000}};
  O.WorkInLoop = 100;
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Stride, 192);
  EXPECT_NEAR(R.Confidence, 0.85, 0.001);
  ASSERT_EQ(R.Hints.size(), 1u);
  EXPECT_EQ(R.Hints[0].Delta % 192, 0);
  // 20 misses ahead, each 1.6 strides from the last.
  EXPECT_NEAR(R.Hints[0].Delta, 20 * 192 * 1.64, 192);
}

TEST(Distance, StridesThatAlternateAreOne) {
  TestOperation O;
  O.Strides = {{4416, 50000}, {-256, 49990}};
  O.Double = {{4160, 99980}};
  O.Breaks = 49990;
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Verdict, RecommendVerdict::Branch);
  EXPECT_EQ(R.Stride, 4160);
  EXPECT_EQ(R.Hints[0].Delta, 50 * 4160);
  // A constant stride is one, too, but not twice the stride.
  O.Strides = {{1088, 99990}};
  O.Double = {{2176, 99980}};
  O.Breaks = 0;
  EXPECT_EQ(recommendOne(O).Stride, 1088);
}

/// Of a damaged profile; the remainder of the first two cannot be computed.
TEST(Distance, StridesBeyondAllMemoryAreIgnored) {
  TestOperation O = chase();
  O.Strides = {{-1, 99990}, {INT64_MIN, 99990}, {INT64_MAX, 99990}};
  O.Double = {{INT64_MIN, 99990}};
  EXPECT_EQ(recommendOne(O).Stride, -1);
  O.Strides = {{INT64_MAX, 99990}};
  EXPECT_EQ(recommendOne(O).Stride, 0);
}

TEST(Distance, StridesThatAreNoMultipleOfALine) {
  TestOperation O;
  // Records of 328 bytes: each eighth is one line more from the last.
  O.Strides = {{320, 87600}, {384, 12390}};
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Stride, 320);
  EXPECT_EQ(R.Step, 328);
  EXPECT_GT(R.Confidence, 0.99);
  ASSERT_EQ(R.Hints.size(), 1u);
  EXPECT_EQ(R.Hints[0].Delta, 100 * 328);
  O.Strides = {{-1088, 75000}, {-1024, 25000}};
  R = recommendOne(O);
  EXPECT_EQ(R.Stride, -1088);
  EXPECT_EQ(R.Hints[0].Delta, -100 * 1072);
  // A walk through nodes of a list, of which some are left out.
  O.Strides = {{1088, 60000}, {2176, 30000}, {2240, 1000}};
  EXPECT_EQ(recommendOne(O).Hints[0].Delta % 1088, 0);
}

} // namespace udpc
