//===- Distance.h - How far ahead to prefetch -------------------*- C++ -*-===//
//
// Computes the distances of hints. docs/recommend.md has the reasons. Used by
// Judge.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_DISTANCE_H
#define UDPC_PROFDATA_RECOMMEND_DISTANCE_H

#include "profdata/recommend/Recommendation.h"
#include "profdata/recommend/Strides.h"

namespace udpc {

/// The reason for the limit of a distance.
enum class DistanceLimit {
  Latency, ///< The miss latency divided by the work between misses.
  Lines,   ///< PrefetchWorth::MostLines or RecommendOptions::MaxAheadInGaps.
  Sets,    ///< The lines at this stride that the nearest cache holds at once.
  Run,     ///< The length of runs.
};

/// The distance of a hint.
struct HintDistance {
  double Misses = 1; ///< Misses ahead: a whole number of strides.
  /// The deltas in bytes. For short runs, a quarter and half of the distance
  /// precede it.
  std::vector<int64_t> Deltas;
  DistanceLimit Limit = DistanceLimit::Latency;

  /// Returns the number of misses at the start of a run that are not
  /// prefetched.
  double numLate(const StridePattern &P) const {
    return Deltas.empty() ? 0 : Deltas.front() / P.Mean;
  }
};

/// Returns the instructions from one miss of \p C to the next; 0 if unknown.
double workPerMiss(const Candidate &C);

/// Whether branches that are hard to predict wait for \p C.
bool isUndecided(const Candidate &C, const RecommendOptions &Options);

/// Returns the instructions that fit into a miss of \p Nanoseconds.
double instructionsInMiss(double Nanoseconds, const RecommendOptions &Options);

/// Returns the iterations ahead for an indirect hint. \p Latency is in
/// instructions.
double indirectAhead(const Candidate &C, double Latency,
                     const RecommendOptions &Options);

/// Converts \p Distance in the innermost loop to iterations of the loop around
/// it.
double distanceInOuter(const Candidate &C, double Distance);

/// Returns the number of misses ahead that hides \p Latency, in instructions.
double missesAhead(const Candidate &C, double Latency);

/// Returns the distance for \p C with the pattern \p P, at most \p MostLines
/// misses ahead.
HintDistance findDistance(const Candidate &C, const StridePattern &P,
                          double Latency, double MostLines,
                          const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_DISTANCE_H
