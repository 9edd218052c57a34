//===- CycleCounter.cpp - Processor events of this process ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/measure/CycleCounter.h"
#include "llvm/Support/Errno.h"
#include <cerrno>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

Expected<CycleCounter> CycleCounter::open(uint32_t Type, uint64_t Event) {
  perf_event_attr Attributes = {};
  Attributes.size = sizeof(Attributes);
  Attributes.type = Type;
  Attributes.config = Event;
  Attributes.inherit = 1;
  Attributes.exclude_hv = 1;
  Attributes.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  for (bool NoKernel : {false, true}) {
    Attributes.exclude_kernel = NoKernel;
    int File = syscall(SYS_perf_event_open, &Attributes, /*pid=*/0, /*cpu=*/-1,
                       /*group_fd=*/-1, PERF_FLAG_FD_CLOEXEC);
    if (File >= 0)
      return CycleCounter(File);
    // With perf_event_paranoid above 1, cycles in the kernel are not permitted.
    if (errno != EACCES && errno != EPERM)
      break;
  }
  return createStringError("perf_event_open: " + sys::StrError());
}

Expected<CycleCounter> CycleCounter::cycles() {
  return open(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
}

Expected<CycleCounter> CycleCounter::taskClock() {
  return open(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
}

CycleCounter::~CycleCounter() {
  if (File >= 0)
    close(File);
}

Expected<CycleCounter::Reading> CycleCounter::read() const {
  Reading Now;
  if (::read(File, &Now, sizeof(Now)) != sizeof(Now))
    return createStringError("the counter of cycles cannot be read: " +
                             sys::StrError());
  return Now;
}

Expected<double> CycleCounter::Reading::since(const Reading &Before) const {
  if (Running <= Before.Running)
    return createStringError("the counter of cycles has not run: other "
                             "programs use the processor's counters");
  return double(Count - Before.Count) * double(Enabled - Before.Enabled) /
         double(Running - Before.Running);
}
