//===- Sampler.cpp - Samples a program from outside -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/sampling/Sampler.h"
#include "tools/machine/linux/SystemCallNumbers.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

static void set(CounterRegisters &Registers, RegisterTag Tag, uint64_t Value) {
  Registers.write(int(Tag), Value);
}

void Sampler::begin(CounterRegisters &Registers) {
  HasStarted = true;
  set(Registers, RegisterTag::WriteMaxPriv, 0);
  set(Registers, RegisterTag::WriteProcTag, CountedProcess);
  set(Registers, RegisterTag::WriteSampleFuncAddr, 0);
  set(Registers, RegisterTag::WriteMaxEventNum, Settings.Every);
  set(Registers, RegisterTag::WriteWarmupInstNum, Settings.Warmup);
  set(Registers, RegisterTag::WriteSampleEventSel, Settings.Selection);
  set(Registers, RegisterTag::WriteSampleHappen, 0);
  set(Registers, RegisterTag::WriteEnable, 1);
  set(Registers, RegisterTag::ResetCounters, 0);
}

void Sampler::started(CounterRegisters &Registers) {
  if (!StartsAtBreak)
    begin(Registers);
}

void Sampler::called(uint64_t Number, CounterRegisters &Registers) {
  if (!HasStarted && Number == GuestBrk)
    begin(Registers);
}

void Sampler::sampled(CounterRegisters &Registers) {
  ++NumSamples;
  if (Log.isOpen()) {
    SmallString<4096> Text;
    raw_svector_ostream OS(Text);
    printSample(OS, NumSamples, Runner->cycles(),
                Runner->executedInstructions(), Registers.Counts);
    Log.append(Text);
  }
  if (NumSamples != Settings.Periods)
    begin(Registers);
}
