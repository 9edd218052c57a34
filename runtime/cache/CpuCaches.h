//===- CpuCaches.h - The caches of this processor ---------------*- C++ -*-===//
//
// Reads the geometry of the processor's caches from CPUID: the default of the
// simulation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_CPUCACHES_H
#define UDPC_RUNTIME_CACHE_CPUCACHES_H

#include "runtime/cache/model/CacheGeometry.h"

namespace udpc {
namespace rt {

/// Returns the caches that CPUID reports and that can be simulated. Others are
/// zero.
CacheSet cachesOfProcessor();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_CPUCACHES_H
