//===- Signals.cpp - Fatal signals ----------------------------------------===//
//
// A handler writes the profile if a signal terminates the program, and then
// performs the default action. The program does not see that handler:
// sigaction() reports SIG_DFL for it, and setting SIG_DFL installs it. The
// program's own handlers are installed directly, except for two kinds that are
// called from a handler of the runtime, because the kernel or abort()
// terminates the program after them: one-shot handlers (SA_RESETHAND), and
// handlers of SIGABRT.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/hooks/ProgramAction.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/Process.h"
#include "runtime/system/Sandbox.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

using Action = struct sigaction;

extern "C" {
// The sanitizer's function, which has its own view of the program's handlers.
__attribute__((weak)) int __interceptor_sigaction(int, const Action *,
                                                  Action *);
// Our function, whichever one the program calls.
__attribute__((alias("sigaction"), visibility("hidden"))) int
__udpc_own_sigaction(int, const Action *, Action *) __THROW;
}

using namespace udpc;
using namespace udpc::rt;

static const int KillingSignals[] = {
    SIGABRT, SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,    SIGSYS,   SIGTRAP, SIGTERM,
    SIGINT,  SIGHUP,  SIGQUIT, SIGPIPE, SIGALRM,   SIGUSR1,  SIGUSR2, SIGXCPU,
    SIGXFSZ, SIGIO,   SIGPWR,  SIGPROF, SIGVTALRM, SIGSTKFLT};

static bool Guarding;
/// The program's actions for signals whose handler is withinOurs.
static Action Wrapped[_NSIG];

static bool isGuarded(int Signal) {
  if (!Guarding)
    return false;
  for (int S : KillingSignals)
    if (S == Signal)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Our handlers
//===----------------------------------------------------------------------===//

/// Raises the signal again. It is blocked while its handler runs, so it
/// terminates the program on return.
static void raiseAgain(int Signal, siginfo_t *Info) {
  long Pid = currentPid(), Tid = currentTid();
  // Raised with its original siginfo, which the core dump contains.
  if (rawSyscall(SYS_rt_tgsigqueueinfo, Pid, Tid, Signal,
                 reinterpret_cast<long>(Info)))
    rawSyscall(SYS_tgkill, Pid, Tid, Signal);
}

static void onKillingSignal(int Signal, siginfo_t *Info, void *) {
  int Saved = errno;
  dumpProfile("signal", /*IsEnd=*/true);
  Action Default = {};
  Default.sa_handler = SIG_DFL;
  setSystemAction(Signal, &Default, nullptr);
  raiseAgain(Signal, Info);
  errno = Saved;
}

void rt::terminateBySignal(int Signal, siginfo_t *Info) {
  // Blocks the signal, as while its handler runs.
  uint64_t Set = uint64_t(1) << (Signal - 1);
  rawSyscall(SYS_rt_sigprocmask, SIG_BLOCK, reinterpret_cast<long>(&Set), 0,
             sizeof(Set));
  if (Guarding)
    return onKillingSignal(Signal, Info, nullptr);
  Action Default = {};
  Default.sa_handler = SIG_DFL;
  setSystemAction(Signal, &Default, nullptr);
  raiseAgain(Signal, Info);
}

static Action ourAction() {
  Action A = {};
  A.sa_sigaction = onKillingSignal;
  A.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&A.sa_mask);
  return A;
}

static void withinOurs(int Signal, siginfo_t *Info, void *Context) {
  Action A = Wrapped[Signal];
  if (A.sa_flags & SA_RESETHAND) {
    Action Ours = ourAction();
    setSystemAction(Signal, &Ours, nullptr);
  }
  callHandler(A, Signal, Info, Context);
  // abort() next resets the handler and raises the signal again.
  if (Signal == SIGABRT)
    dumpProfile("signal", /*IsEnd=*/true);
}

bool rt::seesSignals() {
  auto *Found = &sigaction, *Own = &__udpc_own_sigaction;
  asm("" : "+r"(Found), "+r"(Own)); // Otherwise folded to equal.
  return Found == Own;
}

void rt::guardSignals() {
  Guarding = true;
  Action Ours = ourAction();
  for (int Signal : KillingSignals) {
    Action Old;
    if (!setSystemAction(Signal, &Ours, &Old) && Old.sa_handler != SIG_DFL)
      setSystemAction(Signal, &Old, nullptr);
  }
  addSignalStack();
}

//===----------------------------------------------------------------------===//
// Interposed functions
//===----------------------------------------------------------------------===//

/// Returns the action that the program sees instead of \p Kernel, the installed
/// one.
static Action programView(int Signal, const Action &Kernel) {
  if (Kernel.sa_sigaction == withinOurs)
    return Wrapped[Signal];
  if (Kernel.sa_sigaction != onKillingSignal)
    return Kernel;
  Action Default = {};
  Default.sa_handler = SIG_DFL;
  return Default;
}

struct sigaction rt::programAction(int Signal) {
  Action Kernel = {};
  setSystemAction(Signal, nullptr, &Kernel);
  return programView(Signal, Kernel);
}

/// Sets an action under a sanitizer: our handler is installed only if the
/// program has none.
static int sanitizedAction(int Signal, const Action *New, Action *Old) {
  int Result = __interceptor_sigaction(Signal, New, Old);
  if (Result)
    return Result;
  if (Old)
    *Old = programView(Signal, *Old);
  Action Kernel;
  if (New && New->sa_handler == SIG_DFL &&
      !setSystemAction(Signal, nullptr, &Kernel) &&
      Kernel.sa_handler == SIG_DFL) {
    Kernel = ourAction();
    setSystemAction(Signal, &Kernel, nullptr);
  }
  return 0;
}

/// Signals whose handlers block SIGTRAP in the program's view.
static uint64_t BlockTrap;

static int setUnguarded(int Signal, const Action *New, Action *Old) {
  return __interceptor_sigaction ? __interceptor_sigaction(Signal, New, Old)
                                 : setSystemAction(Signal, New, Old);
}

/// Sets an action of a signal that the runtime handles. Needs the StateLock.
static int setGuarded(int Signal, const Action *New, Action *Old) {
  Action Kernel, Replacement;
  if (int Result = setSystemAction(Signal, nullptr, &Kernel))
    return Result;
  Action View = programView(Signal, Kernel);
  if (New) {
    Action Wanted = *New;
    Replacement = Wanted;
    if (Wanted.sa_handler == SIG_DFL) {
      Replacement = ourAction();
    } else if (Wanted.sa_handler == SIG_IGN) {
    } else if (Wanted.sa_sigaction == onKillingSignal) {
      // Our handler, which the program read by a bare system call, for example
      // in the C library's sigset.
      Replacement = ourAction();
    } else if (Signal == SIGABRT || (Wanted.sa_flags & SA_RESETHAND)) {
      Wrapped[Signal] = Wanted;
      Replacement.sa_sigaction = withinOurs;
      Replacement.sa_flags =
          (Wanted.sa_flags | SA_SIGINFO) & ~static_cast<int>(SA_RESETHAND);
    }
    if (int Result = setSystemAction(Signal, &Replacement, nullptr))
      return Result;
  }
  if (Old)
    *Old = View;
  return 0;
}

static int setStripped(int Signal, const Action *New, Action *Old) {
  if (!ownsCounts())
    return setUnguarded(Signal, New, Old);
  if (hasControlHandler(Signal))
    return setControlSignalAction(New, Old);
  if (hasBusHandler(Signal))
    return setBusAction(New, Old);
  if (Signal == SIGTRAP) {
    // The lock keeps our handler from replacing SIG_IGN in between.
    StateLock Lock;
    if (changeTrapAction(New, Old))
      return 0;
    if (!isGuarded(Signal))
      return setUnguarded(Signal, New, Old);
    return __interceptor_sigaction ? sanitizedAction(Signal, New, Old)
                                   : setGuarded(Signal, New, Old);
  }
  if (!isGuarded(Signal))
    return setUnguarded(Signal, New, Old);
  if (__interceptor_sigaction)
    return sanitizedAction(Signal, New, Old);
  StateLock Lock;
  return setGuarded(Signal, New, Old);
}

static bool isSignal(int Signal) { return Signal > 0 && Signal < _NSIG; }

static uint64_t bitOf(int Signal) { return uint64_t(1) << (Signal - 1); }

/// Sets an action without SIGTRAP in its mask: handlers of the program must not
/// block SIGTRAP, because they may execute sites that are being patched.
/// sigaction() reports the mask that the program set.
static int setAction(int Signal, const Action *New, Action *Old) {
  if (!isSignal(Signal))
    return setStripped(Signal, New, Old);
  Action Stripped;
  uint64_t Bit = bitOf(Signal);
  bool DidBlock = __atomic_load_n(&BlockTrap, __ATOMIC_RELAXED) & Bit;
  bool Blocks = patchTarget() && New && sigismember(&New->sa_mask, SIGTRAP);
  if (Blocks) {
    Stripped = *New;
    sigdelset(&Stripped.sa_mask, SIGTRAP);
  }
  if (int Result = setStripped(Signal, Blocks ? &Stripped : New, Old))
    return Result;
  if (Old && DidBlock)
    sigaddset(&Old->sa_mask, SIGTRAP);
  if (!New || !ownsCounts())
    return 0;
  if (Blocks)
    __atomic_or_fetch(&BlockTrap, Bit, __ATOMIC_RELAXED);
  else
    __atomic_and_fetch(&BlockTrap, ~Bit, __ATOMIC_RELAXED);
  return 0;
}

static sighandler_t setHandler(int Signal, sighandler_t Handler, int Flags) {
  Action New = {}, Old;
  New.sa_handler = Handler;
  New.sa_flags = Flags;
  sigemptyset(&New.sa_mask);
  if (Handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return setAction(Signal, &New, &Old) ? SIG_ERR : Old.sa_handler;
}

/// Signals that interrupt system calls, set by siginterrupt().
static uint64_t Interrupting;

static sighandler_t setRestarting(int Signal, sighandler_t Handler) {
  bool Interrupts =
      isSignal(Signal) &&
      __atomic_load_n(&Interrupting, __ATOMIC_RELAXED) & bitOf(Signal);
  return setHandler(Signal, Handler, Interrupts ? 0 : SA_RESTART);
}

extern "C" {

int sigaction(int Signal, const Action *New, Action *Old) __THROW {
  return setAction(Signal, New, Old);
}

#undef signal
sighandler_t signal(int Signal, sighandler_t Handler) __THROW {
  return setRestarting(Signal, Handler);
}

sighandler_t ssignal(int Signal, sighandler_t Handler) __THROW {
  return setRestarting(Signal, Handler);
}

sighandler_t bsd_signal(int Signal, sighandler_t Handler) __THROW {
  return setRestarting(Signal, Handler);
}

sighandler_t sysv_signal(int Signal, sighandler_t Handler) __THROW {
  return setHandler(Signal, Handler, SA_RESETHAND | SA_NODEFER);
}

sighandler_t __sysv_signal(int Signal, sighandler_t Handler) __THROW {
  return setHandler(Signal, Handler, SA_RESETHAND | SA_NODEFER);
}

int siginterrupt(int Signal, int Interrupt) __THROW {
  Action A;
  if (setAction(Signal, nullptr, &A))
    return -1;
  if (Interrupt) {
    __atomic_or_fetch(&Interrupting, bitOf(Signal), __ATOMIC_RELAXED);
    A.sa_flags &= ~static_cast<int>(SA_RESTART);
  } else {
    __atomic_and_fetch(&Interrupting, ~bitOf(Signal), __ATOMIC_RELAXED);
    A.sa_flags |= SA_RESTART;
  }
  return setAction(Signal, &A, nullptr);
}

sighandler_t sigset(int Signal, sighandler_t Handler) __THROW {
  Action Old;
  sigset_t Set, Blocked;
  if (Handler == SIG_ERR || !isSignal(Signal)) {
    errno = EINVAL;
    return SIG_ERR;
  }
  sigemptyset(&Set);
  sigaddset(&Set, Signal);
  if (Handler == SIG_HOLD) {
    if (sigprocmask(SIG_BLOCK, &Set, &Blocked) ||
        setAction(Signal, nullptr, &Old))
      return SIG_ERR;
    return sigismember(&Blocked, Signal) ? SIG_HOLD : Old.sa_handler;
  }
  sighandler_t Before = setHandler(Signal, Handler, 0);
  if (Before == SIG_ERR || sigprocmask(SIG_UNBLOCK, &Set, &Blocked))
    return SIG_ERR;
  return sigismember(&Blocked, Signal) ? SIG_HOLD : Before;
}
}

//===----------------------------------------------------------------------===//
// Stacks for handlers
//===----------------------------------------------------------------------===//

// The profile is written with static buffers, but a sanitizer's frames and the
// saved registers need room.
static constexpr size_t StackSize = 64 << 10;

void *rt::addSignalStack() {
  stack_t Old;
  if (isForbidden(SYS_sigaltstack, {}) || sigaltstack(nullptr, &Old) ||
      !(Old.ss_flags & SS_DISABLE))
    return nullptr;
  stack_t New = {};
  New.ss_sp = mapMemory(StackSize);
  New.ss_size = StackSize;
  if (!New.ss_sp)
    return nullptr;
  if (!sigaltstack(&New, nullptr))
    return New.ss_sp;
  unmapMemory(New.ss_sp, StackSize);
  return nullptr;
}

void rt::removeSignalStack(void *Stack) {
  if (!Stack)
    return;
  stack_t Now;
  // A thread that must not call sigaltstack() keeps the stack.
  if (isForbidden(SYS_sigaltstack, {}))
    return;
  if (!sigaltstack(nullptr, &Now) && Now.ss_sp == Stack) {
    stack_t None = {};
    None.ss_flags = SS_DISABLE;
    if (sigaltstack(&None, nullptr))
      return; // A handler is running on it.
  }
  unmapMemory(Stack, StackSize);
}
