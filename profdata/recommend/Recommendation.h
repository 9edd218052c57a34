//===- Recommendation.h - Recommends prefetch hints -------------*- C++ -*-===//
//
// Computes prefetch hints from a cache profile, each with its reason. Does not
// print. Used by `udpc recommend` and `udpc prefetch-loop`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_RECOMMENDATION_H
#define UDPC_PROFDATA_RECOMMEND_RECOMMENDATION_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/calibration/Calibration.h"
#include "profdata/hints/Hint.h"
#include <set>

namespace udpc {

/// Options of recommendations.
struct RecommendOptions {
  /// The processor for which hints are made: latencies, prefetchers, window.
  Calibration Processor = defaultCalibration(Cpu());
  /// The latency of each miss, in instructions that the processor could execute
  /// meanwhile, in place of Processor's value.
  std::optional<double> Latency;
  /// The maximum number of misses that a hint is ahead in a pattern with gaps.
  double MaxAheadInGaps = 22;
  /// The maximum number of iterations that an indirect hint is ahead.
  double MaxAheadIndirect = 64;
  /// The minimum gain for prefetching misses that partly overlap.
  double MinGain = 1.1;
  /// The minimum share of the latency of all misses for an operation to be
  /// examined.
  double MinShare = 0.005;
  uint64_t MinMisses = 10000;
  /// The minimum share of an operation's strides for the stride of a hint.
  double MinConfidence = 0.5;
  /// The minimum number of mispredictions per miss for a branch to count as
  /// hard to predict.
  double MinSurprises = 0.05;
  /// The type of all hints. By default it depends on the reuse of lines.
  std::optional<HintType> Type;
  /// Whether to use hints of type w for operations that store.
  bool ForWriting = false;
};

/// The verdict on an operation.
enum class RecommendVerdict {
  Chase,    ///< Hints: the next address depends on the loaded value.
  Branch,   ///< Hints: a hard-to-predict branch depends on it.
  Apart,    ///< Hints: the misses are too far apart to overlap well.
  Chain,    ///< Hints: a chain through the iterations depends on it.
  Burst,    ///< Hints at the operation that leads the burst.
  Indirect, ///< Hints: the loop may load the address ahead.
  Called, ///< Hints: a loop that calls the function may load the address ahead.
  NoKey,  ///< No hints: the operation has no key.
  NotInLoop,  ///< No hints: dependences are unknown.
  NoStride,   ///< No hints: the addresses are random.
  Prefetched, ///< No hints: the processor's prefetcher has the lines.
  /// No hints: nothing depends on the values, so the misses overlap.
  Overlapped,
  Stored, ///< No hints: nothing depends on a store.
  Minor,  ///< No hints: other operations of the function miss far more.
  /// No hints: library calls of long ranges, in no loop, or in several
  /// places.
  Library,
};
/// Returns "chase", "branch", "apart", "chain", "burst", "indirect", "called",
/// "no-key", "not-in-loop", "no-stride", "prefetched", "overlapped", "stored",
/// "minor" or "library".
llvm::StringRef recommendVerdictWord(RecommendVerdict Verdict);

/// An operation that misses, with its verdict and hints.
struct Recommendation {
  MemoryOperationKey Key;
  std::string File;
  uint32_t Line = 0;
  std::string Function; ///< Demangled.
  abi::AccessKind Kind = abi::AccessKind::Load;
  uint64_t Executions = 0, D1Misses = 0, LLMisses = 0;
  uint64_t L2Misses = 0;  ///< 0 without a middle level.
  double Nanoseconds = 0; ///< The latency of all misses (MissCost).
  double Share = 0;       ///< The share of the latency of all operations.
  std::string Level;      ///< The level of most of the latency: "L2" or "LL".
  double Latency = 0;     ///< The latency of one such miss, in nanoseconds.
  int64_t Stride = 0;     ///< 0 if there is none.
  /// Deltas of hints are multiples of it: Stride, or the average stride if that
  /// is not a multiple of a line, since misses are counted by lines.
  double Step = 0;
  double Confidence = 0; ///< The stride's share of all strides.
  /// Estimated bytes of the lines that missed D1; with a middle level, also of
  /// those that missed L2 and LL.
  uint64_t WorkingSet = 0, WorkingSetBeyondL2 = 0, WorkingSetBeyondLL = 0;
  std::set<uint64_t> Threads; ///< Threads with misses of the operation.
  /// Instructions from one execution to the next; 0 if unknown.
  double Work = 0;
  /// Whether the loop calls functions, which Work does not include.
  bool LoopCalls = false;
  /// The number of executions that the hint is ahead.
  double Distance = 0;
  /// The expected gain: the share of the latency of the program's misses that
  /// the hints may hide, 0 to 1.
  double Gain = 0;
  std::vector<Hint> Hints; ///< If empty, see Reason.
  /// The operation at which the hints are placed: Key, except for bursts and
  /// calls. For calls, it is in the line of the call.
  MemoryOperationKey HintKey;
  RecommendVerdict Verdict = RecommendVerdict::NoStride;
  std::string Reason; ///< The reason for the hints, or for the lack of hints.
};

/// Returns all operations that miss often enough, sorted by share, the largest
/// first. docs/recommend.md has the rules and their reasons.
std::vector<Recommendation> recommend(const CacheProfile &Profile,
                                      const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_RECOMMENDATION_H
