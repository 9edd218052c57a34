//===- Model.h - The simulated caches and predictors ------------*- C++ -*-===//
//
// Chooses the cache classes of all levels, and the classes of branch predictors
// (cache/model/BranchPredictor.h). To plug in another simulation, change this
// file; docs/cache-simulation.md describes the requirements.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_H
#define UDPC_RUNTIME_CACHE_MODEL_H

#include "runtime/cache/SharedCache.h"
#include "runtime/cache/model/BranchPredictor.h"
#include "runtime/cache/model/CodeCache.h"
#include "runtime/cache/model/IndexedCache.h"
#include "runtime/cache/model/TaggedCache.h"

namespace udpc {
namespace rt {

using FirstLevelOfData = IndexedCache<abi::DataIndexSize>;
using FirstLevelOfCode = CodeCache;
/// One for each thread; optional.
using MiddleLevel = TaggedCache;
using LastLevel = SharedCache<TaggedCache>;

/// Predictors of conditional and of indirect branches. Generated code and
/// CacheEntryPoints.cpp update them as well.
using ConditionalPredictor = GlobalHistoryPredictor;
using IndirectPredictor = LastTargetPredictor;

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_H
