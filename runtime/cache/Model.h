//===- Model.h - The simulated caches and predictors ------------*- C++ -*-===//
//
// Defines the cache classes of all levels, and those of branch predictors
// (logic/BranchPredictor.h). This is the
// place to plug in another simulation; docs/cache-simulation.md describes the
// requirements.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_H
#define UDPC_RUNTIME_CACHE_MODEL_H

#include "runtime/cache/SharedCache.h"
#include "runtime/logic/BranchPredictor.h"
#include "runtime/logic/CacheHierarchy.h"
#include "runtime/logic/CodeCache.h"
#include "runtime/logic/IndexedCache.h"
#include "runtime/logic/TaggedCache.h"

namespace udpc {
namespace rt {

using FirstLevelOfData = IndexedCache<abi::DataIndexSize>;
using FirstLevelOfCode = CodeCache;
/// Of each thread; optional.
using MiddleLevel = TaggedCache;
using LastLevel = SharedCache<TaggedCache>;

/// Updated by generated code and EntryPoints.cpp as well.
using ConditionalPredictor = GlobalHistoryPredictor;
using IndirectPredictor = LastTargetPredictor;
/// With branch_model=bimodal, instead of ConditionalPredictor.
using OtherConditionalPredictor = BimodalPredictor;

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_H
