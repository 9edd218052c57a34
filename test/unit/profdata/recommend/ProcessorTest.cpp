//===- ProcessorTest.cpp - Recommendations by the processor ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/profdata/recommend/RecommendCases.h"

using namespace llvm;

namespace udpc {

TEST(RecommendByProcessor, MissesThatAreFarApartDoNotOverlap) {
  TestOperation O;
  O.Taken = std::nullopt;
  O.WorkInLoop = 600;
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Verdict, RecommendVerdict::Apart);
  EXPECT_EQ(R.Hints[0].Delta, 4 * 1088);
}

TEST(RecommendByProcessor, TheProcessorFetchesWhatIsSequential) {
  TestOperation O;
  O.Strides = {{64, 99990}};
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Prefetched);
  O.Strides = {{-64, 99990}};
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Prefetched);
  // Not in runs that end before it detects them.
  O.Breaks = 15000;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Branch);
  O = chase();
  O.Strides = {{64, 99990}};
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Chase);
}

TEST(RecommendByProcessor, WhereHardwareLeavesSomethingBranchesWaitForIt) {
  RecommendOptions Options = testOptions();
  Options.Processor.Prefetcher.LongestStride = 0;
  TestOperation O;
  O.Strides = {{64, 99990}};
  EXPECT_EQ(recommendOne(O, Options).Verdict, RecommendVerdict::Branch);
  // Nothing else waits for what L2 has.
  O.Taken = std::nullopt;
  O.WorkInLoop = 40;
  EXPECT_EQ(recommendOne(O, Options).Verdict, RecommendVerdict::Prefetched);
}

TEST(RecommendByProcessor, PrefetchersThatEndAtPagesDoNotFollowLongStrides) {
  RecommendOptions Options = testOptions();
  Options.Processor.Prefetcher = {1024, false};
  TestOperation O;
  O.Strides = {{1024, 99990}};
  EXPECT_EQ(recommendOne(O, Options).Verdict, RecommendVerdict::Prefetched);
  // Four lines in a page.
  Options.Processor.Prefetcher.EndsAtPage = true;
  EXPECT_EQ(recommendOne(O, Options).Verdict, RecommendVerdict::Branch);
}

TEST(RecommendByProcessor, TheNearestCacheHoldsFewLinesAtSomeStrides) {
  TestOperation O;
  O.WorkInLoop = 20;
  O.Strides = {{4096, 99990}};
  Recommendation R = recommendOne(O);
  // 48 KB: 12 ways.
  EXPECT_EQ(R.Hints[0].Delta, 12 * 4096);
  EXPECT_NE(R.Reason.find("12 misses ahead: the nearest cache holds no more "
                          "lines at this stride"),
            std::string::npos)
      << R.Reason;
  O.Strides = {{-1024, 99990}};
  EXPECT_EQ(recommendOne(O).Hints[0].Delta, -48 * 1024);
  O.Strides = {{4160, 99990}};
  EXPECT_EQ(recommendOne(O).Hints[0].Delta, 100 * 4160);
}

TEST(RecommendByProcessor, AMissInAnotherPageTakesLonger) {
  RecommendOptions Options = testOptions();
  Options.Processor.PageWalk = 50;
  TestOperation O;
  O.WorkInLoop = 200;
  O.Strides = {{4160, 99990}};
  Recommendation R = recommendOne(O, Options);
  EXPECT_EQ(R.Latency, 150);
  EXPECT_EQ(R.Hints[0].Delta, 15 * 4160);
  EXPECT_NE(R.Reason.find("LL miss, 150 ns with 50 for the page"),
            std::string::npos)
      << R.Reason;
  O.Strides = {{2048, 99990}};
  EXPECT_EQ(recommendOne(O, Options).Latency, 125);
  // What LL has is in few pages.
  O.L2Misses = 100000;
  O.LLMisses = 0;
  EXPECT_EQ(recommendOne(O, Options).Latency, 25);
}

TEST(RecommendByProcessor, TheModelOfThePrefetcherKnowsBetter) {
  TestOperation O;
  CacheProfile P = profileOf({O});
  P.Caches.Flags |= abi::PrefetcherSimulated;
  EXPECT_EQ(recommend(P, testOptions())[0].Verdict, RecommendVerdict::Branch);
  O.Prefetched = 60000;
  P = profileOf({O});
  P.Caches.Flags |= abi::PrefetcherSimulated;
  EXPECT_EQ(recommend(P, testOptions())[0].Verdict,
            RecommendVerdict::Prefetched);
}

TEST(RecommendByProcessor, WhatIsUsedOnceGoesPastTheCaches) {
  TestOperation O;
  O.WorkInLoop = 200;
  EXPECT_EQ(recommendOne(O).Hints[0].Type, HintType::NTA);
  // Fits into the last level.
  O.NumLines = 1000;
  EXPECT_EQ(recommendOne(O).Hints[0].Type, HintType::T0);
  RecommendOptions Options = testOptions();
  Options.Type = HintType::T1;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::T1);
}

TEST(RecommendByProcessor, TheCalibrationDecidesTheType) {
  TestOperation O;
  O.WorkInLoop = 200;
  RecommendOptions Options = testOptions();
  PrefetchWorth &NTA =
      Options.Processor.Worth[static_cast<size_t>(HintType::NTA)];
  NTA.BeyondLL = 0.9;
  Recommendation R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints[0].Type, HintType::T0);
  EXPECT_NE(R.Reason.find("t0 because nta gains 0.90 times as much as t0"),
            std::string::npos);
  // 10 misses ahead are too far for it.
  NTA = {1, 1, 8};
  R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints[0].Type, HintType::T0);
  EXPECT_EQ(R.Hints[0].Delta, 10 * 1088);
  EXPECT_NE(R.Reason.find("t0 because nta gains less beyond 8 lines"),
            std::string::npos);
  // Unless it gains more nevertheless.
  NTA = {1, 1.2, 8};
  R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints[0], (Hint{HintType::NTA, 8 * 1088}));
  EXPECT_NE(R.Reason.find("nta because it gains 1.20 times as much as t0"),
            std::string::npos);
}

/// Loops whose own work takes as long as a line take the type that busy walks
/// gain most by.
TEST(RecommendByProcessor, BusyLoopsHaveATypeOfTheirOwn) {
  RecommendOptions Options = testOptions();
  Options.Processor.Worth[size_t(HintType::NTA)] = {1, 0.8, 32, 1.2, 128};
  Options.Processor.Worth[size_t(HintType::T0)] = {1, 1, 128, 1, 128};
  // 100,000 misses, 100 ns / 12 lines each, and as many mispredictions.
  TestOperation O;
  O.Executions = 200000;
  O.Taken = 100000;
  Recommendation R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints[0].Type, HintType::NTA);
  EXPECT_EQ(R.Hints[0].Delta, 50 * 1088);
  EXPECT_NE(R.Reason.find("nta because each line is used once, and it gains "
                          "1.20 times as much as t0"),
            std::string::npos)
      << R.Reason;
  // Too few, or a chase, whose steps wait for each other.
  O.Taken = 10000;
  R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints[0].Type, HintType::T0);
  EXPECT_NE(R.Reason.find("t0 because nta gains 0.80 times as much as t0"),
            std::string::npos);
  O.Taken = 100000;
  O.Flags |= abi::FeedsOwnAddress;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::T0);
  O.Flags = abi::HasKey;
  // Short runs.
  O.Breaks = 8000;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::T0);
  O.Breaks = 0;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::NTA);
  // Not measured.
  Options.Processor.Worth[size_t(HintType::NTA)].Busy = 0;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::T0);
}

TEST(RecommendByProcessor, WhatMissesL2IsWorthItsLatency) {
  // 100,000 misses of L2, of which LL has all, beside 20,000 misses of LL.
  TestOperation Near, Far;
  Near.Function = "near";
  Near.L2Misses = 100000;
  Near.LLMisses = 0;
  Near.L2Lines = 12000; // Less than LL.
  Far.Function = "far";
  Far.LLMisses = Far.L2Misses = 20000;
  std::vector<Recommendation> All =
      recommend(profileOf({Near, Far}), testOptions());
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Key.text(), "near:1");
  EXPECT_EQ(All[0].Nanoseconds, 100000 * 25.0);
  EXPECT_EQ(All[1].Nanoseconds, 20000 * 100.0);
  EXPECT_NEAR(All[0].Share, 2.5 / 4.5, 1e-9);
  EXPECT_EQ(All[0].Level, "L2");
  EXPECT_EQ(All[0].Latency, 25.0);
  EXPECT_EQ(All[1].Level, "LL");
  // 500 instructions, 20 from miss to miss.
  EXPECT_EQ(All[0].Hints[0], (Hint{HintType::T0, 25 * 1088}));
  EXPECT_NE(All[0].Reason.find("; L2 miss, 25 ns, t0 because LL has the lines"),
            std::string::npos);
  // Where an LL of 32 MB was simulated and a process has a part of it that the
  // lines do not fit into, memory has them.
  CacheProfile P = profileOf({Near, Far});
  P.Caches.LL = {32 << 20, 16, 64};
  EXPECT_EQ(recommend(P, testOptions())[0].Level, "L2");
  Near.L2Lines = 100000;
  P = profileOf({Near, Far});
  P.Caches.LL = {32 << 20, 16, 64};
  EXPECT_EQ(recommend(P, testOptions())[0].Level, "LL");
  EXPECT_EQ(recommend(P, testOptions())[0].Latency, 100.0);
}

TEST(RecommendByProcessor, ChainsFillTheScheduler) {
  TestOperation O;
  O.Taken = std::nullopt;
  // 51 misses fit into the window, 12 into a quarter of it.
  O.WorkInLoop = 10;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Overlapped);
  O.Flags |= abi::chainFlags(18);
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Verdict, RecommendVerdict::Chain);
  EXPECT_EQ(R.Reason.find("a chain of 20 cycles an iteration waits for it: 13 "
                          "misses fit into the window, too few for the 12 that "
                          "the processor can wait for"),
            0u)
      << R.Reason;
  // A chain that takes longer than the misses hides them itself.
  O.Flags = abi::HasKey | abi::chainFlags(60);
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Overlapped);
  // Few instructions: enough misses overlap in any case.
  O.Flags = abi::HasKey | abi::chainFlags(4);
  O.WorkInLoop = 4;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Overlapped);
}

TEST(RecommendByProcessor, TheWindowLimitsWhatOverlaps) {
  TestOperation O;
  O.Taken = std::nullopt;
  for (auto [Work, Verdict] :
       {std::pair(20, RecommendVerdict::Overlapped), // 25 misses.
        std::pair(40, RecommendVerdict::Apart),      // 12 misses, of 12 lines.
        std::pair(400, RecommendVerdict::Apart),     // One.
        // The loop takes longer than its misses.
        std::pair(60000, RecommendVerdict::Overlapped)}) {
    O.WorkInLoop = Work;
    EXPECT_EQ(verdictOf(O), Verdict) << Work;
  }
}

} // namespace udpc
