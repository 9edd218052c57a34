//===- Model.h - The simulated caches and predictors ------------*- C++ -*-===//
//
// Defines the cache classes of all levels, and those of branch predictors
// (cache/model/BranchPredictor.h). This is the
// place to plug in another simulation; docs/cache-simulation.md describes the
// requirements.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_H
#define UDPC_RUNTIME_CACHE_MODEL_H

#include "runtime/cache/SharedCache.h"
#include "runtime/cache/model/BranchPredictor.h"
#include "runtime/cache/model/CacheHierarchy.h"
#include "runtime/cache/model/CodeCache.h"
#include "runtime/cache/model/IndexedCache.h"
#include "runtime/cache/model/TaggedCache.h"

namespace udpc {
namespace rt {

using FirstLevelOfData = IndexedCache<abi::DataIndexSize>;
using FirstLevelOfCode = CodeCache;
/// Of each thread; optional.
using MiddleLevel = TaggedCache;
using LastLevel = SharedCache<TaggedCache>;

/// Updated by generated code and CacheEntryPoints.cpp as well.
using ConditionalPredictor = GlobalHistoryPredictor;
using IndirectPredictor = LastTargetPredictor;
/// With branch_model=bimodal, instead of ConditionalPredictor.
using OtherConditionalPredictor = BimodalPredictor;

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_H
