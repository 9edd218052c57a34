//===- LoggedSample.h - Samples: one occurrence, with its stack -*- C++ -*-===//

#ifndef UDPC_RUNTIME_LOG_LOGGEDSAMPLE_H
#define UDPC_RUNTIME_LOG_LOGGEDSAMPLE_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// What the calling thread was doing.
struct SampledPlace {
  uint64_t Pc;
  const uint64_t *Frames; ///< Return addresses, innermost first.
  unsigned NumFrames;
  int Event;       ///< In EventNames.h.
  uint64_t Period; ///< How many occurrences the sample represents.
};

/// Appends a sample of the calling thread, \p Self, with all its counts, to the
/// log. Needs updateEvents() and the StateLock.
void appendSample(ThreadRecord &Self, const SampledPlace &Place);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOGGEDSAMPLE_H
