//===- Distance.cpp - How far ahead to prefetch ---------------------------===//
//
// docs/recommend.md has the reasons.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/recommend/Distance.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

using namespace udpc;

double udpc::workPerMiss(const Candidate &C) {
  return C.IsInLoop && C.D1Misses ? C.LoopWork / C.D1Misses : 0;
}

bool udpc::isUndecided(const Candidate &C, const RecommendOptions &Options) {
  return C.D1Misses && C.NumSurprises >= Options.MinSurprises * C.D1Misses;
}

double udpc::instructionsInMiss(double Nanoseconds,
                                const RecommendOptions &Options) {
  return Options.Latency
             ? *Options.Latency
             : std::max(1.0, Options.Processor.instructionsIn(Nanoseconds));
}

double udpc::indirectAhead(const Candidate &C, double Latency,
                           const RecommendOptions &Options) {
  // The work of one iteration in the source.
  double Work = C.Executions ? C.LoopWork / C.Executions / double(C.Copies) : 0;
  if (C.CalledIn)
    Work = C.CalledIn->Work;
  return std::clamp(std::ceil(Latency / std::max(Work, 1.0)), 1.0,
                    Options.MaxAheadIndirect);
}

double udpc::distanceInOuter(const Candidate &C, double Distance) {
  double Iterations = C.OuterIterations ? double(C.Copies) * C.LoopIterations /
                                              C.OuterIterations
                                        : 1;
  return std::clamp(std::ceil(Distance / std::max(Iterations, 1.0)), 1.0,
                    Distance);
}

double udpc::missesAhead(const Candidate &C, double Latency) {
  return std::ceil(Latency / std::max(workPerMiss(C), 1.0));
}

/// Returns how many lines of \p P the nearest cache holds. Prefetches further
/// ahead evict prefetched lines before they are used.
static double linesInNearest(const StridePattern &P,
                             const Calibration &Processor) {
  // The offset in a page selects the set, so a way is as large as a page.
  constexpr uint64_t Way = PageSize;
  const CalibratedLevel &Nearest = Processor.Levels.front();
  uint64_t Ways = std::max(Nearest.Bytes, Nearest.Share) / Way;
  Ways = std::max<uint64_t>(Ways, 1);
  uint64_t Step =
      std::max<uint64_t>(std::gcd<uint64_t>(std::abs(P.Stride), Way), LineSize);
  unsigned InStep = P.Shape == StridePattern::Alternating ? 2 : 1;
  return double(InStep * Ways * (Way / Step));
}

HintDistance udpc::findDistance(const Candidate &C, const StridePattern &P,
                                double Latency, double MostLines,
                                const RecommendOptions &Options) {
  HintDistance D;
  D.Misses = missesAhead(C, Latency);
  double Ahead = std::max(1.0, MostLines);
  if (P.Shape == StridePattern::Multiples)
    Ahead = std::min(Ahead, Options.MaxAheadInGaps);
  if (D.Misses > Ahead) {
    D.Misses = Ahead;
    D.Limit = DistanceLimit::Lines;
  }
  if (double Most = linesInNearest(P, Options.Processor); D.Misses > Most) {
    D.Misses = Most;
    D.Limit = DistanceLimit::Sets;
  }
  // The first misses of a run, as many as the distance, are not prefetched. In
  // pointer chasing they are serialised, and dominate if the distance exceeds
  // about twice the square root of the run. Otherwise they partly overlap.
  double Matters =
      C.FeedsOwnAddress ? 2 * std::sqrt(P.RunLength) : P.RunLength / 8;
  // With more than twice the lines that can be in flight, prefetches do not
  // arrive any sooner, and those beyond the end of a run are useless.
  if (!C.FeedsOwnAddress && D.Misses > Matters)
    if (double Most = 2 * Options.Processor.LinesInFlight; D.Misses > Most) {
      D.Misses = Most;
      D.Limit = DistanceLimit::Lines;
    }
  if (D.Misses > 1 && D.Misses > Matters) {
    D.Misses = std::min(D.Misses, P.RunLength / 2);
    D.Limit = DistanceLimit::Run;
  }
  auto DeltaFor = [&P](double Misses) {
    double Steps = std::max(1.0, std::round(Misses * P.Mean / P.step()));
    return std::llround(Steps * P.step());
  };
  if (D.Limit == DistanceLimit::Run)
    D.Deltas = {DeltaFor(D.Misses / 4), DeltaFor(D.Misses / 2)};
  D.Deltas.push_back(DeltaFor(D.Misses));
  D.Deltas.erase(std::unique(D.Deltas.begin(), D.Deltas.end()), D.Deltas.end());
  D.Misses = D.Deltas.back() / P.Mean;
  return D;
}
