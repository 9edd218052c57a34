//===- Distance.h - How far ahead to prefetch -------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_RECOMMEND_DISTANCE_H
#define UDPC_PROFDATA_RECOMMEND_DISTANCE_H

#include "profdata/recommend/Recommendation.h"
#include "profdata/recommend/Strides.h"

namespace udpc {

/// What limits the distance.
enum class DistanceLimit {
  Latency, ///< The miss latency divided by the work between misses.
  Lines,   ///< PrefetchWorth::MostLines, RecommendOptions::MaxAheadInGaps.
  Sets,    ///< The lines at this stride that the nearest cache holds at once.
  Run,     ///< The length of runs.
};

struct HintDistance {
  double Misses = 1; ///< Misses ahead: a whole number of strides.
  /// In bytes. For short runs, half and a quarter of it precede.
  std::vector<int64_t> Deltas;
  DistanceLimit Limit = DistanceLimit::Latency;

  /// The first misses of a run, which are not prefetched.
  double numLate(const StridePattern &P) const {
    return Deltas.empty() ? 0 : Deltas.front() / P.Mean;
  }
};

/// Instructions from one miss of \p C to the next; 0 if unknown.
double workPerMiss(const Candidate &C);

/// Whether branches that are hard to predict wait for \p C.
bool isUndecided(const Candidate &C, const RecommendOptions &Options);

/// Instructions that fit into a miss which takes \p Nanoseconds.
double instructionsInMiss(double Nanoseconds, const RecommendOptions &Options);

/// Iterations ahead for a hint of type indirect. \p Latency: in instructions.
double indirectAhead(const Candidate &C, double Latency,
                     const RecommendOptions &Options);

/// The same for the loop around the innermost one, of the distance in that.
double distanceInOuter(const Candidate &C, double Distance);

/// Misses ahead that hide \p Latency, in instructions.
double missesAhead(const Candidate &C, double Latency);

/// \p P is a pattern of \p C. No more than \p MostLines misses ahead.
HintDistance findDistance(const Candidate &C, const StridePattern &P,
                          double Latency, double MostLines,
                          const RecommendOptions &Options);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_DISTANCE_H
