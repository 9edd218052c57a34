//===- CpuCaches.h - The caches of this processor ---------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_CACHE_CPUCACHES_H
#define UDPC_RUNTIME_CACHE_CPUCACHES_H

#include "runtime/logic/CacheGeometry.h"

namespace udpc {
namespace rt {

/// The caches that CPUID reports; zero where it reports none. All others can be
/// simulated.
CacheSet cachesOfProcessor();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_CPUCACHES_H
