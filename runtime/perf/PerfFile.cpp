//===- PerfFile.cpp - A counter of the kernel -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/perf/PerfFile.h"
#include "runtime/options/PerfEvents.h"
#include "runtime/system/System.h"
#include <fcntl.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

/// Returns the kernel's number of the counter \p FD; 0 if it is no counter.
static uint64_t counterId(int FD) {
  uint64_t Id = 0;
  return rawSyscall(SYS_ioctl, FD, long(PERF_EVENT_IOC_ID), asLong(&Id)) < 0
             ? 0
             : Id;
}

bool PerfFile::open(long FD) {
  if (FD < 0)
    return false;
  long Up = duplicateUp(int(FD));
  closeFile(FD);
  if (Up < 0)
    return false;
  Number = int(Up) + 1;
  Id = counterId(int(Up));
  Accepted = 0;
  return true;
}

bool PerfFile::isOurs() const {
  return Number && Id && counterId(Number - 1) == Id;
}

void PerfFile::close() {
  if (isOurs())
    closeFile(Number - 1);
  Number = 0;
}

int PerfFile::signalThread(int Signal) {
  const f_owner_ex Owner = {F_OWNER_TID, pid_t(currentTid())};
  long Error = rawSyscall(SYS_fcntl, Number - 1, F_SETOWN_EX, asLong(&Owner));
  if (!Error)
    Error = rawSyscall(SYS_fcntl, Number - 1, F_SETSIG, Signal);
  if (!Error)
    Error = rawSyscall(SYS_fcntl, Number - 1, F_SETFL, O_ASYNC);
  return int(-Error);
}

bool PerfFile::readGrowth(uint64_t &Count) const {
  PerfReading R;
  if (!isOurs() || rawSyscall(SYS_read, Number - 1, asLong(&R), sizeof(R)) !=
                       long(sizeof(R)))
    return false;
  uint64_t Now = scaledCount(R);
  // Estimates may shrink.
  Count = Now > Accepted ? Now - Accepted : 0;
  return true;
}
