//===- TimeShare.h - CPU time in code without a profile ---------*- C++ -*-===//
//
// The option `time_share`: a timer of each thread's CPU time samples it, as for
// `auto` (HotCode.h), whose timers it cannot share. A sample is in code without
// a profile if no translation unit of its executable or library has one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_TIMESHARE_H
#define UDPC_RUNTIME_AUTO_TIMESHARE_H

#include "runtime/counts/Threads.h"
#include <signal.h>

namespace udpc {
namespace rt {

/// Numbers of samples.
struct TimeShare {
  uint64_t Samples;
  uint64_t Unprofiled; ///< Samples in code without a profile.
};

/// Reads the option. Called at start-up, after initHotCode.
void initTimeShare();
/// Starts sampling the calling thread, \p T, if the option is set; stopSampling
/// ends it.
void startTimeShare(ThreadRecord &T);
/// Called by the handler of SIGURG. Returns whether the signal comes from such
/// a timer. Async-signal-safe, takes no lock.
bool takeTimeSample(const siginfo_t &Info, const void *Context);
/// Returns the samples of all threads so far. Needs the StateLock.
TimeShare timeShare();
/// Called in the child after fork(). Needs the StateLock.
void restartTimeShare();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_TIMESHARE_H
