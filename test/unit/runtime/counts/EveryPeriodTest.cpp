// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/counts/EveryPeriod.h"
#include "gtest/gtest.h"
#include <atomic>
#include <set>
#include <thread>

using namespace udpc::rt;
using udpc::abi::EveryPair;

namespace {

/// A thread that counts, as generated code and runtime do.
struct Thread {
  EveryPair Words = {};
  uint64_t Period, Target, Seen = 0, Calls = 0;

  Thread(uint64_t Period, uint64_t Warmup = 0, uint64_t Random = 0)
      : Period(Period), Target(firstTarget(0, Warmup, Period, Random)) {}

  void count(uint64_t Step = 1) {
    Words.Counter += static_cast<int64_t>(Step);
    while (Words.Counter > 0) {
      EveryCount Now = readCount(Words);
      uint64_t Passed = numPassed(Now.count(), Target, Period);
      Target = targetAfter(Target, Passed, Period);
      ASSERT_TRUE(setTarget(Words, Now, Target));
      Calls += Passed;
      ++Seen;
    }
  }
};

} // namespace

TEST(EveryPeriod, CallsAreTheCountDividedByThePeriod) {
  for (uint64_t Period : {1, 2, 7, 10, 1000, 65535, 65536, 65537, 100000}) {
    Thread T(Period);
    for (uint64_t N = 1; N != 200003; ++N) {
      T.count();
      ASSERT_EQ(readCount(T.Words).count(), N);
      ASSERT_EQ(T.Calls, N / Period) << Period;
    }
  }
}

TEST(EveryPeriod, AmountsPassSeveralMultiples) {
  Thread T(10);
  T.count(9);
  EXPECT_EQ(T.Calls, 0u);
  T.count(32);
  EXPECT_EQ(T.Calls, 4u);
  T.count(uint64_t(1) << 40);
  EXPECT_EQ(T.Calls, (41 + (uint64_t(1) << 40)) / 10);
  // Taken back, and counted again.
  uint64_t Before = T.Calls;
  T.count(static_cast<uint64_t>(-1000));
  T.count(1000);
  EXPECT_EQ(T.Calls, Before);
}

TEST(EveryPeriod, TheRuntimeSeesThreadsNowAndThen) {
  Thread Far(uint64_t(1) << 40);
  Thread None(0);
  for (uint64_t N = 0; N != 3 * LongestStep + 5; ++N) {
    Far.count();
    None.count();
  }
  EXPECT_EQ(Far.Seen, 4u); // With the first.
  EXPECT_EQ(None.Seen, 4u);
  EXPECT_EQ(Far.Calls + None.Calls, 0u);
}

TEST(EveryPeriod, WarmupAndPhaseMoveTheFirst) {
  EXPECT_EQ(firstTarget(0, 0, 10, 0), 10u);
  EXPECT_EQ(firstTarget(0, 25, 10, 0), 35u);
  EXPECT_EQ(firstTarget(30, 25, 10, 0), 40u);
  EXPECT_EQ(firstTarget(0, 0, 0, 0), NeverReached);
  EXPECT_EQ(firstTarget(NeverReached - 5, 0, 10, 0), NeverReached);
  std::set<uint64_t> Phases;
  for (uint64_t Random = 1; Random != 1000; ++Random) {
    uint64_t First = firstTarget(100, 0, 10, mixed(Random));
    EXPECT_GE(First, 101u);
    EXPECT_LE(First, 110u);
    Phases.insert(First);
  }
  EXPECT_EQ(Phases.size(), 10u);
  Thread T(10, 25);
  for (int N = 0; N != 34; ++N)
    T.count();
  EXPECT_EQ(T.Calls, 0u);
  T.count();
  EXPECT_EQ(T.Calls, 1u);
}

TEST(EveryPeriod, TargetsStopAtTheLimit) {
  EXPECT_EQ(targetAfter(10, 3, 10), 40u);
  EXPECT_EQ(targetAfter(NeverReached, 0, 10), NeverReached);
  EXPECT_EQ(targetAfter(10, UINT64_MAX, 10), NeverReached);
  EXPECT_EQ(targetAfter(10, 2, NeverReached - 1), NeverReached);
  EXPECT_EQ(numPassed(9, 10, 10), 0u);
  EXPECT_EQ(numPassed(10, 10, 10), 1u);
  EXPECT_EQ(numPassed(29, 10, 10), 2u);
  EXPECT_EQ(numPassed(29, 10, 0), 0u);
}

TEST(EveryPeriod, ATargetIsSetOnlyForTheCountThatWasRead) {
  EveryPair Words = {};
  Words.Counter = 3;
  EveryCount Now = readCount(Words);
  ++Words.Counter;
  EXPECT_FALSE(setTarget(Words, Now, 10));
  EXPECT_EQ(Words.Counter, 4);
  EXPECT_EQ(Words.Offset, 0u);
}

#if defined(__x86_64__)
// A thread counts and passes every target; another reads what it has counted.
TEST(EveryPeriod, OtherThreadsReadNoMixture) {
  static EveryPair Words;
  std::atomic<bool> Done = false;
  std::thread Reader([&] {
    uint64_t Last = 0;
    while (!Done) {
      uint64_t Now = readCount(Words).count();
      ASSERT_GE(Now, Last);
      ASSERT_LE(Now, 200000u);
      Last = Now;
    }
  });
  for (uint64_t N = 1; N != 200001; ++N) {
    __atomic_store_n(&Words.Counter, Words.Counter + 1, __ATOMIC_RELEASE);
    if (Words.Counter > 0)
      ASSERT_TRUE(setTarget(Words, readCount(Words), N + 3));
  }
  Done = true;
  Reader.join();
  EXPECT_EQ(readCount(Words).count(), 200000u);
}
#endif
