//===- CacheUnion.h - Adds up what runs have simulated ----------*- C++ -*-===//
//
// Runs that have simulated different caches, or none, may be added up: what has
// been executed adds up in any case. The sum records that they differ.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHEUNION_H
#define UDPC_PROFDATA_CACHE_CACHEUNION_H

#include "udpc/cache_profile.h"
#include <string>

namespace udpc {

/// Those of both. A cache that differs has no size then; the order does not
/// matter.
abi::CacheRec uniteCaches(const abi::CacheRec &L, const abi::CacheRec &R);

/// How \p There, which is added, differs from \p Here; "" if it does not.
std::string describeDifference(const abi::CacheRec &Here,
                               const abi::CacheRec &There);

/// What the counts of a sum with \p Caches are not, for its reader; "" if all
/// runs have simulated the same.
std::string describeMixture(const abi::CacheRec &Caches);

/// Whether misses are of the same caches in all runs.
inline bool areMissesComparable(const abi::CacheRec &Caches) {
  return !(Caches.Flags & (abi::CachesDiffer | abi::SomeSimulatedNone));
}

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEUNION_H
