//===- MachineTracing.cpp - Samples, and stops for a tracer ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/emulator/Machine.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

bool Machine::interrupt(uint64_t NextPc) {
  switch (Registers.interrupt(NextPc)) {
  case Interruption::None:
    return false;
  case Interruption::Handler:
    IsInHandler = true;
    jump(Registers.sampleFuncAddr());
    return true;
  case Interruption::SystemCall:
    if (uint64_t Pc = takeOverSample(NextPc); Pc != NextPc) {
      jump(Pc);
      return true;
    }
    return false;
  }
  llvm_unreachable("no other interruption");
}

uint64_t Machine::takeOverSample(uint64_t NextPc) {
  // The tracer makes the call fail and sets the program back to the instruction
  // that was about to be executed, so no call is made at all.
  if (SampleTracer) {
    SampleTracer->sampled(Registers);
    return NextPc;
  }
  if (stopsAtCalls()) {
    uint64_t Result = readRegister(10), Number = readRegister(17);
    uint64_t Pc = stopForTracer(NextPc + 4, /*IsCall=*/true);
    if (stopsAtCalls())
      Pc = stopForTracer(Pc, /*IsCall=*/true);
    // The failing call changes no registers.
    writeRegister(10, Result);
    writeRegister(17, Number);
    return Pc;
  }
  if (WarnedOfTracer)
    return NextPc;
  WarnedOfTracer = true;
  warn("a sample was taken with sampleFuncAddr 0, and no tracer takes over its "
       "system call; the program goes on (see --every)");
  return NextPc;
}

bool Machine::stopsAtCalls() const {
  return Calls.tracing().stopsAtCalls() && Calls.threads().isAlone();
}

uint64_t Machine::stopForTracer(uint64_t Pc, bool IsCall) {
  TracedRegisters Values = {Pc};
  for (unsigned I = 1; I != 32; ++I)
    Values[I] = readRegister(I);
  Calls.tracing().stop(Values, IsCall);
  for (unsigned I = 1; I != 32; ++I)
    writeRegister(I, Values[I]);
  if (Registers.isCounting())
    beginCounting();
  return Values[0];
}
