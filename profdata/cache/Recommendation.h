//===- Recommendation.h - Which misses to mend, and how ---------*- C++ -*-===//
//
// From a cache profile to prefetch hints, each with its reason. Pure: reads
// nothing, prints nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_RECOMMENDATION_H
#define UDPC_PROFDATA_CACHE_RECOMMENDATION_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/hints/Hint.h"
#include <set>

namespace udpc {

struct RecommendOptions {
  /// What a miss of the last level takes, in instructions that the processor
  /// could execute meanwhile.
  double Latency = 400;
  /// Of all LL misses, what an operation must have to be looked at.
  double MinShare = 0.005;
  uint64_t MinMisses = 10000;
  /// Of its strides, what the stride of a hint must make up.
  double MinConfidence = 0.5;
};

/// An operation that misses, and what is to be done about it.
struct Recommendation {
  MemoryOperationKey Key;
  std::string File;
  uint32_t Line = 0;
  std::string Function; ///< Demangled.
  abi::AccessKind Kind = abi::AccessKind::Load;
  uint64_t Executions = 0, D1Misses = 0, LLMisses = 0;
  double Share = 0;           ///< Of all LL misses of the profile.
  int64_t Stride = 0;         ///< 0: none that counts.
  double Confidence = 0;      ///< The stride's share of all strides.
  uint64_t WorkingSet = 0;    ///< Bytes, estimate: lines that missed.
  std::set<uint64_t> Threads; ///< Which threads have missed there.
  /// Instructions from one execution to the next; 0 if unknown.
  double Work = 0;
  /// Executions that the hint is ahead.
  double Distance = 0;
  /// Expected gain as a share of the LL misses of the program that the hints
  /// are to hide, 0 to 1.
  double Gain = 0;
  std::vector<Hint> Hints; ///< None: see Reason.
  std::string Reason;      ///< Why these hints, or why none.
};

/// All operations that miss enough to be looked at, the worst first.
std::vector<Recommendation> recommend(const CacheProfile &Profile,
                                      const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_RECOMMENDATION_H
