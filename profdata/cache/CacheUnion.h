//===- CacheUnion.h - Adds up the caches of runs ----------------*- C++ -*-===//
//
// Runs that have simulated different caches, or none, may be added up: their
// executed instructions and accesses add up in any case. The sum records that
// the caches differ. Used by CacheProfile::add and by notes for the reader.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHEUNION_H
#define UDPC_PROFDATA_CACHE_CACHEUNION_H

#include "udpc/cache_profile.h"
#include <string>

namespace udpc {

/// Returns the caches of the sum of two runs. A cache that differs has no size.
/// The order of the runs does not matter.
abi::CacheRec uniteCaches(const abi::CacheRec &L, const abi::CacheRec &R);

/// Returns how \p There, which is being added, differs from \p Here; "" if it
/// does not.
std::string describeDifference(const abi::CacheRec &Here,
                               const abi::CacheRec &There);

/// Returns a note for the reader on what the counts of a sum with \p Caches do
/// not tell; "" if all runs have simulated the same caches.
std::string describeMixture(const abi::CacheRec &Caches);

/// Whether the misses of all runs are those of the same caches.
inline bool areMissesComparable(const abi::CacheRec &Caches) {
  return !(Caches.Flags & (abi::CachesDiffer | abi::SomeSimulatedNone));
}

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEUNION_H
