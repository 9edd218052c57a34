//===- Recommendation.h - Recommends prefetch hints -------------*- C++ -*-===//
//
// Computes prefetch hints from a cache profile, each with its reason. Pure.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_RECOMMENDATION_H
#define UDPC_PROFDATA_RECOMMEND_RECOMMENDATION_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/calibration/Calibration.h"
#include "profdata/hints/Hint.h"
#include <set>

namespace udpc {

struct RecommendOptions {
  /// The processor for which hints are made: latencies, prefetchers, window.
  Calibration Processor = defaultCalibration(Cpu());
  /// Of each miss, in instructions that the processor could execute meanwhile,
  /// instead of what Processor says.
  std::optional<double> Latency;
  /// The most misses that a hint is ahead in a pattern with gaps.
  double MaxAheadInGaps = 22;
  /// The most iterations that a hint of type indirect is ahead.
  double MaxAheadIndirect = 64;
  /// The least gain for which misses that overlap in part are prefetched.
  double MinGain = 1.1;
  /// The least share of the latency of all misses that an operation which is
  /// examined has.
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
  Apart,      ///< Hints: the misses are too far apart to overlap well.
  Chain,      ///< Hints: a chain through the iterations depends on it.
  Burst,      ///< Hints at the operation that leads the burst.
  Indirect,   ///< Hints: the loop may load the address ahead.
  Called,     ///< Hints: the same of a loop that calls the function.
  NoKey,      ///< No hints: the operation has no key.
  NotInLoop,  ///< No hints: dependences are not known.
  NoStride,   ///< No hints: the addresses are random.
  Prefetched, ///< No hints: the processor's prefetcher has them.
  Overlapped, ///< No hints: nothing depends on it, so the misses overlap.
  Stored,     ///< No hints: nothing depends on a store.
  Minor,      ///< No hints: others of the function miss far more.
  Library,    ///< No hints: library calls, of long ranges, in no loop or in
              ///< several places.
};
/// "chase", "branch", "apart", "chain", "burst", "indirect", "called",
/// "no-key", "not-in-loop", "no-stride", "prefetched", "overlapped", "stored",
/// "minor", "library".
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
  double Nanoseconds = 0; ///< The latency of all of them (MissCost).
  double Share = 0;       ///< Of that of all operations of the profile.
  std::string Level;      ///< What most of it misses: "L2" or "LL".
  double Latency = 0;     ///< Of one such miss, in nanoseconds.
  int64_t Stride = 0;     ///< 0: none.
  /// Deltas of hints are multiples of it: Stride, or what is the stride if that
  /// is no multiple of a line, as misses are by lines.
  double Step = 0;
  double Confidence = 0; ///< The stride's share of all strides.
  /// Bytes, estimates: of the lines that missed D1; with a middle level, of
  /// those that missed L2 and LL.
  uint64_t WorkingSet = 0, WorkingSetBeyondL2 = 0, WorkingSetBeyondLL = 0;
  std::set<uint64_t> Threads; ///< The threads with misses there.
  /// Instructions from one execution to the next; 0 if unknown.
  double Work = 0;
  /// Work does not include called functions.
  bool LoopCalls = false;
  /// Executions that the hint is ahead.
  double Distance = 0;
  /// Expected gain: the share of the latency of the program's misses that the
  /// hints may hide, 0 to 1.
  double Gain = 0;
  std::vector<Hint> Hints; ///< None: see Reason.
  /// The operation where the hints are placed: Key except for bursts, and for
  /// calls, of which it has the line.
  MemoryOperationKey HintKey;
  RecommendVerdict Verdict = RecommendVerdict::NoStride;
  std::string Reason; ///< The reason for these hints, or for none.
};

/// All operations that miss often enough, the largest share first. The rules
/// and their reasons are in docs/recommend.md.
std::vector<Recommendation> recommend(const CacheProfile &Profile,
                                      const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_RECOMMENDATION_H
