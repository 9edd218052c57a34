//===- TimeShare.h - How much time goes to code without a profile *- C++
//-*-===//
//
// The option `time_share`: each thread is sampled by a timer of its CPU time,
// as for `auto` (HotCode.h), whose timers it cannot share. A sample is of code
// without a profile if no translation unit of its executable or library has
// one.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_TIMESHARE_H
#define UDPC_RUNTIME_AUTO_TIMESHARE_H

#include "runtime/counts/Threads.h"
#include <signal.h>

namespace udpc {
namespace rt {

struct TimeShare {
  uint64_t Samples;
  uint64_t Unprofiled; ///< Of them.
};

/// Reads the option. At start-up, after initHotCode.
void initTimeShare();
/// Starts sampling the calling thread, \p T, if the option is set; stopSampling
/// ends it.
void startTimeShare(ThreadRecord &T);
/// Called by the handler of SIGURG. Returns whether the signal is that of such
/// a timer. Async-signal-safe, takes no lock.
bool takeTimeSample(const siginfo_t &Info, const void *Context);
/// Of all threads, so far. Needs the StateLock.
TimeShare timeShare();
/// In the child after fork(). Needs the StateLock.
void restartTimeShare();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_TIMESHARE_H
