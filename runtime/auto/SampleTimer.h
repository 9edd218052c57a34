//===- SampleTimer.h - A thread's timer for samples -------------*- C++ -*-===//
//
// Creates the timers of CPU time by which the options `auto` (HotCode.h) and
// `time_share` (TimeShare.h) sample threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_SAMPLETIMER_H
#define UDPC_RUNTIME_AUTO_SAMPLETIMER_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// Creates the calling thread's ThreadRecord::SampleTimer. Once set, it sends
/// SIGURG with \p Value to the thread after that much CPU time. Returns the
/// error of the system call (timer_create(2)).
long createSampleTimer(ThreadRecord &T, int Value);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_SAMPLETIMER_H
