//===- SampleTimer.cpp - A thread's timer for samples ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/SampleTimer.h"
#include "runtime/system/System.h"
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

long rt::createSampleTimer(ThreadRecord &T, int Value) {
  sigevent Event = {};
  Event.sigev_notify = SIGEV_THREAD_ID;
  Event.sigev_signo = SIGURG;
  Event.sigev_value.sival_int = Value;
  Event._sigev_un._tid = currentTid();
  int Timer = 0;
  long Error = rawSyscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID,
                          asLong(&Event), asLong(&Timer));
  if (!Error)
    T.SampleTimer = Timer + 1;
  return Error;
}
