//===- MachineThreads.cpp - Schedules the program's threads ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/emulator/Machine.h"
#include "tools/qemu/OverflowLog.h"
#include <algorithm>
#include <time.h>
#include <utility>

using namespace udpc::machine;

/// Length of a thread's turn in instructions. A turn ends at the next backward
/// jump, so never between lr and sc of one loop, unless the thread waits
/// sooner.
constexpr uint64_t Turn = 20000;
/// Instructions after which a thread that is alone checks for signals.
constexpr uint64_t TurnAlone = 200000;
/// Instructions by which a sample handler may extend a turn.
constexpr uint64_t LongestHandler = 10000000;
/// Nanoseconds that the machine sleeps if threads wait only for the host, and
/// if they wait for each other. Signals from outside are noticed after that.
constexpr uint64_t HostPause = 200000, LongestPause = 20000000;

static void pause(uint64_t Nanoseconds) {
  timespec Time = {0, static_cast<long>(Nanoseconds)};
  nanosleep(&Time, nullptr);
}

void Machine::startThread(const ThreadStart &Start, uint64_t Pc) {
  ProcessorState State = state(Pc);
  State.X[10 - 1] = 0;
  if (Start.Stack)
    State.X[2 - 1] = Start.Stack;
  if (Start.ThreadPointer)
    State.X[4 - 1] = *Start.ThreadPointer;
  Start.New->State = State;
  Start.New->ProcTag = Registers.procTag();
  TurnEnd = std::min(TurnEnd, Executed + Turn);
}

bool Machine::endTurn(uint64_t Pc) {
  if (!Calls.threads().isAlone()) {
    leaveThread(Pc, {});
    return true;
  }
  TurnEnd = Executed + TurnAlone;
  return deliverSignals(Pc) || End;
}

bool Machine::isTurnOver(uint64_t Pc) const {
  // Sample handlers of all threads share the registers, and often the memory
  // where they save others.
  return Pc <= CurrentPc &&
         (!IsInHandler || Executed >= TurnEnd + LongestHandler);
}

void Machine::leaveThread(uint64_t Pc, const Wait &For) {
  if (CurrentClass)
    finish(Pc);
  // A sample that is due now belongs to this thread.
  if (Registers.isDue() && interrupt(Pc))
    Pc = Registers.sampleFuncAddr();
  Thread &T = Calls.threads().current();
  T.State = state(Pc);
  T.ProcTag = Registers.procTag();
  T.IsInHandler = IsInHandler;
  Calls.threads().wait(For);
  enterNextThread();
}

void Machine::enterNextThread() {
  Threads &All = Calls.threads();
  Signals &Pending = Calls.signals();
  bool AllWait = All.areAllWaiting();
  Pending.noteOutside();
  while (!All.next(qemu::monotonicTime(), Pending)) {
    uint64_t Now = qemu::monotonicTime(),
             End = All.deadline().value_or(~uint64_t(0));
    pause(std::min(LongestPause, End > Now ? End - Now : 0));
    Pending.noteOutside();
  }
  Thread &T = All.current();
  Pending.setThread(T.Signals);
  setState(T.State);
  if (T.Result)
    writeRegister(10, static_cast<uint64_t>(*T.Result));
  else if (AllWait)
    pause(HostPause); // Then ask the host again.
  T.Result.reset();
  IsInHandler = T.IsInHandler;
  Registers.write(int(RegisterTag::WriteProcTag), T.ProcTag);
  TurnEnd = Executed + Turn;
  jump(T.State.Pc);
  std::optional<uint64_t> Interrupted = std::exchange(T.Interrupted, {});
  if (!SystemCalls::restarts(readRegister(17)))
    Interrupted.reset();
  deliverSignals(T.State.Pc, Interrupted);
}
