//===- ThreadsTest.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/Threads.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <csignal>

using namespace udpc::machine;

static constexpr int Process = 77;
static constexpr uint64_t Word = 0x1000, Other = 0x2000;

namespace {
/// Three threads, of which the first runs.
struct ThreadsTest : testing::Test {
  Threads All = Threads(Process);
  Signals None;
  int B = All.add().Id, C = All.add().Id;

  /// Who runs next, at \p Now; 0: no thread.
  int next(uint64_t Now = 0) {
    return All.next(Now, None) ? All.current().Id : 0;
  }
  /// The current thread waits; who runs next?
  int wait(const Wait &For, uint64_t Now = 0) {
    All.wait(For);
    return next(Now);
  }
};
} // namespace

TEST_F(ThreadsTest, TakeTurns) {
  EXPECT_EQ(next(), B);
  EXPECT_EQ(next(), C);
  EXPECT_EQ(next(), Process);
  EXPECT_EQ(All.find(C)->Number, 2u);
  EXPECT_FALSE(All.find(1));
}

TEST_F(ThreadsTest, AFutexWakesThoseThatHaveWaitedLongest) {
  EXPECT_EQ(next(), B);
  EXPECT_EQ(wait({Wait::Futex, Word}), C);
  EXPECT_EQ(wait({Wait::Futex, Word}), Process);
  EXPECT_EQ(next(), Process) << "the others wait";
  EXPECT_EQ(All.wake(Other, 1), 0u);
  EXPECT_EQ(All.wake(Word, 1), 1u);
  EXPECT_EQ(next(), B);
  EXPECT_EQ(All.current().Result, 0);
  EXPECT_EQ(All.wake(Word, 7), 1u) << "no other one waits";
  EXPECT_EQ(next(), C);
}

TEST_F(ThreadsTest, AFutexWakesOnlyTheBitsThatAreWaitedFor) {
  EXPECT_EQ(wait({Wait::Futex, Word, 2}), B);
  EXPECT_EQ(All.wake(Word, 1, 5), 0u);
  EXPECT_EQ(All.wake(Word, 1, 6), 1u);
}

TEST_F(ThreadsTest, RequeuedThreadsWaitForTheOtherFutex) {
  EXPECT_EQ(wait({Wait::Futex, Word}), B);
  EXPECT_EQ(wait({Wait::Futex, Word}), C);
  EXPECT_EQ(All.requeue(Word, Other, 1), 1u);
  EXPECT_EQ(All.wake(Other, 9), 1u);
  EXPECT_EQ(next(), Process);
  EXPECT_EQ(All.wake(Word, 9), 1u);
}

TEST_F(ThreadsTest, DeadlinesEndWaits) {
  EXPECT_EQ(wait({Wait::Futex, Word, ~0u, 100}), B);
  EXPECT_EQ(wait({Wait::Time, 0, 0, 50}), C);
  EXPECT_FALSE(All.areAllWaiting());
  EXPECT_EQ(wait({Wait::Time, 0, 0, 200}, 49), 0);
  EXPECT_TRUE(All.areAllWaiting());
  EXPECT_EQ(All.deadline(), 50u);
  EXPECT_EQ(next(50), B);
  EXPECT_EQ(All.current().Result, 0);
  EXPECT_EQ(wait({Wait::Time}, 100), Process);
  EXPECT_EQ(All.current().Result, -ETIMEDOUT);
}

TEST_F(ThreadsTest, SignalsInterrupt) {
  EXPECT_EQ(wait({Wait::Futex, Word}), B);
  None.setAction(SIGUSR1, {0x4000, 0, 0});
  None.sendTo(All.find(Process)->Signals, SIGUSR1, {});
  EXPECT_EQ(next(), C);
  EXPECT_EQ(next(), Process);
  EXPECT_EQ(All.current().Result, -EINTR);
}

TEST_F(ThreadsTest, CallsThatWaitForTheHostAreMadeAgain) {
  All.current().State.Pc = 0x5000;
  All.current().State.X[9] = 3;
  EXPECT_EQ(wait({Wait::Host}), B);
  EXPECT_EQ(next(), C);
  EXPECT_EQ(next(), Process);
  EXPECT_FALSE(All.current().Result);
  EXPECT_EQ(All.current().State.Pc, 0x5000u);
  // A signal interrupts it: the program continues after it.
  All.wait({Wait::Host});
  None.send(SIGTERM, {});
  EXPECT_EQ(next(), B);
  EXPECT_EQ(next(), C);
  EXPECT_EQ(next(), Process);
  EXPECT_EQ(All.current().Result, -EINTR);
  EXPECT_EQ(All.current().Interrupted, 3u);
  EXPECT_EQ(All.current().State.Pc, 0x5004u);
}

TEST_F(ThreadsTest, EndLeavesTheOthersAndForkTheCurrent) {
  All.endCurrent();
  EXPECT_EQ(next(), B) << "the one behind it";
  EXPECT_EQ(next(), C);
  EXPECT_FALSE(All.find(Process));
  All.endCurrent();
  EXPECT_EQ(next(), B);
  EXPECT_TRUE(All.isAlone());
  int D = All.add().Id;
  EXPECT_NE(D, C) << "identifiers are not used again";
  EXPECT_EQ(next(), D);
  All.keepCurrent(78);
  EXPECT_TRUE(All.isAlone());
  EXPECT_EQ(All.current().Id, 78);
  EXPECT_EQ(next(), 78);
}
