//===- TimeShare.cpp - CPU time in code without a profile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/TimeShare.h"
#include "runtime/auto/HotCode.h"
#include "runtime/auto/SampleTimer.h"
#include "runtime/base/Text.h"
#include "runtime/counts/Modules.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/modules/Mappings.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

/// Value of the timer's signal: "UDPT".
static constexpr int TimerValue = 0x54504455;
/// Period in a thread's CPU time. The kernel checks such timers at its ticks.
static constexpr long PeriodNanoseconds = 10000000;

/// Number of samples in a page of code. Page is the page's address with bit 0
/// set; 0: unused.
struct PageSamples {
  uintptr_t Page;
  uint64_t Count;
};
static constexpr uint32_t NumPages = 1 << 14, PageBits = 12;
static PageSamples *Pages;

void rt::initTimeShare() {
  if (!options().time_share)
    return;
  if (isHotCodeOn() || !patchTarget())
    return warn("UDPC_OPTIONS: time_share: ", isHotCodeOn()
                                                  ? "not together with auto"
                                                  : "not on this processor");
  Pages = static_cast<PageSamples *>(mapMemory(NumPages * sizeof(PageSamples)));
  if (!Pages)
    return warnOfMemory();
  installControlHandler();
}

void rt::startTimeShare(ThreadRecord &T) {
  if (!Pages)
    return;
  if (createSampleTimer(T, TimerValue))
    return;
  itimerspec Times = {{0, PeriodNanoseconds}, {0, PeriodNanoseconds}};
  rawSyscall(SYS_timer_settime, T.SampleTimer - 1, 0, asLong(&Times), 0);
}

bool rt::takeTimeSample(const siginfo_t &Info, const void *Context) {
  if (Info.si_code != SI_TIMER || Info.si_value.sival_int != TimerValue)
    return false;
  if (!Pages || !ownsCounts())
    return true;
  uintptr_t Page =
      patchTarget()->GetProgramCounter(Context) >> PageBits << PageBits | 1;
  for (uint32_t I = 0; I != NumPages; ++I) {
    PageSamples &P = Pages[((Page >> PageBits) + I) % NumPages];
    uintptr_t Known = 0;
    if (__atomic_compare_exchange_n(&P.Page, &Known, Page, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
        Known == Page) {
      __atomic_fetch_add(&P.Count, 1, __ATOMIC_RELAXED);
      break;
    }
  }
  return true;
}

/// Returns whether a translation unit of the file \p Path has a cost profile.
static bool isProfiled(const char *Path) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Costs.Header && unit(I).Module &&
        sameText(unit(I).Module, Path))
      return true;
  return false;
}

TimeShare rt::timeShare() {
  TimeShare Share = {};
  if (!Pages)
    return Share;
  findModules();
  for (uint32_t I = 0; I != NumPages; ++I)
    Share.Samples += Pages[I].Count;
  Share.Unprofiled = Share.Samples;
  visitMappings(
      [](const Mapping &Map, void *Data) {
        if (*Map.Name != '/' || !isProfiled(Map.Name))
          return;
        for (uint32_t I = 0; I != NumPages; ++I)
          if (Pages[I].Page >= Map.Start && Pages[I].Page < Map.End)
            static_cast<TimeShare *>(Data)->Unprofiled -= Pages[I].Count;
      },
      &Share);
  return Share;
}

void rt::restartTimeShare() {
  if (!Pages)
    return;
  for (uint32_t I = 0; I != NumPages; ++I)
    Pages[I] = {};
  // Timers are not inherited.
  if (ThreadRecord *T = currentThread())
    startTimeShare(*T);
}
