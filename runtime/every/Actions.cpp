//===- Actions.cpp - What happens on an N-th occurrence -------------------===//

#include "runtime/every/Actions.h"
#include "runtime/core/EventNames.h"
#include "runtime/core/System.h"
#include <signal.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

/// What a handler gets a pointer to.
struct HandlerCall {
  udpc_overflow Info;
  abi::EveryWords *Words;
};

} // namespace

static void callHandler(const Overflow &O) {
  if (!O.Settings.Handler)
    return;
  const HandlerCall Call = {
      {eventNumber(O.Event), O.Place, O.Count, O.Passed, O.Settings.Period},
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

void rt::runAction(const Overflow &O) {
  switch (static_cast<abi::EveryAction>(O.Settings.Action)) {
  case abi::EveryAction::Handler:
    return callHandler(O);
  case abi::EveryAction::Stop:
    return signalSelf(SIGSTOP);
  case abi::EveryAction::Trap:
    return signalSelf(SIGTRAP);
  case abi::EveryAction::CountByStack:
  case abi::EveryAction::Log:
  case abi::EveryAction::Snapshot:
    return;
  }
}
