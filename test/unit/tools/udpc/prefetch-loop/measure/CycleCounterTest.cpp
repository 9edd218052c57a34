//===- CycleCounterTest.cpp - Events of this process and its children -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/measure/CycleCounter.h"
#include "tools/udpc/prefetch-loop/measure/ChildProcess.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

TEST(CycleCounter, CountsChildren) {
  Expected<CycleCounter> Clock = CycleCounter::taskClock();
  if (!Clock)
    GTEST_SKIP() << toString(Clock.takeError());
  Expected<CycleCounter::Reading> Before = Clock->read();
  ASSERT_TRUE(bool(Before));
  SmallString<64> Output;
  ASSERT_FALSE(sys::fs::createTemporaryFile("udpc-cycles", "out", Output));
  Expected<ChildTimes> Times = runChild(
      {{"sh", "-c", "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"},
       {},
       Output.str().str(),
       Output.str().str()});
  sys::fs::remove(Output);
  ASSERT_TRUE(bool(Times)) << toString(Times.takeError());
  Expected<CycleCounter::Reading> After = Clock->read();
  ASSERT_TRUE(bool(After));
  Expected<double> Used = After->since(*Before);
  ASSERT_TRUE(bool(Used));
  // Nanoseconds; ours are few.
  EXPECT_NEAR(*Used * 1e-9, Times->Cpu, 0.3 * Times->Cpu + 0.02);
  EXPECT_GT(*Used, 0);
}

/// Scaled by what it counted of the run, not of all since it was opened.
TEST(CycleCounter, ScalesWhatRanInPartOfTheTime) {
  CycleCounter::Reading Before = {1000, 1000, 1000}, After = {1500, 2000, 1500};
  Expected<double> Used = After.since(Before);
  ASSERT_TRUE(bool(Used));
  EXPECT_EQ(*Used, 1000);
  EXPECT_NE(toString(Before.since(Before).takeError()).find("has not run"),
            std::string::npos);
}

TEST(CycleCounter, SaysWhyThereIsNone) {
  Expected<CycleCounter> Cycles = CycleCounter::cycles();
  if (!Cycles)
    EXPECT_NE(toString(Cycles.takeError()).find("perf_event_open: "),
              std::string::npos);
  else
    EXPECT_TRUE(bool(Cycles->read()));
}
