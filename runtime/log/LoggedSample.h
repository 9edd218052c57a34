//===- LoggedSample.h - Samples in the log ----------------------*- C++ -*-===//
//
// Appends a sample, one occurrence of an event with its stack, to the log; for
// events with `every` and for the option `perf_every`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_LOGGEDSAMPLE_H
#define UDPC_RUNTIME_LOG_LOGGEDSAMPLE_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// The place at which the calling thread was interrupted.
struct SampledPlace {
  uint64_t Pc;
  const uint64_t *Frames; ///< Return addresses, innermost first.
  unsigned NumFrames;
  int Event;       ///< Number in EventNames.h.
  uint64_t Period; ///< How many occurrences the sample represents.
};

/// Appends a sample of the calling thread, \p Self, with all its counts, to the
/// log. Needs updateEvents() and the StateLock.
void appendSample(ThreadRecord &Self, const SampledPlace &Place);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOGGEDSAMPLE_H
