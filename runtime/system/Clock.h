//===- Clock.h - The kernel's clocks ----------------------------*- C++ -*-===//
//
// Reads clocks by system calls, in nanoseconds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_CLOCK_H
#define UDPC_RUNTIME_SYSTEM_CLOCK_H

#include "runtime/system/System.h"
#include <sys/syscall.h>
#include <time.h>

namespace udpc {
namespace rt {

/// Returns the time of \p Clock in nanoseconds; 0 if it cannot be read.
inline uint64_t readClock(clockid_t Clock) {
  timespec Now = {};
  rawSyscall(SYS_clock_gettime, Clock, asLong(&Now));
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}
inline uint64_t monotonicTime() { return readClock(CLOCK_MONOTONIC); }
inline uint64_t wallTime() { return readClock(CLOCK_REALTIME); }

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_CLOCK_H
