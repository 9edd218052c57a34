//===- BusHooks.cpp - SIGBUS while counts are in a file -------------------===//
//
// With continuous=1 somebody may truncate the file, and the next count in a
// lost page raises SIGBUS. The runtime's handler replaces the thread's memory,
// and the program continues. The program's action is stored here, reported by
// sigaction(), and called for all other faults and for signals that are sent.
//
// The StateLock does not block SIGBUS, because its holder reads counts. A
// SIGBUS that another process sends meanwhile is postponed until the lock has
// been released.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/hooks/ProgramAction.h"
#include "runtime/interfaces/CountFile.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>

using Action = struct sigaction;

using namespace udpc;
using namespace udpc::rt;

static constexpr uint64_t Bus = uint64_t(1) << (SIGBUS - 1);

static bool IsOurs;

static ProgramAction Program;

//===----------------------------------------------------------------------===//
// The handler
//===----------------------------------------------------------------------===//

/// Sends the signal again and blocks it, until the interrupted code unblocks
/// it.
static void postpone(siginfo_t *Info, void *Context) {
  sigaddset(&static_cast<ucontext_t *>(Context)->uc_sigmask, SIGBUS);
  rawSyscall(SYS_rt_sigprocmask, SIG_BLOCK, asLong(&Bus), 0, sizeof(Bus));
  long Pid = currentPid();
  if (Info->si_code == SI_TKILL)
    rawSyscall(SYS_rt_tgsigqueueinfo, Pid, currentTid(), SIGBUS, asLong(Info));
  else
    rawSyscall(SYS_rt_sigqueueinfo, Pid, SIGBUS, asLong(Info));
}

static void callProgram(const Action &A, siginfo_t *Info, void *Context) {
  if (A.sa_flags & SA_RESETHAND) {
    StateLock Lock;
    Program.reset();
  }
  if (!(A.sa_flags & SA_NODEFER))
    rawSyscall(SYS_rt_sigprocmask, SIG_BLOCK, asLong(&Bus), 0, sizeof(Bus));
  callHandler(A, SIGBUS, Info, Context);
}

static void onBus(int Signal, siginfo_t *Info, void *Context) {
  int Saved = errno;
  // Raised by the processor, not sent by a process.
  bool IsFault = Info->si_code > 0;
  if (IsFault && replaceCountsAt(Info->si_addr)) {
    errno = Saved;
    return;
  }
  if (!IsFault && holdsStateLock())
    return postpone(Info, Context);
  Action A = Program.newest();
  if (isHandler(A))
    return callProgram(A, Info, Context);
  if (IsFault || A.sa_handler == SIG_DFL)
    terminateBySignal(Signal, Info);
}

/// Installs our handler, with the mask and the flags of the program's if
/// possible.
static int setOurs(const Action &Wanted) {
  Action Ours = {};
  Ours.sa_sigaction = onBus;
  Ours.sa_flags = SA_ONSTACK;
  if (isHandler(Wanted)) {
    Ours.sa_flags = Wanted.sa_flags & (SA_ONSTACK | SA_RESTART);
    Ours.sa_mask = Wanted.sa_mask;
    sigdelset(&Ours.sa_mask, SIGBUS);
  }
  // SA_NODEFER, because recording the loss may find that the file's header is
  // lost, too.
  Ours.sa_flags |= SA_SIGINFO | SA_NODEFER;
  return setSystemAction(SIGBUS, &Ours, nullptr);
}

void rt::installBusHandler() {
  if (IsOurs || !seesSignals())
    return;
  Action Before = programAction(SIGBUS);
  Program.set(Before);
  if (setOurs(Before))
    return;
  IsOurs = true;
  keepOpenInStateLock(Bus);
}

bool rt::hasBusHandler(int Signal) { return IsOurs && Signal == SIGBUS; }

int rt::setBusAction(const Action *New, Action *Old) {
  StateLock Lock;
  Action Before = Program.newest();
  if (New) {
    Action Wanted = *New; // New and Old may alias.
    // Wanted is our handler if the program read it by a bare system call.
    if (Wanted.sa_sigaction != onBus) {
      if (int Result = setOurs(Wanted))
        return Result;
      Program.set(Wanted);
    }
  }
  if (Old)
    *Old = Before;
  return 0;
}
