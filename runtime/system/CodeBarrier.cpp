//===- CodeBarrier.cpp - Makes all threads see changed code ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/CodeBarrier.h"
#include "runtime/system/System.h"
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

/// Whether the process has one thread and the kernel lacks the support for
/// several.
static bool IsAlone;
static bool WarnedOfKernel;

bool rt::hasOneThread() {
  struct stat Tasks;
  return !rawSyscall(SYS_newfstatat, AT_FDCWD,
                     reinterpret_cast<long>("/proc/self/task"),
                     reinterpret_cast<long>(&Tasks), 0) &&
         Tasks.st_nlink == 3;
}

int rt::prepareBarriers() {
  long Result = rawSyscall(SYS_membarrier,
                           MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
  IsAlone = Result < 0;
  if (!IsAlone || hasOneThread())
    return 0;
  if (!WarnedOfKernel)
    warn("this kernel cannot synchronise all threads with changed code "
         "(membarrier: ",
         errorText(static_cast<int>(-Result)),
         "); while there are several, events that are counted by instructions "
         "cannot be turned on or off");
  WarnedOfKernel = true;
  return static_cast<int>(-Result);
}

void rt::codeBarrier() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!IsAlone)
    rawSyscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
}
