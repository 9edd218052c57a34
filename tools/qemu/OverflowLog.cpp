//===- OverflowLog.cpp - The log of a counter unit's overflows ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/OverflowLog.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::qemu;

uint64_t qemu::monotonicTime() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

bool qemu::printOverflow(const Counters &C, const CounterWidth &Width,
                         const LoggedEvent &What, pid_t Process,
                         TextWriter Write, void *Context) {
  constexpr size_t ForEach = 32;
  char Text[256 + NumCounters * ForEach];
  size_t Used = size_t(
      snprintf(Text, sizeof(Text),
               "{\"cause\":\"%s\",\"counter\":%u,\"process\":%d,\"thread\":%u,"
               "\"pc\":\"0x%llx\",\"time_ns\":%llu,\"values\":{",
               What.Cause, What.Counter, int(Process), What.Core,
               static_cast<unsigned long long>(What.Address),
               static_cast<unsigned long long>(What.Time)));
  const char *Separator = "";
  for (unsigned Counter = 0; Counter != NumCounters; ++Counter) {
    if (!C.Seen[Counter])
      continue;
    Used += size_t(snprintf(
        Text + Used, sizeof(Text) - Used, "%s\"%u\":%lld", Separator, Counter,
        static_cast<long long>(Width.value(C.registerOf(What.Core, Counter)))));
    Separator = ",";
  }
  Used += size_t(snprintf(Text + Used, sizeof(Text) - Used, "}}\n"));
  return Write(Context, Text, Used);
}

int qemu::appendOverflow(const char *Path, const Counters &C,
                         const CounterWidth &Width, const LoggedEvent &What,
                         pid_t Process) {
  int File =
      open(Path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  if (File < 0)
    return errno;
  // One write, so that lines of several threads are not interleaved.
  auto Append = [](void *Context, const char *Text, size_t Size) {
    ssize_t Written;
    do
      Written = write(*static_cast<int *>(Context), Text, Size);
    while (Written < 0 && errno == EINTR);
    return Written == ssize_t(Size);
  };
  errno = 0;
  int Error = 0;
  if (!printOverflow(C, Width, What, Process, Append, &File))
    Error = errno ? errno : ENOSPC;
  close(File);
  return Error;
}
