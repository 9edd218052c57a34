//===- Recommend.cpp - Recommends prefetch hints --------------------------===//
//
// docs/recommend.md has the rules with their reasons and measurements.
//
//===----------------------------------------------------------------------===//

#include "profdata/recommend/Reason.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace udpc;

static constexpr int64_t LineSize = 64;

/// Hardware prefetchers follow strides up to this length.
static constexpr double SequentialBytes = 4 * LineSize;
/// The least number of misses in a run that they follow.
static constexpr double SequentialRun = 8;

/// The most lines of a burst, and the most prefetches per used line.
static constexpr unsigned MaxBurst = 16;

/// The least share of D1 misses that also miss LL, for nta.
static constexpr double StreamShare = 0.9;

namespace {

class Judge {
public:
  Judge(const CacheProfile &Profile, const Candidate &C,
        const RecommendOptions &Options)
      : Profile(Profile), C(C), Options(Options),
        Pattern(findPattern(C, Options.MinConfidence)) {}

  void judge(Recommendation &R);

private:
  RecommendVerdict verdict() const;
  bool isIndirect() const;
  bool isSequential() const;
  bool isBurst() const;
  HintType type() const;
  void addBurst(Recommendation &R) const;
  void addStride(Recommendation &R) const;
  void addIndirect(Recommendation &R) const;

  const CacheProfile &Profile;
  const Candidate &C;
  const RecommendOptions &Options;
  StridePattern Pattern;
  HintDistance Distance;
};

} // namespace

/// Whether something waits for addresses that the loop may load. What the
/// compiler can make of it, it says when it has the hint.
bool Judge::isIndirect() const {
  return C.IsInLoop && !C.FeedsOwnAddress &&
         (C.FeedsAddress || isUndecided(C, Options) ||
          workPerMiss(C) >= Options.Window);
}

/// Whether the hardware prefetcher follows the pattern.
bool Judge::isSequential() const {
  if (Profile.Caches.Flags & abi::PrefetcherSimulated)
    return C.Prefetched * 2 > C.LLMisses;
  return std::abs(Pattern.Mean) <= SequentialBytes &&
         Pattern.RunLength >= SequentialRun;
}

/// Whether it follows another operation to a few lines, so that prefetching all
/// of them there is mostly useful.
bool Judge::isBurst() const {
  if (!C.Leader || C.Leader->Key == C.Key)
    return false;
  const FollowedLeader &L = *C.Leader;
  unsigned NumLines = llvm::popcount(L.Lines);
  return NumLines && NumLines <= MaxBurst && L.NumFollowed * 2 >= C.D1Misses &&
         // Prefetched at each execution of the leader.
         L.NumFollowed * 4.0 >= double(L.Executions) * NumLines;
}

RecommendVerdict Judge::verdict() const {
  using V = RecommendVerdict;
  if (C.Key.Frames.empty())
    return V::NoKey;
  bool Waits = C.FeedsOwnAddress || isUndecided(C, Options);
  if (Pattern.What == StridePattern::None)
    return Waits && isBurst() ? V::Burst
           : isIndirect()     ? V::Indirect
                              : V::NoStride;
  if (!C.IsInLoop)
    return V::NotInLoop;
  if (C.FeedsOwnAddress)
    return V::Chase;
  if (isSequential())
    return V::Prefetched;
  if (isUndecided(C, Options))
    return V::Branch;
  if (C.Kind == abi::AccessKind::Store)
    return V::Stored;
  return workPerMiss(C) >= Options.Window ? V::Apart : V::Overlapped;
}

/// nta for data that is used once.
HintType Judge::type() const {
  if (C.Kind != abi::AccessKind::Load && Options.ForWriting)
    return HintType::W;
  if (Options.Type)
    return *Options.Type;
  bool IsUsedOnce = C.NumLines * LineSize > Profile.Caches.LL.Size &&
                    C.LLMisses >= StreamShare * C.D1Misses;
  return IsUsedOnce ? HintType::NTA : HintType::T0;
}

void Judge::addBurst(Recommendation &R) const {
  const FollowedLeader &L = *C.Leader;
  R.HintKey = L.Key;
  for (int I = -abi::LeaderReach; I != abi::LeaderReach; ++I)
    if (I && L.Lines >> (I + abi::LeaderReach) & 1)
      R.Hints.push_back({Options.Type.value_or(HintType::T0), I * LineSize});
  R.Gain = R.Share * std::min(1.0, double(L.NumFollowed) / C.D1Misses);
}

void Judge::addStride(Recommendation &R) const {
  R.HintKey = C.Key;
  for (int64_t Delta : Distance.Deltas)
    R.Hints.push_back({type(), Delta});
  R.Distance =
      Distance.Misses * C.Executions / std::max<uint64_t>(C.D1Misses, 1);
  double Hidden =
      std::max(0.0, 1 - Distance.numLate(Pattern) / Pattern.RunLength);
  R.Gain = R.Share * Pattern.Confidence * Pattern.density() * Hidden;
}

void Judge::addIndirect(Recommendation &R) const {
  R.HintKey = C.Key;
  R.Distance = indirectAhead(C, Options);
  R.Hints.push_back({HintType::Indirect, int64_t(R.Distance)});
  R.Gain = R.Share;
}

void Judge::judge(Recommendation &R) {
  R.Key = C.Key;
  R.File = C.File;
  R.Line = C.Line;
  R.Function = C.Function;
  R.Kind = C.Kind;
  R.Executions = C.Executions;
  R.D1Misses = C.D1Misses;
  R.LLMisses = C.LLMisses;
  R.Stride = Pattern.Stride;
  R.Confidence = Pattern.Confidence;
  R.WorkingSet = C.NumLines * LineSize;
  R.Threads = C.Threads;
  R.LoopCalls = C.LoopCalls;
  if (C.IsInLoop && C.Executions)
    R.Work = C.LoopWork / C.Executions;
  R.Verdict = verdict();
  switch (R.Verdict) {
  case RecommendVerdict::Burst:
    addBurst(R);
    break;
  case RecommendVerdict::Indirect:
    addIndirect(R);
    break;
  case RecommendVerdict::Chase:
  case RecommendVerdict::Branch:
  case RecommendVerdict::Apart:
    Distance = findDistance(C, Pattern, Options);
    addStride(R);
    break;
  default:
    break;
  }
  R.Reason = reasonFor(R.Verdict, {C, Pattern, Distance, Options});
}

std::vector<Recommendation> udpc::recommend(const CacheProfile &Profile,
                                            const RecommendOptions &Options) {
  std::vector<Recommendation> Result;
  Candidates All = findCandidates(Profile);
  for (const Candidate &C : All.List) {
    double Share =
        All.TotalLLMisses ? double(C.LLMisses) / All.TotalLLMisses : 0;
    if (C.LLMisses < Options.MinMisses || Share < Options.MinShare)
      continue;
    Recommendation R;
    R.Share = Share;
    Judge(Profile, C, Options).judge(R);
    Result.push_back(std::move(R));
  }
  return Result;
}
