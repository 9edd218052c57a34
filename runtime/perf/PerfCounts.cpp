//===- PerfCounts.cpp - Counts of the kernel, as events -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/interfaces/PerfCounts.h"
#include "runtime/counts/Threads.h"
#include "runtime/events/OwnUnits.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/log/LogWriter.h"
#include "runtime/options/PerfEvents.h"
#include "runtime/perf/PerfSamples.h"
#include "runtime/perf/ThreadPerf.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static constexpr unsigned MaxEvents = MaxPerfEvents;

namespace {
/// An event of the option `perf`.
struct Counted {
  PerfEvent Event;
  const UnitRecord *Unit; ///< Null until registerPerf().
  /// Counts in the first thread and in all threads that it creates; the count
  /// includes those of threads that have ended.
  PerfFile Process;
  /// The sum of the counts added to threads, including otherThreads().
  uint64_t Added;
};
} // namespace

static Counted Events[MaxEvents];
static unsigned NumEvents;
/// Numbers of counters of threads, without those of the process.
static uint64_t NumOpen, MaxOpen;
static bool WarnedOfLoss;
static PerfSampling Sampling;
/// Name of Sampling.Event as an event.
static const char *SampledName = "";
static bool SamplesAreOn;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

static long openForThread(void *, const perf_event_attr &A) {
  return rawSyscall(SYS_perf_event_open, asLong(&A), /*pid=*/0, /*cpu=*/-1,
                    /*group_fd=*/-1, PERF_FLAG_FD_CLOEXEC);
}

/// Returns how many descriptors the runtime may use; programs need some of
/// their own.
static uint64_t descriptorsToUse() {
  constexpr uint64_t Most = 256, Share = 4;
  rlimit Limit;
  if (rawSyscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, asLong(&Limit)) < 0)
    return 0;
  uint64_t Fair = Limit.rlim_cur / Share;
  return Fair < Most ? Fair : Most;
}

const char *rt::sampledEvent() { return SampledName; }
uint64_t rt::perfPeriod() { return Sampling.Period; }

/// Opens the sampler of the calling thread, whose counters are \p P.
static int startSampler(ThreadPerf &P) {
  int Error = openSampler(Sampling, P.Sampler);
  NumOpen += !Error;
  return Error;
}

void rt::enterPerf(ThreadRecord &T) {
  if (!NumEvents || T.Perf)
    return;
  ThreadPerf *P = NumOpen + NumEvents + SamplesAreOn <= MaxOpen
                      ? T.Memory.allocateArray<ThreadPerf>(1)
                      : nullptr;
  if (!P)
    return;
  T.Perf = P;
  for (unsigned I = 0; I != NumEvents; ++I) {
    // On a copy: the first thread has found out what may be counted.
    PerfEvent E = Events[I].Event;
    if (P->Files[I].open(
            openPerfEvent(E, /*Inherit=*/false, openForThread, nullptr)))
      ++NumOpen;
  }
  if (SamplesAreOn)
    startSampler(*P);
}

void rt::leavePerf(ThreadRecord &T) {
  ThreadPerf *P = T.Perf;
  T.Perf = nullptr;
  if (!P)
    return;
  NumOpen -= P->Sampler.isOpen();
  P->Sampler.close();
  for (unsigned I = 0; I != NumEvents; ++I) {
    NumOpen -= P->Files[I].isOpen();
    P->Files[I].close();
  }
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Adds the count of \p File since the last call to \p T.
static void settle(Counted &C, PerfFile &File, ThreadRecord &T) {
  uint64_t Count;
  if (!File.readGrowth(Count)) {
    if (File.isOpen() && !WarnedOfLoss) {
      warn("perf: the program has closed the runtime's descriptors: ",
           C.Event.Name, " is not counted from there on");
      WarnedOfLoss = true;
    }
    return;
  }
  if (!Count || !C.Unit || !addToFirstSlot(T, *C.Unit, int64_t(Count)))
    return;
  File.accept(Count);
  C.Added += Count;
}

void rt::addPerfCounts(ThreadRecord &T) {
  for (unsigned I = 0; T.Perf && I != NumEvents; ++I)
    settle(Events[I], T.Perf->Files[I], T);
}

/// Adds the part of the process's count that is in no thread's to
/// otherThreads(): counts of threads without counters of their own, and counts
/// of other threads before their counters are opened and after they are closed.
/// Running threads have continued since their counters were read; so this part
/// may shrink, but the sum is the process's count.
static void settleOthers(Counted &C) {
  uint64_t All;
  if (!C.Unit || !C.Process.readGrowth(All))
    return;
  auto Rest = int64_t(All - C.Added);
  if (Rest && addToFirstSlot(otherThreads(), *C.Unit, Rest))
    C.Added = All;
}

void rt::addPerfCounts() {
  if (!NumEvents)
    return;
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    addPerfCounts(*T);
  for (unsigned I = 0; I != NumEvents; ++I)
    settleOthers(Events[I]);
}

//===----------------------------------------------------------------------===//
// Start and fork
//===----------------------------------------------------------------------===//

/// Returns kernel.perf_event_paranoid; -2 if it cannot be read.
static int paranoidLevel() {
  int FD = openFile("/proc/sys/kernel/perf_event_paranoid", O_RDONLY);
  if (FD < 0)
    return -2;
  char Text[8] = {};
  long Size = rawSyscall(SYS_read, FD, asLong(Text), sizeof(Text) - 1);
  closeFile(FD);
  if (Size <= 0)
    return -2;
  return Text[0] == '-' ? -(Text[1] - '0') : Text[0] - '0';
}

/// Opens the counter of the process, by which the first thread learns what may
/// be counted. Returns 0 or an errno.
static int openProcess(Counted &C) {
  long FD = openPerfEvent(C.Event, /*Inherit=*/true, openForThread, nullptr);
  if (C.Process.open(FD))
    return 0;
  // Kernels before 5.13 cannot inherit to threads only.
  FD = openPerfEvent(C.Event, /*Inherit=*/false, openForThread, nullptr);
  if (FD < 0)
    return int(-FD);
  closeFile(FD);
  return 0;
}

namespace {
/// Builds the message about events that are not counted, by reason.
class MissingEvents {
public:
  void add(const char *Name, int Error) {
    if (Count == MaxEvents)
      return;
    Missing[Count].Error = Error;
    TextBuffer(Missing[Count++].Name, sizeof(Missing[0].Name)).add(Name);
  }

  /// Prints one line, if any events are missing.
  void say() {
    if (!Count)
      return;
    char Text[900];
    TextBuffer Out(Text, sizeof(Text));
    int Paranoid = paranoidLevel();
    for (unsigned I = 0; I != Count; ++I)
      if (isFirstOf(Missing[I].Error, I))
        addReason(Out, I, Paranoid);
    warn("perf: not counted: ", Text);
  }

private:
  bool isFirstOf(int Error, unsigned At) const {
    for (unsigned I = 0; I != At; ++I)
      if (Missing[I].Error == Error)
        return false;
    return true;
  }
  void addReason(TextBuffer &Out, unsigned First, int Paranoid) const {
    if (Out.size())
      Out.add("; ");
    for (unsigned I = First; I != Count; ++I)
      if (Missing[I].Error == Missing[First].Error)
        Out.add(I == First ? "" : ", ").add(Missing[I].Name);
    Out.add(" (");
    addPerfReason(Out, Missing[First].Error, Paranoid);
    Out.add(")");
  }

  struct {
    char Name[sizeof(PerfEvent::Name)];
    int Error;
  } Missing[MaxEvents];
  unsigned Count = 0;
};
} // namespace

/// Starts counting the event \p E. Returns 0 or an errno.
static int startEvent(const PerfEvent &E) {
  Counted &C = Events[NumEvents];
  C.Event = E;
  if (int Error = openProcess(C))
    return Error;
  ++NumEvents;
  return 0;
}

/// Returns the event that counts \p E; null if there is none.
static Counted *findCounted(const PerfEvent &E) {
  for (unsigned I = 0; I != NumEvents; ++I)
    if (Events[I].Event.Type == E.Type && Events[I].Event.Config == E.Config)
      return &Events[I];
  return nullptr;
}

static void startEvent(const PerfEvent &E, MissingEvents &Missing) {
  if (findCounted(E))
    return;
  if (NumEvents == MaxEvents)
    Missing.add(E.Name, EMFILE);
  else if (int Error = startEvent(E))
    Missing.add(E.Name, Error);
}

void rt::startPerf() {
  MissingEvents Missing;
  for (const char *List = options().perf.Text; *List;) {
    PerfEvent E;
    if (!readPerfEvent(List, E)) {
      char Known[700];
      TextBuffer Names(Known, sizeof(Known));
      addPerfEventNames(Names);
      warn("UDPC_OPTIONS: perf: there is no event '", E.Name,
           "'; there are r<hexadecimal> and ", Known);
      continue;
    }
    startEvent(E, Missing);
  }
  Sampling = readPerfSampling();
  if (Sampling.Period) {
    startEvent(Sampling.Event, Missing);
    if (Counted *C = findCounted(Sampling.Event))
      SampledName = C->Event.Name;
    else
      Sampling.Period = 0;
  }
  Missing.say();
  MaxOpen = NumEvents ? descriptorsToUse() : 0;
  if (ThreadRecord *Self = currentThread())
    enterPerf(*Self);
}

bool rt::countsPerf() { return NumEvents; }

/// Starts sampling, if the first thread counts. Called once the handler of
/// SIGURG can be installed.
static void startSampling() {
  ThreadRecord *Self = currentThread();
  if (!Sampling.Period || SamplesAreOn || !Self || !Self->Perf)
    return;
  if (!logIsOn()) {
    warn("perf_every: there are no samples without the option log");
    Sampling.Period = 0;
    return;
  }
  installControlHandler();
  int Error = startSampler(*Self->Perf);
  SamplesAreOn = !Error;
  if (!Error)
    return;
  char Text[128];
  TextBuffer Reason(Text, sizeof(Text));
  addPerfReason(Reason, Error, paranoidLevel());
  warn("perf_every: there are no samples of ", SampledName, " (", Text, ")");
  Sampling.Period = 0;
}

void rt::registerPerf() {
  for (unsigned I = 0; I != NumEvents; ++I)
    if (!Events[I].Unit)
      Events[I].Unit =
          makeOwnUnit(Events[I].Event.Name, -1, "(kernel)", nullptr);
  startSampling();
}

void rt::closeInheritedPerf() {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (!T->HasEnded)
      leavePerf(*T);
  for (unsigned I = 0; I != NumEvents; ++I) {
    Events[I].Process.close();
    Events[I].Added = 0;
  }
}

void rt::restartPerf() {
  for (unsigned I = 0; I != NumEvents; ++I)
    openProcess(Events[I]);
  if (ThreadRecord *Self = currentThread())
    enterPerf(*Self);
}
