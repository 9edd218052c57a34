//===- HotCode.cpp - Turns sites on where the program is hot --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/HotCode.h"
#include "runtime/auto/Groups.h"
#include "runtime/auto/SampleTimer.h"
#include "runtime/auto/SwitchTimes.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/patch/Switches.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

/// Value of the timer's signal: "UDPA".
static constexpr int TimerValue = 0x41504455;

// Costs from docs/benchmarks.md: an increment of a thread-local slot, one
// through a trampoline, and a signal with its handler.
static constexpr uint64_t StepPicoseconds = 1000, TrampolinePicoseconds = 2000;
static constexpr uint64_t SampleNanoseconds = 3000;

/// Period of sampling; 100 samples per second of CPU time are enough to find
/// the code that is hot in that second.
static constexpr uint64_t SamplePeriod = HotSites::Second / 100;

static bool IsOn;
static uint64_t Budget, Period;
static HotSites *Controller;

bool rt::isHotCodeOn() { return IsOn; }

static uint64_t processTime() { return readClock(CLOCK_PROCESS_CPUTIME_ID); }

void rt::initHotCode() {
  const char *Text = options().autoBudget.Text;
  if (!*Text)
    return;
  if (!parsePercent(Text, Budget))
    return warn("UDPC_OPTIONS: auto: '", Text,
                "' is no part of the CPU time, as 2% and 0.5% are");
  if (!patchTarget())
    return warn("UDPC_OPTIONS: auto: instructions cannot be turned on on this "
                "processor");
  static HotSites TheController(Budget);
  TheController = HotSites(Budget);
  Controller = &TheController;
  // Sampling itself gets at most a tenth of the budget.
  Period = SampleNanoseconds * 10 * 1000000 / Budget;
  if (Period < SamplePeriod)
    Period = SamplePeriod;
  IsOn = true;
  installControlHandler();
}

//===----------------------------------------------------------------------===//
// Timers
//===----------------------------------------------------------------------===//

static timespec timeOf(uint64_t Nanoseconds) {
  return {static_cast<time_t>(Nanoseconds / HotSites::Second),
          static_cast<long>(Nanoseconds % HotSites::Second)};
}

/// Sets the timer of \p T: the next sample is in \p First nanoseconds. Returns
/// the error of the system call.
static long setTimer(const ThreadRecord &T, uint64_t First) {
  itimerspec Times = {timeOf(Period), timeOf(First)};
  return rawSyscall(SYS_timer_settime, T.SampleTimer - 1, 0, asLong(&Times), 0);
}

void rt::startSampling(ThreadRecord &T) {
  if (!IsOn)
    return;
  long Error = createSampleTimer(T, TimerValue);
  if (!Error) {
    // The first sample is at a varying point of the period, so that threads
    // that end before a whole period count as well.
    static uint32_t Phase;
    constexpr uint32_t GoldenRatio = 0x9e3779b9;
    uint32_t Part = __atomic_add_fetch(&Phase, GoldenRatio, __ATOMIC_RELAXED);
    uint64_t First = 1 + (Period * (Part >> 8) >> 24);
    Error = setTimer(T, First);
  }
  static bool Warned;
  if (Error && !Warned) {
    warn("auto: some threads are not sampled: ",
         errorText(static_cast<int>(-Error)));
    Warned = true;
  }
}

void rt::stopSampling(ThreadRecord &T) {
  if (T.SampleTimer)
    rawSyscall(SYS_timer_delete, T.SampleTimer - 1);
  T.SampleTimer = 0;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

/// Ring buffer of program counters. Samples that are not read soon are
/// overwritten.
static constexpr uint32_t NumSamples = 1024;
static uintptr_t Samples[NumSamples];
static uint32_t Taken, Read;

static uint64_t LastUpdate, NextUpdate;
static bool IsUpdating;

/// Adds the new samples to their groups. Returns the number of samples.
static uint64_t countSamples() {
  uint32_t End = __atomic_load_n(&Taken, __ATOMIC_ACQUIRE);
  uint64_t N = uint32_t(End - Read);
  if (N > NumSamples)
    Read = End - NumSamples;
  for (; Read != End; ++Read)
    if (HotGroup *G = findGroup(
            __atomic_load_n(&Samples[Read % NumSamples], __ATOMIC_RELAXED)))
      ++G->Samples;
  return N;
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

/// Returns what all threads have counted in the slot of the site's state: the
/// number of steps in either direction.
static uint64_t countOf(const InstructionSite &Site) {
  const UnitRecord &U = unit(Site.Unit);
  int64_t Sum = readSlotOfThreads(U, Site.slotIn(Site.Timed));
  return Sum < 0 ? 0 - uint64_t(Sum) : Sum;
}

/// Adds the costs since the last call to the groups that are on.
static void addCosts() {
  for (uint64_t I = 0; I != numGroups(); ++I) {
    if (!Groups[I].IsOn)
      continue;
    forEachSite(GroupPlaces[I], [&](InstructionSite &Site) {
      if (!Site.Timed)
        return;
      uint64_t Now = countOf(Site);
      // Counts may have been reset meanwhile.
      uint64_t Steps = Now > Site.LastCount ? Now - Site.LastCount : 0;
      Site.LastCount = Now;
      uint64_t Each = Site.trampolineIn(Site.Timed) ? TrampolinePicoseconds
                                                    : StepPicoseconds;
      uint32_t Copies = numOn(Site);
      Groups[I].Cost += Steps * Each / (Copies ? Copies : 1);
    });
  }
}

/// Sets InstructionSite::IsHot to the decisions. Returns whether any site
/// changes.
static bool markSites() {
  bool Changes = false;
  for (uint64_t I = 0; I != numGroups(); ++I)
    forEachSite(GroupPlaces[I], [&](InstructionSite &Site) {
      Changes |= Site.IsHot != Groups[I].IsOn;
      Site.IsHot = Groups[I].IsOn;
    });
  return Changes;
}

/// Records which sites are on; masks and refused patches also decide that.
static void noteSwitches(uint64_t Now) {
  for (uint64_t I = 0; I != numGroups(); ++I)
    forEachSite(GroupPlaces[I], [&](InstructionSite &Site) {
      uint8_t State = Site.IsHot ? Site.State : uint8_t(SiteOff);
      if (State == Site.Timed || !noteSwitch(Site, State, Now))
        return;
      Site.LastCount = State ? countOf(Site) : 0;
    });
}

/// Sets the time of the next update, at the sample that is closest to the end
/// of the window: the kernel checks timers only at its ticks, so samples come
/// up to some milliseconds before or after their time.
static void setNextUpdate(uint64_t Now) {
  uint64_t Time = Controller->nextWindow();
  if (ThreadRecord *T = currentThread(); T && Time < Period)
    setTimer(*T, Time); // Later samples come at the usual period.
  __atomic_store_n(&NextUpdate, Now + Time - HotSites::ShortWindow / 2,
                   __ATOMIC_RELAXED);
}

/// Decides which groups are on. Needs the StateLock.
static void update() {
  uint64_t Began = readClock(CLOCK_THREAD_CPUTIME_ID), Now = processTime();
  addCosts();
  Controller->charge(countSamples() * SampleNanoseconds);
  Controller->update(Groups, numGroups(), Now - LastUpdate);
  LastUpdate = Now;
  if (markSites())
    applySwitches();
  noteSwitches(processTime());
  setNextUpdate(Now);
  Controller->charge(readClock(CLOCK_THREAD_CPUTIME_ID) - Began);
}

static void recordSample(uintptr_t Pc) {
  uint32_t At = __atomic_fetch_add(&Taken, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&Samples[At % NumSamples], Pc, __ATOMIC_RELEASE);
}

bool rt::takeSample(const siginfo_t &Info, const void *Context) {
  if (!IsOn || Info.si_code != SI_TIMER ||
      Info.si_value.sival_int != TimerValue)
    return false;
  if (!ownsCounts())
    return true;
  recordSample(patchTarget()->GetProgramCounter(Context));
  if (processTime() < __atomic_load_n(&NextUpdate, __ATOMIC_RELAXED) ||
      __atomic_exchange_n(&IsUpdating, true, __ATOMIC_ACQUIRE))
    return true;
  {
    // Otherwise the next sample updates.
    TriedStateLock Lock;
    if (Lock.held())
      update();
  }
  __atomic_store_n(&IsUpdating, false, __ATOMIC_RELEASE);
  return true;
}

void rt::addOnTimes() {
  if (!IsOn)
    return;
  uint64_t Now = processTime();
  noteSwitches(Now);
  addTimesToSlots(Now);
}

void rt::closeHotSites(const abi::InstructionRec *Begin) {
  uint64_t Now = IsOn ? processTime() : 0;
  for (uint64_t I = 0; I != numGroups(); ++I)
    if (siteModule(GroupPlaces[I].Module).Begin == Begin)
      forEachSite(GroupPlaces[I], [&](InstructionSite &Site) {
        if (Site.Timed)
          noteSwitch(Site, SiteOff, Now);
        Site.IsHot = false;
      });
}

void rt::restartHotCode() {
  if (!IsOn)
    return;
  // In the child, CPU time starts from 0, and timers are not inherited.
  IsUpdating = false;
  *Controller = HotSites(Budget);
  LastUpdate = processTime();
  NextUpdate = LastUpdate;
  restartSlots(LastUpdate);
  if (ThreadRecord *T = currentThread())
    startSampling(*T);
}

void rt::reportHotCode() {
  if (!IsOn || !options().verbosity)
    return;
  // The costs of the last window are not in the account yet.
  addCosts();
  uint64_t Spent = Controller->spent();
  for (uint64_t I = 0; I != numGroups(); ++I)
    Spent += Groups[I].Cost / 1000;
  uint64_t Total = processTime();
  char Line[256];
  TextBuffer Out(Line, sizeof(Line));
  Out.add("udpc: auto: ").add(numGroups()).add(" functions have sites; ");
  Out.add(Spent / 1000)
      .add(" us of ")
      .add(Total / 1000)
      .add(" us of CPU time were spent\n");
  say(Line);
}
