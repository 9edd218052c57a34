//===- Doorbell.cpp - SIGURG, by which udpc ctl rings ---------------------===//
//
// Our handler stands in front of whatever the program sets, which does not see
// that: it reads what it set, and its handler gets every SIGURG that is no
// ring, with the mask and on the stack that it asked for.
//
//===----------------------------------------------------------------------===//

#include "runtime/control/Control.h"
#include "runtime/core/Hooks.h"
#include "runtime/core/Process.h"
#include "runtime/core/System.h"
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
/// What the program has set, and what the kernel would hold without us:
/// a sanitizer puts handlers of its own in front of the program's.
static Action Asked, Covered;

bool rt::isBehindDoorbell(int Signal) { return IsUp && Signal == SIGURG; }

static bool isHandler(const Action &A) {
  return A.sa_handler != SIG_DFL && A.sa_handler != SIG_IGN;
}

static void onDoorbell(int Signal, siginfo_t *Info, void *Context) {
  int Saved = errno;
  if (ownsCounts())
    answerRequests();
  errno = Saved;
  if (isRing(*Info))
    return;
  Action A;
  {
    StateLock Lock;
    A = Covered;
    // The kernel would do that if it called the handler itself.
    if (isHandler(A) && (A.sa_flags & SA_RESETHAND))
      Asked.sa_handler = Covered.sa_handler = SIG_DFL;
  }
  if (!isHandler(A))
    return;
  if (A.sa_flags & SA_SIGINFO)
    A.sa_sigaction(Signal, Info, Context);
  else
    A.sa_handler(Signal);
}

/// Puts ours in front of \p Wanted.
static int cover(const Action &Wanted) {
  if (Wanted.sa_sigaction != onDoorbell)
    Covered = Wanted;
  Action Ours = {};
  sigemptyset(&Ours.sa_mask);
  Ours.sa_flags = SA_RESTART | SA_ONSTACK;
  if (isHandler(Covered))
    Ours = Covered;
  Ours.sa_sigaction = onDoorbell;
  Ours.sa_flags |= SA_SIGINFO;
  Ours.sa_flags &= ~static_cast<int>(SA_RESETHAND);
  return setSystemAction(SIGURG, &Ours, nullptr);
}

void rt::putUpDoorbell() {
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
  // The sanitizer tells the kernel what it makes of it.
  Action Kernel;
  if (int Result = __interceptor_sigaction(SIGURG, &Wanted, nullptr))
    return Result;
  if (int Result = setSystemAction(SIGURG, nullptr, &Kernel))
    return Result;
  return cover(Kernel);
}

int rt::setActionBehindDoorbell(const Action *New, Action *Old) {
  StateLock Lock;
  Action View = Asked;
  if (New) {
    Action Wanted = *New; // New and Old may be one.
    if (int Result = setAction(Wanted))
      return Result;
    Asked = Wanted;
  }
  if (Old)
    *Old = View;
  return 0;
}
