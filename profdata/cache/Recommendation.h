//===- Recommendation.h - Recommends prefetch hints -------------*- C++ -*-===//
//
// Computes prefetch hints from a cache profile, each with its reason. Pure.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_RECOMMENDATION_H
#define UDPC_PROFDATA_CACHE_RECOMMENDATION_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/hints/Hint.h"
#include <set>

namespace udpc {

struct RecommendOptions {
  /// The latency of a last-level miss, in instructions that the processor could
  /// execute meanwhile: 100 ns at 5 GHz and 4 instructions a cycle.
  double Latency = 2000;
  /// The size of the processor's instruction window: misses that are further
  /// apart do not overlap.
  double Window = 512;
  /// The most misses that a hint is ahead; the same for patterns with gaps.
  double MaxAhead = 128;
  double MaxAheadInGaps = 22;
  /// The most iterations that a hint of type indirect is ahead.
  double MaxAheadIndirect = 64;
  /// The least share of all LL misses of an operation that is examined.
  double MinShare = 0.005;
  uint64_t MinMisses = 10000;
  /// The least share of an operation's strides that the stride of a hint must
  /// make up.
  double MinConfidence = 0.5;
  /// The least number of mispredictions per miss for a branch to count as hard
  /// to predict.
  double MinSurprises = 0.05;
  /// The type of all hints; by default the reuse of lines decides.
  std::optional<HintType> Type;
  /// Use hints of type w for operations that store.
  bool ForWriting = false;
};

/// The verdict on an operation.
enum class RecommendVerdict {
  Chase,      ///< Hints: the next address depends on the loaded value.
  Branch,     ///< Hints: a hard-to-predict branch depends on it.
  Apart,      ///< Hints: the misses are too far apart to overlap.
  Burst,      ///< Hints at the operation that leads the burst.
  Indirect,   ///< Hints: the loop may load the address ahead.
  NoKey,      ///< No hints: the operation has no key.
  NotInLoop,  ///< No hints: dependences are not known.
  NoStride,   ///< No hints: the addresses are random.
  Prefetched, ///< No hints: the processor's prefetcher has them.
  Overlapped, ///< No hints: nothing depends on it, so the misses overlap.
  Stored,     ///< No hints: nothing depends on a store.
};
/// "chase", "branch", "apart", "burst", "indirect", "no-key", "not-in-loop",
/// "no-stride", "prefetched", "overlapped", "stored".
llvm::StringRef recommendVerdictWord(RecommendVerdict Verdict);

/// An operation that misses, with its verdict and hints.
struct Recommendation {
  MemoryOperationKey Key;
  std::string File;
  uint32_t Line = 0;
  std::string Function; ///< Demangled.
  abi::AccessKind Kind = abi::AccessKind::Load;
  uint64_t Executions = 0, D1Misses = 0, LLMisses = 0;
  double Share = 0;           ///< Of all LL misses of the profile.
  int64_t Stride = 0;         ///< 0: none.
  double Confidence = 0;      ///< The stride's share of all strides.
  uint64_t WorkingSet = 0;    ///< Bytes, estimate: lines that missed.
  std::set<uint64_t> Threads; ///< The threads with misses there.
  /// Instructions from one execution to the next; 0 if unknown.
  double Work = 0;
  /// Work does not include called functions.
  bool LoopCalls = false;
  /// Executions that the hint is ahead.
  double Distance = 0;
  /// Expected gain: the share of the program's LL misses that the hints may
  /// hide, 0 to 1.
  double Gain = 0;
  std::vector<Hint> Hints; ///< None: see Reason.
  /// The operation where the hints are placed: Key except for bursts.
  MemoryOperationKey HintKey;
  RecommendVerdict Verdict = RecommendVerdict::NoStride;
  std::string Reason; ///< The reason for these hints, or for none.
};

/// All operations that miss often enough, most misses first. The rules and
/// their reasons are in docs/recommend.md.
std::vector<Recommendation> recommend(const CacheProfile &Profile,
                                      const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_RECOMMENDATION_H
