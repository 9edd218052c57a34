//===- ThreadPerf.h - The kernel's counters of a thread ---------*- C++ -*-===//
//
// Internal to runtime/perf/.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PERF_THREADPERF_H
#define UDPC_RUNTIME_PERF_THREADPERF_H

#include "runtime/perf/PerfFile.h"

namespace udpc {
namespace rt {

constexpr unsigned MaxPerfEvents = 16;

struct ThreadPerf {
  PerfFile Files[MaxPerfEvents]; ///< By event.
  PerfFile Sampler;
};

/// The event whose occurrences are sampled, and how many make a sample; "" and
/// 0 if there is none.
const char *sampledEvent();
uint64_t perfPeriod();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PERF_THREADPERF_H
