//===- ProcessEnd.cpp - Waits for the end of a process --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/process/ProcessEnd.h"
#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace udpc;
using namespace std::chrono;

ProcessEnd::ProcessEnd(pid_t Pid)
    : Descriptor(static_cast<int>(syscall(SYS_pidfd_open, Pid, 0))),
      Ended(Descriptor < 0 && errno == ESRCH) {}

ProcessEnd::~ProcessEnd() {
  if (Descriptor >= 0)
    close(Descriptor);
}

bool ProcessEnd::waitUntil(steady_clock::time_point Until) const {
  if (Ended)
    return true;
  auto Left = duration_cast<milliseconds>(Until - steady_clock::now());
  // Rounded up, so that it does not return too early.
  int Timeout =
      static_cast<int>(std::clamp<int64_t>(Left.count() + 1, 0, INT32_MAX));
  // Without a pidfd (a kernel before 5.3), poll() only waits.
  pollfd Poll = {Descriptor, POLLIN, 0};
  return poll(&Poll, 1, Timeout) == 1;
}
