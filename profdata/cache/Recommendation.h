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
  /// could execute meanwhile: 100 ns at 5 GHz and 4 instructions a cycle.
  double Latency = 2000;
  /// How many instructions the processor looks ahead: misses that are further
  /// apart do not overlap by themselves.
  double Window = 512;
  /// The most misses that a hint is ahead; where there are gaps.
  double MaxAhead = 128;
  double MaxAheadInGaps = 22;
  /// Of all LL misses, what an operation must have to be looked at.
  double MinShare = 0.005;
  uint64_t MinMisses = 10000;
  /// Of its strides, what the stride of a hint must make up.
  double MinConfidence = 0.5;
  /// How many times a miss a branch must go the way that it goes less often,
  /// for work to wait for it.
  double MinSurprises = 0.05;
  /// Of all hints; else what the reuse of lines suggests.
  std::optional<HintType> Type;
  /// Fetch what is stored to with hints of type w.
  bool ForWriting = false;
};

/// What decides about an operation.
enum class RecommendVerdict {
  Chase,      ///< Hints: the next address waits for what is loaded.
  Branch,     ///< Hints: a branch that cannot be foretold waits for it.
  Apart,      ///< Hints: the misses are too far apart to overlap.
  Burst,      ///< Hints where the operation is that leads the burst.
  NoKey,      ///< No hints: nothing to call the operation by.
  NotInLoop,  ///< No hints: what waits is not known.
  NoStride,   ///< No hints: the addresses are random.
  Prefetched, ///< No hints: the processor's prefetcher has them.
  Overlapped, ///< No hints: nothing waits, so that the misses overlap.
  Stored,     ///< No hints: a store, for which nothing waits.
};
/// "chase", "branch", "apart", "burst", "no-key", "not-in-loop", "no-stride",
/// "prefetched", "overlapped", "stored".
llvm::StringRef recommendVerdictWord(RecommendVerdict Verdict);

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
  /// Work leaves out the functions that are called there.
  bool LoopCalls = false;
  /// Executions that the hint is ahead.
  double Distance = 0;
  /// Expected gain as a share of the LL misses of the program that the hints
  /// are to hide, 0 to 1.
  double Gain = 0;
  std::vector<Hint> Hints; ///< None: see Reason.
  /// In front of which operation they are to be: Key but for bursts.
  MemoryOperationKey HintKey;
  RecommendVerdict Verdict = RecommendVerdict::NoStride;
  std::string Reason; ///< Why these hints, or why none.
};

/// All operations that miss enough to be looked at, the worst first. The rules
/// and their reasons are in docs/recommend.md.
std::vector<Recommendation> recommend(const CacheProfile &Profile,
                                      const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_RECOMMENDATION_H
