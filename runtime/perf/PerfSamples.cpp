//===- PerfSamples.cpp - Samples on N-th kernel events --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/perf/PerfSamples.h"
#include "runtime/base/Bytes.h"
#include "runtime/events/EventNames.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/log/LogWriter.h"
#include "runtime/log/LoggedSample.h"
#include "runtime/options/StartValues.h"
#include "runtime/perf/ThreadPerf.h"
#include "runtime/perf/UserStack.h"
#include "runtime/system/Process.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

PerfSampling rt::readPerfSampling() {
  PerfSampling Out = {};
  const char *List = options().perf_every.Text;
  if (!*List)
    return Out;
  StartValue Item;
  bool IsRead = readStartValue(List, Item) && Item.Value > 0 && !*List &&
                Item.NameSize < sizeof(Out.Event.Name);
  if (IsRead) {
    char Name[sizeof(Out.Event.Name)] = {};
    copyBytes(Name, Item.Name, Item.NameSize);
    const char *Rest = Name;
    IsRead = readPerfEvent(Rest, Out.Event);
  }
  if (!IsRead) {
    warn("UDPC_OPTIONS: perf_every: '", options().perf_every.Text,
         "' is not an event of the option perf with a number, as in "
         "page-faults=1000");
    return {};
  }
  if (Out.Event.IsKernelOnly) {
    warn("UDPC_OPTIONS: perf_every: ", Out.Event.Name,
         " happens in the kernel only, and samples are taken in user space");
    return {};
  }
  Out.Period = uint64_t(Item.Value);
  return Out;
}

static long openWithPeriod(void *Period, const perf_event_attr &Like) {
  perf_event_attr A = Like;
  A.sample_period = *static_cast<uint64_t *>(Period);
  A.wakeup_events = 1;
  A.exclude_kernel = 1;
  return rawSyscall(SYS_perf_event_open, asLong(&A), /*pid=*/0, /*cpu=*/-1,
                    /*group_fd=*/-1, PERF_FLAG_FD_CLOEXEC);
}

int rt::openSampler(const PerfSampling &S, PerfFile &File) {
  PerfEvent E = S.Event;
  uint64_t Period = S.Period;
  long FD = openPerfEvent(E, /*Inherit=*/false, openWithPeriod, &Period);
  if (!File.open(FD))
    return FD < 0 ? int(-FD) : EMFILE;
  int Error = File.signalThread(SIGURG);
  if (Error)
    File.close();
  return Error;
}

bool rt::samplePerf(const siginfo_t &Info, const void *Context) {
  // The signal is described under F_SETSIG in fcntl(2).
  if (!perfPeriod() || Info.si_code < POLL_IN || Info.si_code > POLL_HUP)
    return false;
  ThreadRecord *Self = currentThread();
  // The signal was sent before the thread's counters were closed.
  if (!Self || !Self->Perf)
    return true;
  if (!Self->Perf->Sampler.has(Info.si_fd))
    return false;
  if (!ownsCounts() || !logIsOn())
    return true;
  UserStack Stack(Context);
  StateLock Lock;
  if (!Lock.held())
    return true;
  updateEvents();
  appendSample(*Self, {Stack.Pc, Stack.Frames, Stack.NumFrames,
                       findEvent(sampledEvent()), perfPeriod()});
  return true;
}
