//===- Start.cpp - Start-up and termination of the runtime ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/HotCode.h"
#include "runtime/auto/TimeShare.h"
#include "runtime/control/Control.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/EveryEvents.h"
#include "runtime/counts/Threads.h"
#include "runtime/events/EventBias.h"
#include "runtime/every/Stacks.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/log/LogWriter.h"
#include "runtime/log/SnapshotTimer.h"
#include "runtime/modules/Executable.h"
#include "runtime/output/Continuous.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/Switches.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;

extern "C" {
char __udpc_runtime;
int __cxa_atexit(void (*)(void *), void *, void *);
// Defined by the program's sanitizer, if it has one.
__attribute__((weak)) void __sanitizer_set_death_callback(void (*)());
// Defined by glibc's shared library.
__attribute__((weak)) const char *gnu_get_libc_version() __THROW;
}

/// Alias of __udpc_runtime in this copy of the runtime.
extern "C" __attribute__((alias("__udpc_runtime"),
                          visibility("hidden"))) char __udpc_own_runtime;

extern "C" __attribute__((weak)) void __tsan_init();

static bool Started, InOtherNamespace;

/// Returns whether this runtime is the process's. Libraries bring a shared
/// runtime along (libudpc_rt.so), which does nothing in a program that has one.
static bool isRuntimeOfProcess() {
  char *Found = &__udpc_runtime, *Own = &__udpc_own_runtime;
  asm("" : "+r"(Found), "+r"(Own)); // Otherwise folded to equal.
  return Found == Own;
}

bool rt::hasStarted() { return Started; }

/// Returns the text after \p Name in \p Variable; null if that is another
/// variable.
static const char *valueOf(const char *Variable, const char *Name) {
  for (; *Name; ++Name, ++Variable)
    if (*Variable != *Name)
      return nullptr;
  return Variable;
}

static const char *findOptions(char **Environment) {
  for (char **E = Environment; E && *E; ++E)
    if (const char *Value = valueOf(*E, "UDPC_OPTIONS="))
      return Value;
  return "";
}

static void readOptions(char **Environment) {
  Options &Set = optionsToSet();
  setDefaults(Set);
  // The user who starts a set-user-ID program must not control the runtime's
  // behaviour.
  if (isPrivileged())
    return;
  OptionWarning Warn = [](void *, const char *Message) { warn(Message); };
  parseOptions(Set, linkedOptions(), Warn, nullptr, "-fudpc-options");
  parseOptions(Set, findOptions(Environment), Warn, nullptr);
  const char *Enable = Set.enable.Text;
  if (*Enable && addRule(Enable, true) < 0)
    warn("UDPC_OPTIONS: enable: '", Enable, "' is no list of globs");
  const char *Mask = Set.mask.Text;
  if (*Mask && addMaskRule(Mask, true) < 0)
    warn("UDPC_OPTIONS: mask: '", Mask, "' is no list of globs");
  if (*Set.write.Text && !canReadStartValues())
    warn("UDPC_OPTIONS: write: '", Set.write.Text,
         "' is no list of events with their values, name=number,...");
  if (Set.help)
    describeOptions(
        [](void *, const char *Line) {
          say(Line);
          say("\n");
        },
        nullptr);
}

//===----------------------------------------------------------------------===//
// Termination
//===----------------------------------------------------------------------===//

static void atEnd() { dumpProfile("exit", /*IsEnd=*/true); }

/// Writes the profile after all other functions of atexit, with glibc's shared
/// library only. In a static executable destructors run after functions of
/// atexit, and exit() then calls our _exit, which writes the profile. With
/// musl's shared library destructors run late too, but its exit() calls its own
/// _exit. Another namespace has another C library, whose exit() the program
/// does not call.
static void atExit(void *) {
  if (!isStaticExecutable() && gnu_get_libc_version)
    atEnd();
}

static void afterDestructors() {
  if (!isStaticExecutable() && (!gnu_get_libc_version || InOtherNamespace))
    atEnd();
}

/// The executable's first destructor, which runs last.
__attribute__((section(".fini_array.0"),
               used)) static void (*Fini)() = afterDestructors;

static void startIntervalThread() {
  watchOnlyThread();
  startInterval(*options().metrics.Text ? writeMetrics : nullptr);
}

/// ThreadSanitizer terminates a child of a multithreaded process when the child
/// starts a thread.
static bool canStartThreads() { return !__tsan_init; }

static void afterForkInParent() {
  if (endFork())
    answerRequests();
}

static void afterForkInChild() {
  if (!beginInChild())
    return;
  closeInheritedPerf();
  restartThreads();
  restartPerf();
  noteForkedChild();
  clearStacks();
  resetDumps();
  clearContinuous();
  startContinuous();
  restartControl();
  restartLog();
  restartHotCode();
  restartTimeShare();
  endInChild();
  if (canStartThreads())
    startIntervalThread();
}

static void registerEnds() {
  // Registered before all other handlers, so that it runs after them.
  __cxa_atexit(atExit, nullptr, nullptr);
  at_quick_exit(atEnd);
  pthread_atfork(beginFork, afterForkInParent, afterForkInChild);
  if (__sanitizer_set_death_callback)
    __sanitizer_set_death_callback(atEnd);
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

/// Warns of a second runtime. Two runtimes in a process count correctly, but
/// each on its own: the user has to know that there are two profiles.
static void warnOfHiddenRuntime() {
  if (executable().contains(&__udpc_own_runtime))
    return;
  InOtherNamespace = isInOtherNamespace();
  if (!executableHasRuntime())
    return;
  if (InOtherNamespace)
    warn("libraries in a namespace of their own (dlmopen) do not see the "
         "program's runtime: their counts are in a profile of their own");
  else
    warn("the program has a runtime that its libraries do not see: their "
         "counts are in a profile of their own; link the program by "
         "udpc-clang, or with -Wl,--export-dynamic-symbol='__udpc_*'");
}

static void startCounters() {
  if (!*options().perf.Text && !*options().perf_every.Text)
    return;
  StateLock Lock;
  if (Lock.held())
    startPerf();
}

static void start(char **Arguments, char **Environment) {
  if (Started || !isRuntimeOfProcess())
    return;
  Started = true;
  noteProcess(Arguments);
  initLock();
  noteStandardError();
  readOptions(Environment);
  warnOfHiddenRuntime();
  initLog();
  keepOutputDescriptors();
  noteCountsBegin();
  initThreads(options().max_threads);
  if (!options().costs_at_start)
    stopCosts();
  watchThreads();
  startCounters();
  {
    StateLock Lock;
    registerOwnEvery();
    prepareStacks();
  }
  registerEnds();
  unblockTrap();
  initHotCode();
  initTimeShare();
  if (ThreadRecord *Main = currentThread()) {
    startSampling(*Main);
    startTimeShare(*Main);
  }
  if (options().handle_signals && seesSignals())
    guardSignals();
  {
    StateLock Lock;
    startContinuous();
  }
  startPlans();
}

void rt::ensureStarted() { start(nullptr, environ); }

static void startEarly(int, char **Arguments, char **Environment) {
  start(Arguments, Environment);
}

__attribute__((section(".preinit_array"),
               used)) static void (*Preinit)(int, char **,
                                             char **) = startEarly;

/// Starts the interval thread after the earliest initialisation: before
/// constructors, neither the C library nor sanitizers are ready for threads.
static void startLate() {
  if (Started)
    startIntervalThread();
}

// A section rather than an attribute: the compiler would assume that a function
// with the constructor attribute runs first, and evaluate it.
__attribute__((section(".init_array.00101"),
               used)) static void (*Late)() = startLate;
