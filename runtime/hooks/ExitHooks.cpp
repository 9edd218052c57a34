//===- ExitHooks.cpp - Ends without exit() --------------------------------===//

#include "runtime/core/System.h"
#include "runtime/output/Dump.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;

extern "C" {
// A sanitizer's: it reports leaks there.
__attribute__((weak)) void __interceptor__exit(int);

void _exit(int Status) {
  dumpProfile("_exit", /*IsEnd=*/true);
  if (__interceptor__exit)
    __interceptor__exit(Status);
  for (;;)
    rawSyscall(SYS_exit_group, Status);
}

void _Exit(int Status) __THROW { _exit(Status); }

/// What abort() is by the standard. Each step is seen by Signals.cpp, which the
/// C library's own would go past: its handlers write the profile.
void abort() __THROW {
  sigset_t Abort;
  sigemptyset(&Abort);
  sigaddset(&Abort, SIGABRT);
  pthread_sigmask(SIG_UNBLOCK, &Abort, nullptr);
  raise(SIGABRT);
  // Ignored, or its handler has returned.
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  for (;;)
    __builtin_trap();
}
}
