//===- RecommendationTest.cpp - What is recommended, and why --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/profdata/recommend/RecommendCases.h"

using namespace llvm;

namespace udpc {

TEST(Recommendation, SaysWhatItKnows) {
  TestOperation O;
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Key.text(), "f:1");
  EXPECT_EQ(R.HintKey, R.Key);
  EXPECT_EQ(R.File, "/src/a.c");
  EXPECT_EQ(R.Line, 11u);
  EXPECT_EQ(R.Function, "f");
  EXPECT_EQ(R.Executions, 100000u);
  EXPECT_EQ(R.LLMisses, 100000u);
  EXPECT_EQ(R.Share, 1.0);
  EXPECT_EQ(R.Stride, 1088);
  EXPECT_GT(R.Confidence, 0.99);
  EXPECT_EQ(R.WorkingSet, 6400000u);
  EXPECT_EQ(R.Threads, std::set<uint64_t>{0});
  EXPECT_EQ(R.Work, 20.0);
  EXPECT_EQ(R.Distance, 100.0);
  ASSERT_EQ(R.Hints.size(), 1u);
  EXPECT_EQ(R.Hints[0].Delta, 100 * 1088);
  EXPECT_EQ(R.Reason,
            "a branch waits for it that cannot be predicted, steps of "
            "1088 bytes; 100 misses ahead: 20 instructions from miss "
            "to miss; LL miss, 100 ns, nta because each line is "
            "used once, and it gains as much as t0");
}

TEST(Recommendation, WorkHasToWait) {
  TestOperation O;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Branch);
  // A branch that nearly always goes one way causes no wait.
  for (uint64_t Taken : {0, 1000, 99000, 100000}) {
    O.Taken = Taken;
    EXPECT_EQ(verdictOf(O), RecommendVerdict::Overlapped) << Taken;
  }
  for (uint64_t Taken : {6000, 94000}) {
    O.Taken = Taken;
    EXPECT_EQ(verdictOf(O), RecommendVerdict::Branch) << Taken;
  }
  O.Taken = std::nullopt;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Overlapped);
  O.Flags |= abi::FeedsAddress;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Overlapped);
  O.Flags |= abi::FeedsOwnAddress;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Chase);
}

TEST(Recommendation, HasNothingForAddressesAtRandom) {
  TestOperation O;
  O.Strides = {{4096, 900}, {-640, 800}};
  // Nothing waits for it.
  O.Taken = std::nullopt;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoStride);
  EXPECT_EQ(recommendOne(O).Reason,
            "no delta leads to what is next: the best stride makes up 1%");
  O.Strides = {};
  O.Flags |= abi::FeedsOwnAddress;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoStride);
  EXPECT_EQ(recommendOne(O).Reason,
            "no delta leads to what is next: no stride repeats, and the next "
            "address waits for it");
}

TEST(Recommendation, InnerLoopsOfManyIterationsHaveThePrefetch) {
  TestOperation O;
  O.Strides = {};
  RecommendOptions Options = testOptions();
  Options.Latency = 500; // 25 iterations.
  for (auto [Outer, Type] : {std::pair(uint64_t(0), HintType::Indirect),
                             std::pair(uint64_t(2000), HintType::Inner),
                             std::pair(uint64_t(2001), HintType::Indirect),
                             std::pair(uint64_t(20000), HintType::Indirect)}) {
    O.OuterIterations = Outer;
    Recommendation R = recommendOne(O, Options);
    ASSERT_FALSE(R.Hints.empty());
    EXPECT_EQ(R.Hints[0].Delta, 25);
    EXPECT_EQ(R.Hints[0].Type, Type) << Outer;
    if (!Outer || Type == HintType::Inner) {
      EXPECT_EQ(R.Hints.size(), 1u);
      continue;
    }
    // As far ahead in the outer loop.
    ASSERT_EQ(R.Hints.size(), 2u);
    Hint InOuter = {HintType::Outer, Outer == 2001 ? 1 : 5, 1, HintType::NTA};
    EXPECT_EQ(R.Hints[1], InOuter);
  }
}

TEST(Recommendation, IterationsAreThoseBeforeUnrolling) {
  RecommendOptions Options = testOptions();
  Options.Latency = 500;
  std::vector<TestOperation> Copies(4);
  for (unsigned I = 0; I != 4; ++I) {
    Copies[I].Strides = {};
    Copies[I].WorkInLoop = 80;
    Copies[I].Discriminator = I;
  }
  // An index in the same line, which misses less.
  Copies.push_back(Copies[0]);
  Copies[4].Discriminator = 4;
  Copies[4].Misses = 25000;
  for (const Recommendation &R : recommend(profileOf(Copies), Options)) {
    ASSERT_FALSE(R.Hints.empty());
    EXPECT_EQ(R.Hints[0].Delta, R.D1Misses == 100000 ? 25 : 7);
  }
  // Each execution of the inner loop has as many iterations as copies.
  Copies.pop_back();
  for (TestOperation &O : Copies)
    O.OuterIterations = O.Executions;
  for (const Recommendation &R : recommend(profileOf(Copies), Options)) {
    ASSERT_EQ(R.Hints.size(), 2u);
    EXPECT_EQ(R.Hints[1].Delta, 7);
  }
}

TEST(Recommendation, PrefetchesNextNodesOfLists) {
  TestOperation O;
  O.Strides = {};
  O.Flags |= abi::FeedsOwnAddress;
  RecommendOptions Options = testOptions();
  Options.Latency = 500;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoStride);
  // Chains of two nodes, in the outer loop; of one.
  O.OuterIterations = 50000;
  Recommendation R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints,
            (std::vector<Hint>{{HintType::Next, 13, 2, HintType::NTA}}));
  O.OuterIterations = 100000;
  R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints,
            (std::vector<Hint>{{HintType::Outer, 25, 1, HintType::NTA}}));
  O.OuterIterations = 1000;
  EXPECT_TRUE(recommendOne(O, Options).Hints.empty());
  // Where each step takes long: the next one.
  O.WorkInLoop = 600;
  R = recommendOne(O, Options);
  EXPECT_EQ(R.Hints,
            (std::vector<Hint>{{HintType::Inner, 1, 1, HintType::NTA}}));
}

TEST(Recommendation, AddressesAtRandomMayBeLoadedAhead) {
  TestOperation O;
  O.Strides = {{4096, 900}, {-640, 800}};
  RecommendOptions Options = testOptions();
  Options.Latency = 500;
  Recommendation R = recommendOne(O, Options);
  EXPECT_EQ(R.Verdict, RecommendVerdict::Indirect);
  ASSERT_EQ(R.Hints.size(), 1u);
  EXPECT_EQ(R.Hints[0].Type, HintType::Indirect);
  EXPECT_EQ(R.Hints[0].Delta, int64_t(R.Distance));
  EXPECT_EQ(R.Reason, "no delta leads to what is next, but the loop may load "
                      "its address 25 iterations ahead; a branch waits for it "
                      "that cannot be predicted; LL miss, 100 ns, nta because "
                      "each line is used once, and it gains as much as t0");
  // As for deltas, the type is what the processor makes the most of.
  EXPECT_EQ(R.Hints[0].Prefetch, HintType::NTA);
  Options.Processor.Worth[size_t(HintType::NTA)].BeyondLL = 0.9;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Prefetch, HintType::T0);
  Options.Type = HintType::T2;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Prefetch, HintType::T2);
  Options.Type.reset();
  // No farther than what stays in the cache.
  Options.Latency = 1e6;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Delta, 64);
  O.Taken = std::nullopt;
  O.Flags |= abi::FeedsAddress;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Indirect);
  // The next address is in the loaded line itself.
  O.Flags |= abi::FeedsOwnAddress;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoStride);
  O.Flags &= ~abi::FeedsOwnAddress;
  O.WorkInLoop = 0;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoStride);
}

TEST(Recommendation, HasNothingWithoutKeyOrLoop) {
  TestOperation O = chase();
  O.WorkInLoop = 0;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NotInLoop);
  O = chase();
  O.Flags &= ~abi::HasKey;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoKey);
  EXPECT_TRUE(recommendOne(O).Key.Frames.empty());
}

TEST(Recommendation, NobodyWaitsForAStore) {
  TestOperation O;
  O.NumLines = 1000;
  O.Kind = abi::AccessKind::Store;
  O.Taken = std::nullopt;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Stored);
  // But for what is loaded beside it.
  O.Flags |= abi::FeedsOwnAddress;
  RecommendOptions Options = testOptions();
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::T0);
  Options.ForWriting = true;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::W);
  O.Kind = abi::AccessKind::Load;
  EXPECT_EQ(recommendOne(O, Options).Hints[0].Type, HintType::T0);
}

TEST(Recommendation, StoresThatNeedAPageEachFillTheBuffer) {
  TestOperation O;
  O.Kind = abi::AccessKind::Store;
  O.Taken = std::nullopt;
  O.WorkInLoop = 40;
  O.Strides = {{4032, 99990}};
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Stored);
  O.Strides = {{4160, 99990}};
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Apart);
  // The window holds as many as the processor can wait for.
  O.WorkInLoop = 10;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::Stored);
}

TEST(Recommendation, TheLeaderOfABurstFetchesTheRest) {
  TestOperation Head;
  Head.Function = "head";
  Head.Strides = {};
  Head.Executions = Head.Misses = 20000;
  TestOperation Rest = chase();
  Rest.Function = "rest";
  Rest.Strides = {};
  Rest.Leader = 0;
  Rest.Followed = 95000;
  Rest.LeaderLines = uint64_t(0x3e) << abi::LeaderReach; // 1 to 5.
  std::vector<Recommendation> All =
      recommend(profileOf({Head, Rest}), testOptions());
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Key.text(), "rest:1");
  EXPECT_EQ(All[0].Verdict, RecommendVerdict::Burst);
  EXPECT_EQ(All[0].HintKey.text(), "head:1");
  ASSERT_EQ(All[0].Hints.size(), 5u);
  EXPECT_EQ(All[0].Hints[0], (Hint{HintType::T0, 64}));
  EXPECT_EQ(All[0].Hints[4], (Hint{HintType::T0, 320}));
  EXPECT_EQ(All[0].Reason, "misses near those of head:1, which is there first: "
                           "fetches 5 lines from there; LL miss, 100 ns");
  EXPECT_EQ(All[1].Verdict, RecommendVerdict::NoStride);

  auto Verdict = [&] {
    return recommend(profileOf({Head, Rest}), testOptions())[0].Verdict;
  };
  // Mostly the head's lines are there already.
  Head.Executions = 2000000;
  EXPECT_EQ(Verdict(), RecommendVerdict::NoStride);
  Head.Executions = 20000;
  // No instruction waits for the load.
  Rest.Flags = abi::HasKey;
  EXPECT_EQ(Verdict(), RecommendVerdict::NoStride);
  Rest.Flags |= abi::FeedsOwnAddress;
  EXPECT_EQ(Verdict(), RecommendVerdict::Burst);
  // It follows rarely, or at random addresses.
  Rest.Followed = 40000;
  EXPECT_EQ(Verdict(), RecommendVerdict::NoStride);
  Rest.Followed = 95000;
  Rest.LeaderLines = UINT64_MAX;
  EXPECT_EQ(Verdict(), RecommendVerdict::NoStride);
}

// An inner loop reads an object whose address the outer one loads: its lines
// come with the first one, whether or not something waits for them.
TEST(Recommendation, ObjectsWhoseAddressIsLoadedAreFetchedWhole) {
  TestOperation Head;
  Head.Function = "head";
  Head.Strides = {};
  Head.Flags |= abi::FeedsAddress;
  Head.Executions = Head.Misses = 20000;
  TestOperation Rest;
  Rest.Function = "rest";
  Rest.Strides = {};
  Rest.Taken = std::nullopt;
  Rest.Leader = 0;
  Rest.Followed = 95000;
  Rest.LeaderLines = uint64_t(0x6) << abi::LeaderReach; // 1 and 2.
  auto Of = [&] { return recommend(profileOf({Head, Rest}), testOptions()); };
  std::vector<Recommendation> All = Of();
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Verdict, RecommendVerdict::Burst);
  EXPECT_EQ(All[0].HintKey.text(), "head:1");
  EXPECT_EQ(All[0].Hints,
            (std::vector<Hint>{{HintType::T0, 64}, {HintType::T0, 128}}));
  EXPECT_EQ(All[1].Verdict, RecommendVerdict::Indirect);
  EXPECT_GT(All[0].Share, All[1].Share);
  // Short runs of lines as well.
  Rest.Strides = {{64, 60000}};
  Rest.Breaks = 39999;
  EXPECT_EQ(Of()[0].Verdict, RecommendVerdict::Burst);
  // Not in the same loop: it has hints of its own, or needs none.
  Rest.Executions = 20000;
  EXPECT_NE(Of()[0].Verdict, RecommendVerdict::Burst);
  Rest.Executions = 100000;
  EXPECT_EQ(Of()[0].Verdict, RecommendVerdict::Burst);
  // The address is not known ahead.
  Head.Flags = abi::HasKey;
  Head.Taken = std::nullopt;
  Head.WorkInLoop = 1;
  EXPECT_NE(Of()[0].Verdict, RecommendVerdict::Burst);
}

TEST(Recommendation, WhatMissesRarelyBesideOthersIsNotLoadedAhead) {
  TestOperation Most;
  Most.Strides = {};
  Most.Flags |= abi::FeedsAddress;
  Most.Misses = 1000000;
  Most.Executions = 2000000;
  // Copies of a line count together.
  TestOperation Copy = Most;
  Copy.LineOffset = 2;
  Copy.Misses = 30000;
  TestOperation Other = Copy;
  Other.Discriminator = 1;
  TestOperation Elsewhere = Copy;
  Elsewhere.Function = "g";
  std::vector<Recommendation> All =
      recommend(profileOf({Most, Copy, Other, Elsewhere}), testOptions());
  ASSERT_EQ(All.size(), 4u);
  for (const Recommendation &R : All)
    EXPECT_EQ(R.Verdict, RecommendVerdict::Indirect) << R.Key.text();
  All = recommend(profileOf({Most, Copy, Elsewhere}), testOptions());
  ASSERT_EQ(All.size(), 3u);
  for (const Recommendation &R : All) {
    bool IsMinor = R.Key.text() == "f:2";
    EXPECT_EQ(R.Verdict == RecommendVerdict::Minor, IsMinor) << R.Key.text();
    EXPECT_EQ(R.Hints.empty(), IsMinor);
  }
}

TEST(Recommendation, ThreadsAreMeasuredByThemselvesAndAddUp) {
  TestOperation O;
  std::vector<Recommendation> All = recommend(profileOf({O}, 3), testOptions());
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].LLMisses, 300000u);
  EXPECT_EQ(All[0].Executions, 300000u);
  EXPECT_EQ(All[0].Threads, (std::set<uint64_t>{0, 1, 2}));
  EXPECT_EQ(All[0].Work, 20.0);
  EXPECT_GT(All[0].Confidence, 0.99);
  EXPECT_EQ(All[0].Hints[0].Delta, 100 * 1088);
}

TEST(Recommendation, CopiesOfAFunctionAreOneOperation) {
  TestOperation O;
  CacheProfile P = profileOf({O, O});
  std::vector<Recommendation> All = recommend(P, testOptions());
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].LLMisses, 200000u);
  EXPECT_EQ(All[0].Work, 20.0);
  EXPECT_EQ(All[0].Hints.size(), 1u);
}

TEST(Recommendation, IsForWhatMissesOftenOnly) {
  TestOperation Often, Rare;
  Rare.Function = "rare";
  Rare.Misses = 400;
  Rare.Strides = {{1088, 390}};
  auto Number = [&](uint64_t MinMisses, double MinShare) {
    RecommendOptions Options = testOptions();
    Options.MinMisses = MinMisses;
    Options.MinShare = MinShare;
    return recommend(profileOf({Rare, Often}), Options).size();
  };
  EXPECT_EQ(Number(10000, 0), 1u);
  EXPECT_EQ(Number(100, 0.005), 1u);
  EXPECT_EQ(Number(100, 0.001), 2u);
  EXPECT_TRUE(recommend(CacheProfile(), testOptions()).empty());
}

} // namespace udpc
