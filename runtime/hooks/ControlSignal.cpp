//===- ControlSignal.cpp - The SIGURG handler for udpc ctl ----------------===//
//
// The runtime's handler for SIGURG is invisible to the program: sigaction()
// reports the program's own action, and the program's handler gets every SIGURG
// that announces no request, with the mask and on the stack that it asked for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/auto/HotCode.h"
#include "runtime/auto/TimeShare.h"
#include "runtime/control/Control.h"
#include "runtime/hooks/ProgramAction.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/patch/plan/ThreadPlaces.h"
#include "runtime/system/Forks.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <signal.h>

using Action = struct sigaction;

extern "C" {
__attribute__((weak)) int __interceptor_sigaction(int, const Action *,
                                                  Action *);
}

using namespace udpc;
using namespace udpc::rt;

static bool IsUp;
/// The action that the program has set.
static Action Asked;
/// The action that the kernel would have without our handler: sanitizers wrap
/// the program's handlers.
static ProgramAction Covered;

bool rt::hasControlHandler(int Signal) { return IsUp && Signal == SIGURG; }

static void onControlSignal(int Signal, siginfo_t *Info, void *Context) {
  if (answerWhereThreadIs(*Info, Context))
    return;
  int Saved = errno;
  bool IsSample = takeSample(*Info, Context) ||
                  takeTimeSample(*Info, Context) || samplePerf(*Info, Context);
  // If a thread is in fork(), it can answer requests before this thread could
  // take the lock.
  if (!IsSample && ownsCounts() && !leaveToFork()) {
    const void *Outer = noteInterrupted(Context);
    answerRequests();
    noteInterrupted(Outer);
  }
  errno = Saved;
  if (IsSample)
    return;
  if (isControlRequest(*Info))
    return;
  Action A = Covered.newest();
  if (!isHandler(A))
    return;
  // The kernel would do this if it called the handler itself.
  if (A.sa_flags & SA_RESETHAND) {
    StateLock Lock;
    if (!isHandler(Covered.newest()))
      return;
    Asked.sa_handler = SIG_DFL;
    Covered.reset();
  }
  callHandler(A, Signal, Info, Context);
}

/// Installs our handler, which calls \p Wanted.
static int cover(const Action &Wanted) {
  if (Wanted.sa_sigaction != onControlSignal)
    Covered.set(Wanted);
  Action Ours = Covered.newest();
  if (!isHandler(Ours)) {
    Ours = {};
    sigemptyset(&Ours.sa_mask);
    Ours.sa_flags = SA_RESTART | SA_ONSTACK;
  }
  Ours.sa_sigaction = onControlSignal;
  Ours.sa_flags |= SA_SIGINFO;
  Ours.sa_flags &= ~static_cast<int>(SA_RESETHAND);
  return setSystemAction(SIGURG, &Ours, nullptr);
}

void rt::installControlHandler() {
  Action Kernel;
  if (IsUp || setSystemAction(SIGURG, nullptr, &Kernel))
    return;
  Asked = Kernel;
  if (__interceptor_sigaction)
    __interceptor_sigaction(SIGURG, nullptr, &Asked);
  IsUp = !cover(Kernel);
}

static int setAction(const Action &Wanted) {
  if (!__interceptor_sigaction)
    return cover(Wanted);
  // The sanitizer passes its wrapped action to the kernel.
  Action Kernel;
  if (int Result = __interceptor_sigaction(SIGURG, &Wanted, nullptr))
    return Result;
  if (int Result = setSystemAction(SIGURG, nullptr, &Kernel))
    return Result;
  return cover(Kernel);
}

int rt::setControlSignalAction(const Action *New, Action *Old) {
  StateLock Lock;
  Action View = Asked;
  if (New) {
    Action Wanted = *New; // New and Old may alias.
    if (int Result = setAction(Wanted))
      return Result;
    Asked = Wanted;
  }
  if (Old)
    *Old = View;
  return 0;
}
