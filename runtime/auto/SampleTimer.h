//===- SampleTimer.h - A thread's timer for samples -------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_AUTO_SAMPLETIMER_H
#define UDPC_RUNTIME_AUTO_SAMPLETIMER_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// Makes the calling thread's ThreadRecord::SampleTimer, which signals it with
/// \p Value by its CPU time once it is set. Returns the error of the system
/// call (timer_create(2)).
long createSampleTimer(ThreadRecord &T, int Value);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_SAMPLETIMER_H
