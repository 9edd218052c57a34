//===- ThreadPerf.h - The kernel's counters of a thread ---------*- C++ -*-===//
//
// State of the option `perf` that PerfCounts.cpp and PerfSamples.cpp share.
// Internal to runtime/perf/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PERF_THREADPERF_H
#define UDPC_RUNTIME_PERF_THREADPERF_H

#include "runtime/perf/PerfFile.h"

namespace udpc {
namespace rt {

constexpr unsigned MaxPerfEvents = 16;

/// Counters of a thread.
struct ThreadPerf {
  PerfFile Files[MaxPerfEvents]; ///< By index of the event.
  PerfFile Sampler;
};

/// Return the event whose occurrences are sampled, and the number of
/// occurrences for each sample; "" and 0 if there is none.
const char *sampledEvent();
uint64_t perfPeriod();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_THREADPERF_H
