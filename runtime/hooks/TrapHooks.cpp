//===- TrapHooks.cpp - SIGTRAP while code changes -------------------------===//
//
// A thread that executes a site that is being patched gets SIGTRAP
// (patch/Patcher.h). From the first change on, the runtime's handler stays
// installed; the program's action is stored here, reported by sigaction(), and
// called for all other traps. No thread may block the signal, because the
// kernel kills a thread that executes a breakpoint with SIGTRAP blocked. So
// SIGTRAP is removed from every mask from the start, even if the program has no
// instructions, because a library may have some.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/hooks/ProgramAction.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/patch/SiteRegistry.h"
#include "runtime/patch/Switches.h"
#include "runtime/patch/plan/PendingPatches.h"
#include "runtime/patch/plan/PlannedModules.h"
#include "runtime/patch/plan/ThreadPlaces.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

using Action = struct sigaction;

extern "C" {
// The sanitizer's functions.
__attribute__((weak)) int __interceptor_sigprocmask(int, const sigset_t *,
                                                    sigset_t *);
__attribute__((weak)) int __interceptor_pthread_sigmask(int, const sigset_t *,
                                                        sigset_t *);
}

using namespace udpc;
using namespace udpc::rt;

static constexpr size_t KernelSetSize = _NSIG / 8;
static constexpr uint64_t Trap = uint64_t(1) << (SIGTRAP - 1);

void rt::unblockTrap() {
  if (patchTarget())
    rawSyscall(SYS_rt_sigprocmask, SIG_UNBLOCK, reinterpret_cast<long>(&Trap),
               0, KernelSetSize);
}

//===----------------------------------------------------------------------===//
// The handler
//===----------------------------------------------------------------------===//

static bool IsOurs;

static ProgramAction Program;

/// Returns whether the trap comes from an instruction of a plan's patch; then
/// the thread has been resumed at the instruction's copy.
static bool leavePlanned(uintptr_t Address, void *Context) {
  uintptr_t Next = plannedContinuation(Address);
  if (Next == Address)
    rawSyscall(SYS_sched_yield); // Another thread is replacing the code.
  if (!Next)
    return false;
  patchTarget()->SetProgramCounter(Context, Next);
  if (Next != Address && shouldRetryPending()) {
    const void *Outer = noteInterrupted(Context);
    if (TriedStateLock Lock; Lock.held()) {
      waitBriefly(true);
      applySwitches();
      waitBriefly(false);
    }
    noteInterrupted(Outer);
  }
  return true;
}

/// Returns whether the trap comes from a site; then the thread has been
/// resumed.
static bool leaveSite(const siginfo_t &Info, void *Context) {
  const PatchTarget &Target = *patchTarget();
  uintptr_t After = Target.GetProgramCounter(Context);
  uintptr_t Site = After - Target.TrapDistance;
  const InstructionSite *Found = nullptr;
  KnownSite Known = findSite(Site, Found);
  // A debugger may set the program counter back to the breakpoint before it
  // passes the signal on.
  if (Known == KnownSite::No &&
      (Info.si_code == SI_KERNEL || Info.si_code == TRAP_BRKPT))
    Known = findSite(Site = After, Found);
  if (Known == KnownSite::No)
    return leavePlanned(After - Target.TrapDistance, Context);
  if (!Target.HasBreakpoint(Site)) {
    // The change is complete: execute the site again.
    Target.SetProgramCounter(Context, Site);
    return true;
  }
  // Sites of unregistered modules have no breakpoints of ours.
  if (Known == KnownSite::OfDeadModule)
    return false;
  countWhileChanging(*Found);
  Target.SetProgramCounter(Context, Site + Target.SiteSize);
  return true;
}

static void onTrap(int Signal, siginfo_t *Info, void *Context) {
  // Raised by the processor, not sent by a process.
  if (Info->si_code > 0 && leaveSite(*Info, Context))
    return;
  Action A = Program.newest();
  if (A.sa_handler == SIG_IGN && Info->si_code <= 0)
    return;
  if (!isHandler(A))
    return terminateBySignal(Signal, Info);
  if (A.sa_flags & SA_RESETHAND) {
    StateLock Lock;
    Program.reset();
  }
  callHandler(A, Signal, Info, Context);
}

/// Installs our handler, with the flags of the program's action if possible.
static int setOurs(const Action &Wanted) {
  Action Ours = {};
  Ours.sa_sigaction = onTrap;
  Ours.sa_flags =
      SA_SIGINFO | SA_ONSTACK | SA_NODEFER | (Wanted.sa_flags & SA_RESTART);
  // The mask applies to the program's handler; ours needs none.
  if (isHandler(Wanted))
    Ours.sa_mask = Wanted.sa_mask;
  sigdelset(&Ours.sa_mask, SIGTRAP);
  return setSystemAction(SIGTRAP, &Ours, nullptr);
}

void rt::installTrapHandler() {
  if (IsOurs)
    return;
  Action Before = programAction(SIGTRAP);
  Program.set(Before);
  setOurs(Before);
  IsOurs = true;
}

bool rt::changeTrapAction(const Action *New, Action *Old) {
  if (!IsOurs)
    return false;
  Action Before = Program.newest();
  if (New) {
    Action Wanted = *New;
    // Wanted is our handler if the program read it by a bare system call.
    if (Wanted.sa_sigaction != onTrap) {
      Program.set(Wanted);
      setOurs(Wanted);
    }
  }
  if (Old)
    *Old = Before;
  return true;
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Returns \p Set without SIGTRAP; a modified copy is stored in \p Room.
static const sigset_t *withoutTrap(int How, const sigset_t *Set,
                                   sigset_t &Room) {
  if (!patchTarget() || !Set || How == SIG_UNBLOCK ||
      !sigismember(Set, SIGTRAP))
    return Set;
  Room = *Set;
  sigdelset(&Room, SIGTRAP);
  return &Room;
}

/// Sets the mask. Returns an errno, as the C library's function does.
static int setMask(int How, const sigset_t *Set, sigset_t *Old) {
  sigset_t Room;
  if (Set) {
    // The C library uses these signals for thread cancellation and setuid.
    Room = *Set;
    auto &Low = *reinterpret_cast<uint64_t *>(&Room);
    Low &= ~(uint64_t(3) << (32 - 1));
    Set = &Room;
  }
  return static_cast<int>(
      -programSyscall(SYS_rt_sigprocmask, How, reinterpret_cast<long>(Set),
                      reinterpret_cast<long>(Old), KernelSetSize));
}

extern "C" {

int pthread_sigmask(int How, const sigset_t *Set, sigset_t *Old) __THROW {
  sigset_t Room;
  Set = withoutTrap(How, Set, Room);
  return __interceptor_pthread_sigmask
             ? __interceptor_pthread_sigmask(How, Set, Old)
             : setMask(How, Set, Old);
}

int sigprocmask(int How, const sigset_t *Set, sigset_t *Old) __THROW {
  sigset_t Room;
  Set = withoutTrap(How, Set, Room);
  if (__interceptor_sigprocmask)
    return __interceptor_sigprocmask(How, Set, Old);
  int Error = setMask(How, Set, Old);
  if (Error)
    errno = Error;
  return Error ? -1 : 0;
}
}
