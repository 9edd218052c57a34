//===- CpuCaches.h - The caches of this processor ---------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_CACHE_CPUCACHES_H
#define UDPC_RUNTIME_CACHE_CPUCACHES_H

#include "runtime/cache/model/CacheGeometry.h"

namespace udpc {
namespace rt {

/// The caches that CPUID reports, which can be simulated. Those that it does
/// not report are zero.
CacheSet cachesOfProcessor();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_CPUCACHES_H
