//===- Distance.cpp - How far ahead to prefetch ---------------------------===//
//
// docs/recommend.md has the reasons.
//
//===----------------------------------------------------------------------===//

#include "profdata/recommend/Distance.h"
#include <algorithm>
#include <cmath>

using namespace udpc;

double udpc::workPerMiss(const Candidate &C) {
  return C.IsInLoop && C.D1Misses ? C.LoopWork / C.D1Misses : 0;
}

HintDistance udpc::findDistance(const Candidate &C, const StridePattern &P,
                                const RecommendOptions &Options) {
  HintDistance D;
  double Work = std::max(workPerMiss(C), 1.0);
  D.Misses = std::ceil(Options.Latency / Work);
  double Ahead = P.What == StridePattern::Multiples ? Options.MaxAheadInGaps
                                                    : Options.MaxAhead;
  if (D.Misses > Ahead) {
    D.Misses = Ahead;
    D.Limit = DistanceLimit::Lines;
  }
  // The first misses of a run are those that nobody fetches: as many as the
  // distance. And then the run takes about as many pauses as distances fit into
  // it. The sum is least at the square root; twice that costs a quarter more,
  // and hides more where the latency is longer than thought.
  double Most = std::max(
      1.0, std::round(std::min(2 * std::sqrt(P.RunLength), P.RunLength / 2)));
  if (D.Misses > Most) {
    D.Misses = Most;
    D.Limit = DistanceLimit::Run;
  }
  double Strides = std::max(1.0, std::round(D.Misses * P.Mean / P.Stride));
  D.Delta = std::llround(Strides) * P.Stride;
  D.Misses = D.Delta / P.Mean;
  return D;
}
