//===- ExitHooks.cpp - Termination without exit() -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/Dump.h"
#include "runtime/system/System.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;

extern "C" {
// The sanitizer's _exit, which reports leaks; null without a sanitizer.
__attribute__((weak)) void __interceptor__exit(int);

void _exit(int Status) {
  dumpProfile("_exit", /*IsEnd=*/true);
  if (__interceptor__exit)
    __interceptor__exit(Status);
  for (;;)
    programSyscall(SYS_exit_group, Status);
}

void _Exit(int Status) __THROW { _exit(Status); }

/// Aborts as the standard defines it. The C library's own abort() would bypass
/// Signals.cpp, whose handlers write the profile.
void abort() __THROW {
  sigset_t Abort;
  sigemptyset(&Abort);
  sigaddset(&Abort, SIGABRT);
  pthread_sigmask(SIG_UNBLOCK, &Abort, nullptr);
  raise(SIGABRT);
  // SIGABRT was ignored, or its handler has returned.
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  for (;;)
    __builtin_trap();
}
}
