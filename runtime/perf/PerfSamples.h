//===- PerfSamples.h - Samples on every N-th event of the kernel -*- C++ -*-==//
//
// The option `perf_every`: a counter of each thread that makes the kernel send
// the thread a signal each N times. It counts in user space only: so the signal
// never interrupts a system call. The signal is SIGURG, whose handler the
// runtime has for udpc ctl, and which does nothing if the handler is not there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PERF_PERFSAMPLES_H
#define UDPC_RUNTIME_PERF_PERFSAMPLES_H

#include "runtime/options/PerfEvents.h"
#include "runtime/perf/PerfFile.h"

namespace udpc {
namespace rt {

/// The option, once read.
struct PerfSampling {
  PerfEvent Event;
  uint64_t Period; ///< 0: there are no samples.
};

/// Reads the option `perf_every`; says what is wrong with it.
PerfSampling readPerfSampling();

/// Opens \p File for the calling thread. Returns 0 or an errno.
int openSampler(const PerfSampling &S, PerfFile &File);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_PERFSAMPLES_H
