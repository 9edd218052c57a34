//===- Judge.cpp - Decides which hint an operation gets -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/Judge.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace udpc;

/// The minimum number of misses in a run that hardware prefetchers follow.
static constexpr double SequentialRun = 8;

/// The stride up to which hardware prefetchers of all processors follow.
static constexpr int64_t UsualStride = 256;

/// The maximum number of lines of a burst, and of prefetches per used line.
static constexpr unsigned MaxBurst = 16;

/// The minimum fraction of D1 misses that also miss LL, for nta.
static constexpr double StreamShare = 0.9;

/// Whether each value leads to the next address, for few iterations, as in the
/// bucket of a hash table: the loop around it may load the start of the next
/// chain.
bool Judge::isShortChain() const {
  static constexpr double MaxNodes = 4;
  return C.IsInLoop && C.OuterIterations &&
         C.LoopIterations <= MaxNodes * C.OuterIterations;
}

/// Whether the loop has more work for each step along a list than fits into the
/// processor's window.
bool Judge::isLongStep() const {
  return C.IsInLoop && (C.LoopCalls || C.LoopWork > Options.Processor.Window *
                                                        double(C.Executions));
}

/// Whether something waits for addresses that the loop may load. The compiler
/// decides later what it can do with the hint, and reports it.
bool Judge::isIndirect() const {
  if (C.FeedsOwnAddress && (isShortChain() || isLongStep()))
    return true;
  return C.IsInLoop && !C.FeedsOwnAddress &&
         (C.FeedsAddress || isUndecided(C, Options) || overlapsPoorly());
}

/// Whether a loop passes the address, or one near it, to the function. It is
/// unknown what waits for the value in the loop; if the function takes
/// different paths, they probably depend on it. Library functions choose paths
/// by lengths or contents.
bool Judge::isCalled() const {
  if (C.hasLongCalls())
    return false;
  return C.CalledIn && (C.CalledIn->HasPaths || C.FeedsAddress ||
                        isUndecided(C, Options) || overlapsPoorly());
}

/// Returns how the misses overlap. With a stride, all operations of the loop
/// that miss count, since they are mostly copies of one in an unrolled loop.
/// With random addresses, only this one counts: docs/recommend.md has the
/// measurements.
Overlap Judge::overlap() const {
  bool HasStride = Pattern.Shape != StridePattern::None;
  if (C.CalledIn && !HasStride && Cost.misses() >= 1)
    return overlapOf(C.CalledIn->Work * C.Executions / Cost.misses(),
                     Cost.latency(), 0, Options.Processor);
  double Misses = HasStride ? C.LoopMisses : Cost.misses();
  if (!C.IsInLoop || Misses < 1)
    return Overlap();
  return overlapOf(C.LoopWork / Misses, Cost.latency(),
                   C.ChainCycles * C.Executions / Misses, Options.Processor);
}

/// Whether the window limits the number of misses in flight, rather than the
/// number of lines that the processor can wait for.
bool Judge::overlapsPoorly() const {
  return Overlapping.Work > 0 && Overlapping.Gain >= Options.MinGain;
}

/// Whether the hardware prefetcher follows the pattern, if it follows strides
/// of up to \p LongestStride.
bool Judge::isSequential(int64_t LongestStride) const {
  if (Profile.Caches.Flags & abi::PrefetcherSimulated)
    return C.Prefetched * 2 > C.LLMisses;
  const PrefetcherReach &Reach = Options.Processor.Prefetcher;
  double Step = std::abs(Pattern.Mean), Run = Pattern.RunLength;
  if (Reach.EndsAtPage)
    Run = std::min(Run, PageSize / Step);
  return Step <= LongestStride && Run >= SequentialRun;
}

/// Whether it follows another operation to a few lines, so that prefetching all
/// of them there is mostly useful.
bool Judge::isBurst() const {
  if (!C.Leader || C.Leader->Key == C.Key)
    return false;
  const LeaderCounts &L = *C.Leader;
  unsigned NumLines = llvm::popcount(L.Lines);
  return NumLines && NumLines <= MaxBurst && L.NumFollowed * 2 >= C.D1Misses &&
         // These lines would be prefetched at each execution of the leader.
         L.NumFollowed * 4.0 >= double(L.Executions) * NumLines;
}

RecommendVerdict Judge::verdict() const {
  using V = RecommendVerdict;
  if (C.IsLibrary)
    return isCalled() ? V::Called : V::Library;
  if (C.Key.Frames.empty())
    return V::NoKey;
  if (IsInObject && isBurst())
    return V::Burst;
  bool Waits = C.FeedsOwnAddress || isUndecided(C, Options);
  if (Pattern.Shape == StridePattern::None)
    return Waits && isBurst() ? V::Burst
           : isCalled()       ? V::Called
           : isIndirect()     ? V::Indirect
                              : V::NoStride;
  if (!C.IsInLoop)
    return V::NotInLoop;
  if (C.FeedsOwnAddress)
    return V::Chase;
  // Hardware prefetchers leave only the latency from L2 to D1, for which only
  // branches wait: measured by walks that decide branches.
  int64_t Longest = Options.Processor.Prefetcher.LongestStride;
  if (isSequential(Longest))
    return V::Prefetched;
  if (isUndecided(C, Options))
    return V::Branch;
  if (isSequential(std::max(Longest, UsualStride)))
    return V::Prefetched;
  // Stores wait in a buffer. In measurements only stores that each need another
  // page filled it.
  if (C.Kind == abi::AccessKind::Store &&
      (std::abs(Pattern.Mean) < PageSize || !overlapsPoorly()))
    return V::Stored;
  if (!overlapsPoorly())
    return V::Overlapped;
  return C.ChainCycles ? V::Chain : V::Apart;
}

/// Whether the lines would not be found in LL again.
bool Judge::isUsedOnce() const {
  uint64_t LL = std::min<uint64_t>(Profile.Caches.LL.Size,
                                   Options.Processor.lastLevel().Share);
  return C.NumLines * LineSize > LL &&
         Cost.InMemory >= StreamShare * C.D1Misses;
}

/// Whether the loop's own work takes a large part of the time in which the
/// processor gets a line: 0.4 to 0.5 of it in kernels for which nta gained more
/// than t0. Other loops need lines faster than nta fetches them. In runs of 12
/// misses nta lost.
bool Judge::isBusy() const {
  static constexpr double LeastPart = 1.0 / 3, LeastRun = 64;
  const Calibration &P = Options.Processor;
  double LineNs = P.MemoryLatency / std::max(P.LinesInFlight, 1.0);
  return Pattern.Shape != StridePattern::None &&
         Pattern.RunLength >= LeastRun && Cost.isBeyondLL() &&
         !C.FeedsOwnAddress &&
         ownNanoseconds(C, Overlapping.Work, P) >= LeastPart * LineNs;
}

PrefetchWorth Judge::worthOf(HintType Type) const {
  const Calibration &P = Options.Processor;
  return isBusy() ? P.worthIfBusy(Type) : P.worth(Type);
}

static std::string timesText(double Worth) {
  std::string Text;
  raw_string_ostream(Text) << format("%.2f times as much as t0", Worth);
  return Text;
}

/// Chooses the type of a hint. nta keeps other data in the caches if lines are
/// used once. But processors implement it differently, so it must not lose.
HintType Judge::chooseType() {
  if (C.Kind != abi::AccessKind::Load && Options.ForWriting) {
    WhyType = "w as asked for";
    return HintType::W;
  }
  if (Options.Type) {
    WhyType = hintTypeWord(*Options.Type).str() + " as asked for";
    return *Options.Type;
  }
  const Calibration &P = Options.Processor;
  auto Worth = [&](HintType T) {
    PrefetchWorth W = worthOf(T), T0 = worthOf(HintType::T0);
    double OfT0 = Cost.isBeyondLL() ? T0.BeyondLL : T0.BeyondL2;
    double Own = Cost.isBeyondLL() ? W.BeyondLL : W.BeyondL2;
    return OfT0 > 0 ? Own / OfT0 : 1;
  };
  HintType Best = P.bestType(Cost.isBeyondLL());
  if (Best != HintType::T0 && (Best != HintType::NTA || isUsedOnce())) {
    WhyType = hintTypeWord(Best).str() + " because it gains " +
              timesText(Worth(Best));
    return Best;
  }
  if (C.IsLibrary) {
    WhyType = "t0 because it is not known how often lines are used";
    return HintType::T0;
  }
  if (!isUsedOnce()) {
    WhyType = Cost.isBeyondLL() ? "t0 because lines are used again"
                                : "t0 because LL has the lines";
    return HintType::T0;
  }
  double Ahead =
      std::min(missesAhead(C, latency()), worthOf(HintType::T0).MostLines);
  PrefetchWorth NTA = worthOf(HintType::NTA);
  if (Worth(HintType::NTA) < 1) {
    WhyType = "t0 because nta gains " + timesText(Worth(HintType::NTA));
    return HintType::T0;
  }
  if (Ahead > NTA.MostLines) {
    WhyType = "t0 because nta gains less beyond ";
    raw_string_ostream(WhyType) << format("%.0f", NTA.MostLines) << " lines";
    return HintType::T0;
  }
  WhyType = "nta because each line is used once, and it gains " +
            (Worth(HintType::NTA) < 1.01 ? "as much as t0"
                                         : timesText(Worth(HintType::NTA)));
  return HintType::NTA;
}

void Judge::addBurst(Recommendation &R) const {
  const LeaderCounts &L = *C.Leader;
  R.HintKey = L.Key;
  for (int I = -abi::LeaderReach; I != abi::LeaderReach; ++I)
    if (I && L.Lines >> (I + abi::LeaderReach) & 1)
      R.Hints.push_back({Options.Type.value_or(HintType::T0), I * LineSize});
  R.Gain = R.Share * std::min(1.0, double(L.NumFollowed) / C.D1Misses);
}

void Judge::addStride(Recommendation &R) {
  HintType Type = chooseType();
  Distance =
      findDistance(C, Pattern, latency(), worthOf(Type).MostLines, Options);
  R.HintKey = C.Key;
  for (int64_t Delta : Distance.Deltas)
    R.Hints.push_back({Type, Delta});
  R.Distance =
      Distance.Misses * C.Executions / std::max<uint64_t>(C.D1Misses, 1);
  double Hidden =
      std::max(0.0, 1 - Distance.numLate(Pattern) / Pattern.RunLength);
  R.Gain = R.Share * Pattern.Confidence * Pattern.density() * Hidden;
}

void Judge::addIndirect(Recommendation &R) {
  HintType Prefetch = chooseType();
  R.HintKey = R.Verdict == RecommendVerdict::Called ? C.CalledIn->Key : C.Key;
  R.Distance = indirectAhead(C, latency(), Options);
  R.Gain = R.Share;
  if (C.IsLibrary) // Only the first line of each call is prefetched.
    R.Gain *= std::min(1.0, double(C.Executions) / C.D1Misses);
  if (C.FeedsOwnAddress && R.Verdict == RecommendVerdict::Indirect) {
    // Prefetch the next node, since none is known earlier; or the first node of
    // a chain, and also the second one if most chains have it.
    static constexpr double MostHaveTwo = 1.5;
    Hint H = {HintType::Inner, 1, 1, Prefetch};
    if (isShortChain()) {
      H.Type = HintType::Outer;
      H.Delta = int64_t(distanceInOuter(C, R.Distance));
      if (C.LoopIterations >= MostHaveTwo * C.OuterIterations) {
        H.Type = HintType::Next;
        H.Level = 2;
      }
    }
    R.Distance = H.Delta;
    R.Hints.push_back(H);
    return;
  }
  // The compiler does not know how many iterations an inner loop has. If there
  // are few, the data ahead belongs to later executions of the loop.
  static constexpr double Many = 2;
  bool IsInner = C.IsInLoop && C.OuterIterations;
  bool IsLong = IsInner && double(C.Copies) * C.LoopIterations >=
                               Many * R.Distance * C.OuterIterations;
  R.Hints.push_back({IsLong ? HintType::Inner : HintType::Indirect,
                     int64_t(R.Distance), 1, Prefetch});
  // The compiler may move the prefetch to the outer loop: the distance there.
  double Outer = distanceInOuter(C, R.Distance);
  if (IsInner && !IsLong && R.Verdict == RecommendVerdict::Indirect &&
      Outer != R.Distance)
    R.Hints.push_back({HintType::Outer, int64_t(Outer), 1, Prefetch});
}

void Judge::judge(Recommendation &R) {
  R.Key = C.Key;
  R.File = C.File;
  R.Line = C.Line;
  R.Function = C.Function;
  R.Kind = C.Kind;
  R.Executions = C.Executions;
  R.D1Misses = C.D1Misses;
  R.L2Misses = C.L2Misses;
  R.LLMisses = C.LLMisses;
  R.Nanoseconds = Cost.nanoseconds();
  R.Level = Cost.isBeyondLL() ? "LL" : "L2";
  R.Latency = Cost.latency();
  R.Stride = Pattern.Stride;
  R.Step = Pattern.step();
  R.Confidence = Pattern.Confidence;
  R.WorkingSet = C.NumLines * LineSize;
  R.WorkingSetBeyondL2 = C.L2Lines * LineSize;
  R.WorkingSetBeyondLL = C.LLLines * LineSize;
  R.Threads = C.Threads;
  R.LoopCalls = C.LoopCalls;
  if (C.IsInLoop && C.Executions)
    R.Work = C.LoopWork / C.Executions;
  R.Verdict = verdict();
  if (R.Verdict == RecommendVerdict::Called)
    R.Work = C.CalledIn->Work;
  switch (R.Verdict) {
  case RecommendVerdict::Burst:
    addBurst(R);
    break;
  case RecommendVerdict::Indirect:
  case RecommendVerdict::Called:
    addIndirect(R);
    break;
  case RecommendVerdict::Chase:
  case RecommendVerdict::Branch:
  case RecommendVerdict::Apart:
  case RecommendVerdict::Chain:
    addStride(R);
    break;
  default:
    break;
  }
  R.Reason = reasonFor(
      R.Verdict, {C, Pattern, Distance, Options, Cost, Overlapping, WhyType});
}
