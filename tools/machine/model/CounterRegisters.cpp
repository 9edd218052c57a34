//===- CounterRegisters.cpp - The sampling registers ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/model/CounterRegisters.h"

using namespace udpc;
using namespace udpc::machine;

Event machine::selectedEvent(unsigned Selection) {
  switch (Selection) {
  case 0:
    return Event::Instruction;
  case 1:
    return Event::BranchMisprediction;
  case 2:
    return Event::DataMiss;
  case 3:
    return Event::DataTlbMiss;
  default:
    return Event::Nothing;
  }
}

static bool isBetween(int Tag, RegisterTag First, RegisterTag Last) {
  return Tag >= int(First) && Tag <= int(Last);
}

bool CounterRegisters::isWrite(int Tag) {
  return isBetween(Tag, RegisterTag::WriteProcTag, RegisterTag::WriteTemp4) ||
         Tag == int(RegisterTag::ResetCounters);
}

bool CounterRegisters::isRead(int Tag) {
  return isBetween(Tag, RegisterTag::ReadProcTag, RegisterTag::ReadMaxPriv) ||
         isBetween(Tag, RegisterTag::ReadCounter0, RegisterTag::ReadCounter127);
}

uint64_t CounterRegisters::nowEventNum() const {
  return isWarmingUp() ? 0 : Counts[selectedEvent(SampleEventSel)] - EventStart;
}

void CounterRegisters::update() {
  Counting = Enable && ProcTag == CountedProcess;
  Watched = Event::Nothing;
  Limit = ~uint64_t(0);
  if (!Counting)
    return;
  if (isWarmingUp()) {
    Watched = Event::Instruction;
    Limit = WarmupStart + WarmupInstNum - 1;
  } else if (MaxEventNum) {
    Watched = selectedEvent(SampleEventSel);
    // A limit that overflows is never exceeded.
    if (__builtin_add_overflow(EventStart, MaxEventNum, &Limit))
      Limit = ~uint64_t(0);
  }
}

void CounterRegisters::resetCounters() {
  DelaysBefore += Counts.delays();
  Counts = EventCounts();
  WarmupStart = 0;
  EventStart = 0;
}

Interruption CounterRegisters::interrupt(uint64_t NextPc) {
  if (isWarmingUp()) {
    IsWarm = true;
    resetCounters();
    update();
    return Interruption::None;
  }
  // Disables counting on both paths, so that the code that handles the sample
  // is not in the counters that it reads.
  MaxEventNum = 0;
  Enable = false;
  Interruption Kind = Interruption::SystemCall;
  ExitPc = NextPc;
  if (SampleFuncAddr) {
    ProcTag = 0;
    Kind = Interruption::Handler;
  } else {
    SampleHappen = 1;
  }
  update();
  return Kind;
}

void CounterRegisters::takeOver(const CounterRegisters &Left) {
  uint64_t Tag = ProcTag, Delays = delaysSinceStart();
  *this = Left;
  ProcTag = Tag;
  // Keep delaysSinceStart() of this process.
  DelaysBefore = Delays - Counts.delays();
  update();
}

void CounterRegisters::write(int Tag, uint64_t Value) {
  switch (RegisterTag(Tag)) {
  case RegisterTag::WriteProcTag:
    ProcTag = Value;
    break;
  case RegisterTag::WriteSampleFuncAddr:
    SampleFuncAddr = Value;
    break;
  case RegisterTag::WriteSampleEventSel: {
    // Keep what has been counted for the sample.
    uint64_t Now = Counts[selectedEvent(SampleEventSel)] - EventStart;
    SampleEventSel = Value % 8;
    EventStart = Counts[selectedEvent(SampleEventSel)] - Now;
    break;
  }
  case RegisterTag::WriteMaxEventNum:
    MaxEventNum = Value;
    // A handler may set the next period before or after it resets the counters.
    EventStart = Counts[selectedEvent(SampleEventSel)];
    break;
  case RegisterTag::WriteWarmupInstNum:
    WarmupInstNum = Value;
    WarmupStart = Counts[Event::Instruction];
    IsWarm = false;
    break;
  case RegisterTag::WriteMaxPriv:
    MaxPriv = Value % 4;
    break;
  case RegisterTag::WriteEnable:
    Enable = Value & 1;
    break;
  case RegisterTag::WriteSampleHappen:
    SampleHappen = Value;
    break;
  case RegisterTag::ResetCounters:
    resetCounters();
    break;
  default:
    Temps[Tag - int(RegisterTag::WriteTemp1)] = Value;
    break;
  }
  update();
}

uint64_t CounterRegisters::read(int Tag) const {
  if (Tag >= int(RegisterTag::ReadCounter0))
    return Tag <= int(RegisterTag::ReadCounter63)
               ? Counts.counter(Tag - int(RegisterTag::ReadCounter0))
               : 0;
  switch (RegisterTag(Tag)) {
  case RegisterTag::ReadProcTag:
    return ProcTag;
  case RegisterTag::ReadSampleHappen:
    return SampleHappen;
  case RegisterTag::ReadExitPc:
    return ExitPc;
  case RegisterTag::ReadReserved:
    return 0;
  case RegisterTag::ReadSampleFuncAddr:
    return SampleFuncAddr;
  case RegisterTag::ReadMaxEventNum:
    return MaxEventNum;
  case RegisterTag::ReadNowEventNum:
    return nowEventNum();
  case RegisterTag::ReadSampleEventSel:
    return SampleEventSel;
  case RegisterTag::ReadMaxPriv:
    return MaxPriv;
  default:
    return Temps[Tag - int(RegisterTag::ReadTemp1)];
  }
}

std::optional<uint64_t>
CounterRegisters::returnAddress(unsigned RegisterField) const {
  if (RegisterField >= 4)
    return std::nullopt;
  return Temps[RegisterField];
}
