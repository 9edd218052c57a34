//===- RecommendTest.cpp --------------------------------------------------===//

#include "profdata/cache/Recommendation.h"
#include "udpc/chains.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <optional>

using namespace llvm;

namespace udpc {

/// A memory operation and how it misses. What is not set is that of a walk
/// through large records with an unpredictable branch.
struct TestOperation {
  std::string Function = "f";
  uint32_t LineOffset = 1;
  abi::AccessKind Kind = abi::AccessKind::Load;
  uint8_t Flags = abi::HasKey;
  int64_t KnownStep = 0;
  uint64_t Executions = 100000;
  /// In the loop around it; 0: there is none.
  uint16_t WorkInLoop = 20;
  uint32_t Calls = 0;
  /// How often the branch is taken; nothing: there is none.
  std::optional<uint64_t> Taken = 50000;
  uint64_t Misses = 100000;
  std::vector<abi::StrideRec> Strides = {{1088, 99990}};
  std::vector<abi::StrideRec> Double = {};
  uint64_t Breaks = 0;
  uint64_t NumLines = 100000;
  uint64_t Prefetched = 0;
  /// Of L2, in profiles with a middle level; nothing: as many as of LL.
  std::optional<uint64_t> L2Misses = std::nullopt;
  std::optional<uint64_t> LLMisses = std::nullopt;
  uint64_t L2Lines = 0;
  std::optional<uint32_t> Leader;
  uint64_t Followed = 0, LeaderLines = 0;
};

/// One unit with \p Operations, each of which misses as it says in as many
/// threads as \p NumThreads.
static CacheProfile profileOf(const std::vector<TestOperation> &Operations,
                              unsigned NumThreads = 1) {
  CostTableBuilder T;
  CacheProfileThread Thread;
  uint32_t File = T.addString("/src/a.c");
  T.Flags = abi::SimulatesCaches;
  for (const TestOperation &O : Operations) {
    uint32_t Name = T.addString(O.Function);
    uint32_t Function = T.Functions.size(), Frame = T.Frames.size(),
             Line = T.Lines.size(), Loop = T.Loops.size(),
             Block = T.Blocks.size(), Index = T.Operations.size();
    T.Functions.push_back({Name, Name, File, 10, Block, 1});
    T.Frames.push_back(
        {abi::NoIndex, Name, Name, File, 10 + O.LineOffset, O.LineOffset, 0});
    T.Lines.push_back({Function, File, 10 + O.LineOffset});
    bool IsInLoop = O.WorkInLoop;
    if (IsInLoop)
      T.Loops.push_back({Function, abi::NoIndex, Block, Frame});
    uint32_t Value = T.NumSlots++;
    Thread.Slots.push_back({0, Value, O.Executions});
    T.Blocks.push_back({Function, Value, IsInLoop ? Loop : abi::NoIndex,
                        uint32_t(T.Costs.size()), 1, O.Calls});
    T.Costs.push_back({Frame, Line, O.WorkInLoop, 1, 0, 0, 0});
    uint32_t FirstBranch = T.Branches.size();
    if (O.Taken) {
      uint32_t Taken = T.NumSlots++;
      Thread.Slots.push_back({0, Taken, *O.Taken});
      T.Branches.push_back({Block, Taken});
    }
    T.Operations.push_back({Frame, Line, Block, 8, static_cast<uint8_t>(O.Kind),
                            O.Flags, FirstBranch, O.Taken ? 1u : 0u,
                            O.KnownStep});
    abi::OperationCountRec R = {};
    R.Operation = Index;
    R.D1Misses = O.Misses;
    R.LLMisses = O.LLMisses.value_or(O.Misses);
    R.L2Misses = O.L2Misses.value_or(0);
    R.L2Lines = O.L2Lines;
    R.Prefetched = O.Prefetched;
    R.NumStrides = O.Misses - 1;
    R.NumBreaks = O.Breaks;
    R.NumLines = O.NumLines;
    R.FirstLine = 1000;
    R.LastLine = 1000 + O.NumLines;
    llvm::copy(O.Strides, R.Strides);
    llvm::copy(O.Double, R.Double);
    R.Leader = O.Leader.value_or(abi::NoIndex);
    R.NumFollowed = O.Followed;
    R.LeaderLines = O.LeaderLines;
    Thread.Operations.push_back(R);
  }
  T.sortLines();
  std::vector<uint8_t> Bytes = T.finish();
  CacheProfile P;
  P.Caches.I1 = P.Caches.D1 = {48 << 10, 12, 64};
  P.Caches.LL = {1 << 20, 16, 64};
  P.Caches.Flags = abi::CachesSimulated;
  P.NumRuns = 1;
  Expected<CostTable> Table = CostTable::decode(
      StringRef(reinterpret_cast<const char *>(Bytes.data()), Bytes.size()));
  if (!Table) {
    ADD_FAILURE() << toString(Table.takeError());
    return P;
  }
  P.Units.push_back(std::move(*Table));
  for (unsigned I = 0; I != NumThreads; ++I) {
    Thread.Index = I;
    P.Threads.push_back(Thread);
  }
  return P;
}

/// A processor that executes 2000 instructions while it waits for memory.
static RecommendOptions testOptions() {
  RecommendOptions Options;
  Calibration &P = Options.Processor;
  P.Levels = {{"D1", 48 << 10, 48 << 10, 1.5},
              {"L2", 1 << 18, 1 << 18, 4},
              {"LL", 1 << 20, 1 << 20, 25}};
  P.MemoryLatency = 100;
  P.InstructionsPerNs = 20;
  P.Window = 512;
  P.LinesInFlight = 12;
  P.Worth = {};
  return Options;
}

static Recommendation
recommendOne(const TestOperation &O,
             const RecommendOptions &Options = testOptions()) {
  std::vector<Recommendation> All = recommend(profileOf({O}), Options);
  if (All.size() == 1)
    return All[0];
  ADD_FAILURE() << All.size() << " operations";
  return Recommendation();
}

static RecommendVerdict verdictOf(const TestOperation &O) {
  Recommendation R = recommendOne(O);
  EXPECT_FALSE(R.Reason.empty());
  bool HasHints = R.Verdict == RecommendVerdict::Chase ||
                  R.Verdict == RecommendVerdict::Branch ||
                  R.Verdict == RecommendVerdict::Apart ||
                  R.Verdict == RecommendVerdict::Chain ||
                  R.Verdict == RecommendVerdict::Burst ||
                  R.Verdict == RecommendVerdict::Indirect;
  EXPECT_EQ(R.Hints.empty(), !HasHints);
  EXPECT_EQ(R.Gain > 0, HasHints);
  return R.Verdict;
}

static TestOperation chase() {
  TestOperation O;
  O.Flags |= abi::FeedsOwnAddress;
  O.Taken = 99999;
  O.Strides = {{192, 99990}};
  O.WorkInLoop = 4;
  return O;
}

TEST(Recommend, SaysWhatItKnows) {
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
  EXPECT_EQ(R.Reason, "a branch waits for it that cannot be predicted, steps of "
                      "1088 bytes; 100 misses ahead: 20 instructions from miss "
                      "to miss; LL miss, 100 ns, nta because each line is "
                      "used once, and it gains as much as t0");
}

TEST(Recommend, WorkHasToWait) {
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

TEST(Recommend, MissesThatAreFarApartDoNotOverlap) {
  TestOperation O;
  O.Taken = std::nullopt;
  O.WorkInLoop = 600;
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Verdict, RecommendVerdict::Apart);
  EXPECT_EQ(R.Hints[0].Delta, 4 * 1088);
}

TEST(Recommend, TheProcessorFetchesWhatIsSequential) {
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

TEST(Recommend, TheModelOfThePrefetcherKnowsBetter) {
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

TEST(Recommend, NothingForAddressesAtRandom) {
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

TEST(Recommend, AddressesAtRandomMayBeLoadedAhead) {
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
                      "that cannot be predicted; LL miss, 100 ns");
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

TEST(Recommend, NothingWithoutKeyOrLoop) {
  TestOperation O = chase();
  O.WorkInLoop = 0;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NotInLoop);
  O = chase();
  O.Flags &= ~abi::HasKey;
  EXPECT_EQ(verdictOf(O), RecommendVerdict::NoKey);
  EXPECT_TRUE(recommendOne(O).Key.Frames.empty());
}

TEST(Recommend, NobodyWaitsForAStore) {
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

TEST(Recommend, TheDistanceCoversTheLatency) {
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

TEST(Recommend, CallsAreWorkThatIsNotSeen) {
  TestOperation O;
  O.Calls = 1;
  Recommendation R = recommendOne(O);
  EXPECT_TRUE(R.LoopCalls);
  EXPECT_NE(R.Reason.find("at least 20 instructions"), std::string::npos);
}

TEST(Recommend, TheDeltaCountsMissesNotExecutions) {
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

TEST(Recommend, RunsThatEndLimitTheDistance) {
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

TEST(Recommend, GapsAreMultiplesOfAStride) {
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

TEST(Recommend, StridesThatAlternateAreOne) {
  TestOperation O;
  O.Strides = {{4352, 50000}, {-256, 49990}};
  O.Double = {{4096, 99980}};
  O.Breaks = 49990;
  Recommendation R = recommendOne(O);
  EXPECT_EQ(R.Verdict, RecommendVerdict::Branch);
  EXPECT_EQ(R.Stride, 4096);
  EXPECT_EQ(R.Hints[0].Delta, 50 * 4096);
  // A constant stride is one, too, but not twice the stride.
  O.Strides = {{1088, 99990}};
  O.Double = {{2176, 99980}};
  O.Breaks = 0;
  EXPECT_EQ(recommendOne(O).Stride, 1088);
}

TEST(Recommend, WhatIsUsedOnceGoesPastTheCaches) {
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

TEST(Recommend, TheCalibrationDecidesTheType) {
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

TEST(Recommend, WhatMissesL2IsWorthItsLatency) {
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

TEST(Recommend, ChainsFillTheScheduler) {
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

TEST(Recommend, TheWindowLimitsWhatOverlaps) {
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

TEST(Recommend, TheLeaderOfABurstFetchesTheRest) {
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

TEST(Recommend, ThreadsAreMeasuredByThemselvesAndAddUp) {
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

TEST(Recommend, CopiesOfAFunctionAreOneOperation) {
  TestOperation O;
  CacheProfile P = profileOf({O, O});
  std::vector<Recommendation> All = recommend(P, testOptions());
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].LLMisses, 200000u);
  EXPECT_EQ(All[0].Work, 20.0);
  EXPECT_EQ(All[0].Hints.size(), 1u);
}

TEST(Recommend, OnlyWhatMissesOften) {
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
