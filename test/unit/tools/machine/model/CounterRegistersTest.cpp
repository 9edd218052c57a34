//===- CounterRegistersTest.cpp -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/model/CounterRegisters.h"
#include "gtest/gtest.h"

using namespace udpc::machine;

namespace {
constexpr uint64_t HandlerAddress = 0x4000;

class CounterRegistersTest : public ::testing::Test {
protected:
  void set(RegisterTag Tag, uint64_t Value) { R.write(int(Tag), Value); }
  uint64_t get(RegisterTag Tag) { return R.read(int(Tag)); }

  void enable() {
    set(RegisterTag::WriteProcTag, CountedProcess);
    set(RegisterTag::WriteEnable, 1);
  }
  /// Executes up to \p Most instructions that are each an event \p Also; stops
  /// when a sample is taken. Returns how many were executed.
  unsigned execute(unsigned Most, Event Also = Event::Nothing) {
    for (unsigned I = 0; I != Most; ++I) {
      if (R.isCounting()) {
        ++R.Counts[Event::Instruction];
        if (Also != Event::Nothing)
          ++R.Counts[Also];
      }
      if (R.isDue() && (Last = R.interrupt(NextPc)) != Interruption::None)
        return I + 1;
    }
    return Most;
  }

  CounterRegisters R;
  Interruption Last = Interruption::None;
  uint64_t NextPc = 0x1000;
};
} // namespace

TEST_F(CounterRegistersTest, CountsOnlyTheEnabledProcess) {
  execute(1);
  set(RegisterTag::WriteEnable, 1);
  execute(1);
  EXPECT_EQ(get(RegisterTag::ReadCounter0), 0u);
  set(RegisterTag::WriteProcTag, CountedProcess + 1);
  execute(1);
  EXPECT_EQ(R.read(129), 0u);
  set(RegisterTag::WriteProcTag, CountedProcess);
  execute(3);
  EXPECT_EQ(R.read(129), 3u);
  set(RegisterTag::WriteEnable, 0);
  execute(1);
  EXPECT_EQ(R.read(129), 3u);
}

TEST_F(CounterRegistersTest, EnableHasOneBit) {
  set(RegisterTag::WriteProcTag, CountedProcess);
  set(RegisterTag::WriteEnable, 2);
  EXPECT_FALSE(R.isCounting());
  set(RegisterTag::WriteEnable, 3);
  EXPECT_TRUE(R.isCounting());
}

TEST_F(CounterRegistersTest, SamplesAfterOneMoreThanTheMaximum) {
  enable();
  set(RegisterTag::WriteSampleFuncAddr, HandlerAddress);
  set(RegisterTag::WriteMaxEventNum, 10);
  EXPECT_EQ(execute(100), 11u);
  EXPECT_EQ(Last, Interruption::Handler);
  EXPECT_EQ(get(RegisterTag::ReadExitPc), NextPc);
  EXPECT_EQ(get(RegisterTag::ReadProcTag), 0u);
  EXPECT_EQ(get(RegisterTag::ReadMaxEventNum), 0u);
  EXPECT_EQ(get(RegisterTag::ReadSampleHappen), 0u);
  EXPECT_EQ(get(RegisterTag::ReadNowEventNum), 11u);
  EXPECT_FALSE(R.isCounting());
}

TEST_F(CounterRegistersTest, AddressZeroIsASystemCallThatKeepsTheProcess) {
  enable();
  set(RegisterTag::WriteMaxEventNum, 1);
  EXPECT_EQ(execute(100), 2u);
  EXPECT_EQ(Last, Interruption::SystemCall);
  EXPECT_EQ(get(RegisterTag::ReadProcTag), CountedProcess);
  EXPECT_EQ(get(RegisterTag::ReadSampleHappen), 1u);
  EXPECT_FALSE(R.isCounting());
  set(RegisterTag::WriteSampleHappen, 0);
  EXPECT_EQ(get(RegisterTag::ReadSampleHappen), 0u);
}

TEST_F(CounterRegistersTest, WithoutAMaximumThereIsNoSample) {
  enable();
  EXPECT_EQ(execute(100), 100u);
  set(RegisterTag::WriteMaxEventNum, ~uint64_t(0));
  EXPECT_EQ(execute(100), 100u);
}

TEST_F(CounterRegistersTest, EachSelectionCountsItsEvent) {
  const Event Events[] = {Event::Instruction, Event::BranchMisprediction,
                          Event::DataMiss, Event::DataTlbMiss};
  for (unsigned I = 0; I != 4; ++I) {
    enable();
    set(RegisterTag::WriteSampleEventSel, I + 8); // modulo 8
    EXPECT_EQ(get(RegisterTag::ReadSampleEventSel), I);
    set(RegisterTag::WriteMaxEventNum, 5);
    set(RegisterTag::ResetCounters, 0);
    if (I)
      EXPECT_EQ(execute(20, Event::Load), 20u) << I;
    set(RegisterTag::ResetCounters, 0);
    EXPECT_EQ(execute(100, I ? Events[I] : Event::Nothing), 6u) << I;
  }
  for (unsigned I = 4; I != 8; ++I)
    EXPECT_EQ(selectedEvent(I), Event::Nothing);
}

TEST_F(CounterRegistersTest, WarmUpResetsTheCountersAndComesBeforeThePeriod) {
  enable();
  set(RegisterTag::WriteMaxEventNum, 10);
  set(RegisterTag::WriteWarmupInstNum, 7);
  execute(6);
  EXPECT_EQ(R.read(129), 6u);
  EXPECT_EQ(get(RegisterTag::ReadNowEventNum), 0u);
  execute(1);
  EXPECT_EQ(R.read(129), 0u);
  EXPECT_EQ(execute(100), 11u);
  EXPECT_EQ(R.read(129), 11u);
}

TEST_F(CounterRegistersTest, HandlersMaySetRegistersInAnyOrder) {
  enable();
  set(RegisterTag::WriteSampleFuncAddr, HandlerAddress);
  set(RegisterTag::WriteMaxEventNum, 10);
  for (bool ResetsFirst : {true, false}) {
    EXPECT_EQ(execute(100), 11u);
    if (ResetsFirst)
      set(RegisterTag::ResetCounters, 0);
    set(RegisterTag::WriteProcTag, CountedProcess);
    set(RegisterTag::WriteMaxEventNum, 10);
    set(RegisterTag::WriteEnable, 1);
    EXPECT_FALSE(R.isDue());
    if (!ResetsFirst)
      set(RegisterTag::ResetCounters, 0);
  }
  EXPECT_EQ(execute(100), 11u);
}

TEST_F(CounterRegistersTest, ReadsWhatWasWritten) {
  for (unsigned I = 0; I != 4; ++I)
    R.write(int(RegisterTag::WriteTemp1) + I, 100 + I);
  for (unsigned I = 0; I != 4; ++I) {
    EXPECT_EQ(R.read(int(RegisterTag::ReadTemp1) + I), 100 + I);
    EXPECT_EQ(R.returnAddress(I), 100 + I);
  }
  EXPECT_FALSE(R.returnAddress(4));
  set(RegisterTag::WriteMaxPriv, 7);
  EXPECT_EQ(get(RegisterTag::ReadMaxPriv), 3u);
  set(RegisterTag::WriteSampleFuncAddr, HandlerAddress);
  EXPECT_EQ(get(RegisterTag::ReadSampleFuncAddr), HandlerAddress);
  EXPECT_EQ(get(RegisterTag::ReadReserved), 0u);
  EXPECT_EQ(get(RegisterTag::ReadCounter127), 0u);
}

TEST(RegisterTags, OnlyDescribedOnesHaveAMeaning) {
  for (int Tag = -32; Tag != 2048; ++Tag) {
    EXPECT_EQ(CounterRegisters::isWrite(Tag),
              (Tag >= 1 && Tag <= 12) || Tag == 127);
    EXPECT_EQ(CounterRegisters::isRead(Tag),
              (Tag >= 33 && Tag <= 45) || (Tag >= 128 && Tag <= 255));
  }
}

TEST(EventCounts, CountersShowTheirEvents) {
  EventCounts C;
  for (unsigned I = 0; I != NumEvents; ++I)
    C.Values[I] = 1 + I;
  C[Event::CodeLine] = 1000;
  unsigned NumZero = 0;
  for (unsigned I = 0; I != NumEventCounters; ++I) {
    bool IsZero = describeCounter(I).Kind == CounterKind::Zero;
    EXPECT_EQ(C.counter(I) == 0, IsZero) << describeCounter(I).Name;
    NumZero += IsZero;
  }
  EXPECT_EQ(NumZero, 30u);
  EXPECT_EQ(C.counter(2), C.counter(3) + C.counter(4));
  EXPECT_EQ(C.counter(5), C.counter(6) + C.counter(7));
}
