//===- CounterLogTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/machine/CounterLog.h"
#include "profdata/log/Log.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static std::string sampleText(uint64_t Number) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "{\"type\": \"max_inst\", \"times\": " << Number
     << ", \"cycles\": 200, \"inst\": 100}\n";
  for (unsigned I = 0; I != NumMachineCounters; ++I)
    OS << "{\"type\": \"event " << (I < 10 ? " " : "") << I
       << "\", \"value\": " << 1000 * Number + I << "}\n";
  return Text;
}

static std::string errorOf(StringRef Text) {
  Expected<CounterLog> L = CounterLog::parse(Text, "a.log");
  return L ? "" : toString(L.takeError());
}

TEST(CounterLog, ReadsSamples) {
  std::string Text = sampleText(1) + "\n" + sampleText(2);
  EXPECT_TRUE(Log::isCounterLog(Text));
  CounterLog L = cantFail(CounterLog::parse(Text, "a.log"));
  ASSERT_EQ(L.Samples.size(), 2u);
  EXPECT_EQ(L.Samples[1].Number, 2u);
  EXPECT_EQ(L.Samples[1].Cycles, 200u);
  EXPECT_EQ(L.Samples[1].Instructions, 100u);
  EXPECT_EQ(L.Samples[1].Counters[63], 2063u);
}

TEST(CounterLog, LeavesOutWhatAKilledProgramBegan) {
  std::string First = sampleText(1), Text = First + sampleText(2);
  for (size_t Size = First.size(); Size < Text.size() - 1; Size += 61) {
    Expected<CounterLog> L =
        CounterLog::parse(StringRef(Text).take_front(Size), "a.log");
    ASSERT_TRUE(!!L) << toString(L.takeError());
    EXPECT_EQ(L->Samples.size(), 1u) << Size;
  }
  EXPECT_EQ(errorOf(First.substr(0, 300)), "a.log: has no whole sample");
}

TEST(CounterLog, NamesTheLineOfAnError) {
  std::string First = sampleText(1);
  EXPECT_EQ(errorOf(First + "[]\n"), "a.log:66: expected an object");
  EXPECT_EQ(errorOf(First + "{\"type\": \"x\"}\n"),
            "a.log:66: unknown type 'x': max_inst or event and a number");
  EXPECT_EQ(errorOf(First + "{\"type\": \"event 64\", \"value\": 1}\n"),
            "a.log:66: counter 64: there are 64");
  EXPECT_EQ(errorOf(First + "{\"type\": \"event 63\", \"value\": 1}\n"),
            "a.log:66: counter 63 is there twice in its sample");
  std::string Short = First.substr(0, First.find("{\"type\": \"event  5"));
  EXPECT_EQ(errorOf(First + Short + First),
            "a.log:72: a sample begins, but the last one has 5 of 64 counters");
  EXPECT_EQ(errorOf(Short + First),
            "a.log:13: counter 5, which the first sample does not have");
  EXPECT_EQ(errorOf(Short.substr(0, Short.find('\n') + 1) + First),
            "a.log:2: a sample begins, but the last one has 0 of 0 counters");
  EXPECT_EQ(errorOf("{\"type\": \"event  0\", \"value\": 1}\n"),
            "a.log:1: counter 0, where a sample begins");
  EXPECT_EQ(errorOf("{\"type\": \"max_inst\", \"times\": 1, \"inst\": 1}\n"),
            "a.log:1: no number \"cycles\"");
}

// Programs of the fork choose which counters they log.
TEST(CounterLog, ReadsSamplesOfSomeCounters) {
  std::string Text;
  for (const char *Number : {"0", "1"})
    Text += std::string("{\"type\": \"max_inst\", \"times\": ") + Number +
            ", \"cycles\": 200, \"inst\": 100}\n"
            "{\"type\": \"event  1\", \"value\": 100}\n"
            "{\"type\": \"event 38\", \"value\": 3}\n";
  CounterLog L = cantFail(CounterLog::parse(Text, "a.log"));
  ASSERT_EQ(L.Samples.size(), 2u);
  EXPECT_EQ(L.Samples[1].Has.count(), 2u);
  EXPECT_EQ(L.Samples[1].Counters[38], 3u);
  for (const CounterRatio &R : counterRatios())
    EXPECT_EQ(R.of(L.Samples[1]).has_value(),
              StringRef(R.Name) == "dcache_mpki");
  // The program was killed.
  std::string Cut = Text.substr(0, Text.rfind("{"));
  EXPECT_EQ(cantFail(CounterLog::parse(Cut, "a.log")).Samples.size(), 1u);
  // The line that was cut begins another sample.
  EXPECT_EQ(cantFail(CounterLog::parse(Text + "{\"type\": \"max", "a.log"))
                .Samples.size(),
            2u);
  // It may be a counter of the only sample.
  EXPECT_EQ(errorOf(Text.substr(0, Text.find("{\"type\": \"event 38") + 9)),
            "a.log: has no whole sample");
}

TEST(CounterLog, RatiosNeedAWhole) {
  CounterSample S;
  S.Has.set();
  for (const CounterRatio &R : counterRatios())
    EXPECT_FALSE(R.of(S)) << R.Name;
  S.Counters[0] = 200;
  S.Counters[1] = 100;
  S.Counters[38] = 3;
  EXPECT_EQ(counterRatios()[0].of(S), 0.5);
  for (const CounterRatio &R : counterRatios())
    if (StringRef(R.Name) == "dcache_mpki")
      EXPECT_EQ(R.of(S), 30.0);
}

TEST(CounterLog, OtherLogsAreNone) {
  EXPECT_FALSE(Log::isCounterLog(""));
  EXPECT_FALSE(Log::isCounterLog("{\"version\": 1}"));
  EXPECT_EQ(machineCounterName(1), "insts");
}
