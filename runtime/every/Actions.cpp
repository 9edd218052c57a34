//===- Actions.cpp - Actions on an N-th occurrence ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/every/Actions.h"
#include "runtime/counts/Threads.h"
#include "runtime/events/EventNames.h"
#include "runtime/every/Stacks.h"
#include "runtime/log/LogWriter.h"
#include "runtime/log/LoggedSample.h"
#include "runtime/log/Snapshot.h"
#include "runtime/perf/UserStack.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <signal.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// Argument of a handler, with data for __udpc_leave_handler.
struct HandlerCall {
  udpc_overflow Info;
  abi::EveryWords *Words;
};

} // namespace

static void callHandler(const Overflow &O) {
  if (!O.Settings.Handler)
    return;
  const HandlerCall Call = {{eventNumber(O.Event), O.Code.Place, O.Count,
                             O.Passed, O.Settings.Period},
                            &O.Words};
  O.Settings.Handler(&Call.Info, O.Settings.Argument);
}

extern "C" void __udpc_leave_handler(const udpc_overflow *Info) {
  if (Info)
    stateOf(*reinterpret_cast<const HandlerCall *>(Info)->Words).Frame = 0;
}

/// Sends \p Signal to the calling thread.
static void signalSelf(int Signal) {
  rawSyscall(SYS_tgkill, static_cast<long>(currentPid()),
             static_cast<long>(currentTid()), Signal);
}

static void logSample(const Overflow &O) {
  ThreadRecord *Self = currentThread();
  if (!Self || !logIsOn() || !ownsCounts())
    return;
  UserStack Stack = stackOf(O);
  StateLock Lock;
  if (!Lock.held())
    return;
  updateEvents();
  // The first frame is the place itself; the call is before that address.
  unsigned NumCallers = Stack.NumFrames ? Stack.NumFrames - 1 : 0;
  appendSample(*Self, {Stack.Pc - 1, Stack.Frames + 1, NumCallers,
                       eventNumber(O.Event), O.Settings.Period * O.Passed});
}

static void logSnapshot(const Overflow &O) {
  if (eventNumber(O.Event) < 0) {
    StateLock Lock;
    updateEvents();
  }
  takeSnapshot(log::Trigger::Event, uint32_t(eventNumber(O.Event)));
}

void rt::runAction(const Overflow &O) {
  switch (static_cast<abi::EveryAction>(O.Settings.Action)) {
  case abi::EveryAction::Handler:
    return callHandler(O);
  case abi::EveryAction::Stop:
    return signalSelf(SIGSTOP);
  case abi::EveryAction::Trap:
    return signalSelf(SIGTRAP);
  case abi::EveryAction::CountByStack:
    return countStack(O);
  case abi::EveryAction::Log:
    return logSample(O);
  case abi::EveryAction::Snapshot:
    return logSnapshot(O);
  }
}
