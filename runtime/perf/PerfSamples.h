//===- PerfSamples.h - Samples on N-th kernel events ------------*- C++ -*-===//
//
// The option `perf_every`: a counter of each thread makes the kernel send the
// thread a signal on each N-th event. It counts in user space only, so the
// signal never interrupts a system call. The signal is SIGURG, for which the
// runtime has a handler for udpc ctl, and which has no effect without the
// handler.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PERF_PERFSAMPLES_H
#define UDPC_RUNTIME_PERF_PERFSAMPLES_H

#include "runtime/options/PerfEvents.h"
#include "runtime/perf/PerfFile.h"

namespace udpc {
namespace rt {

/// The parsed option.
struct PerfSampling {
  PerfEvent Event;
  uint64_t Period; ///< 0: no samples are taken.
};

/// Parses the option `perf_every`; warns if it is invalid.
PerfSampling readPerfSampling();

/// Opens \p File for the calling thread. Returns 0 or an errno.
int openSampler(const PerfSampling &S, PerfFile &File);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_PERFSAMPLES_H
