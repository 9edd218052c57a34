//===- LogScores.cpp - How unusual the counts of a log are ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/LogScores.h"
#include "profdata/measure/Noise.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Estimates the mean of a Poisson distribution from the samples \p Rates times
/// \p Length, as robustly as their median does. The median itself is a whole
/// number, which may differ by up to 0.7 from the mean.
static double meanOfSmall(ArrayRef<double> Rates, double Length) {
  // Find the median of the samples, with each spread evenly over the unit
  // interval around it.
  double Low = -0.5, High = medianOf(Rates.vec()) * Length + 1;
  for (int I = 0; I != 50; ++I) {
    double Middle = (Low + High) / 2, Below = 0;
    for (double Rate : Rates)
      Below += std::clamp(Middle - Rate * Length + 0.5, 0.0, 1.0);
    (Below * 2 < double(Rates.size()) ? Low : High) = Middle;
  }
  // The median is less than the mean by about skewness * deviation / 6
  // (Cornish-Fisher). For Poisson's distribution this is 1/6, since the
  // skewness is 1 / deviation.
  return std::max(High + 1.0 / 6, 0.0);
}

double ScoredSeries::rate(size_t First, size_t Last) const {
  double Count = 0, Seconds = 0;
  for (const IntervalCount &C : Series.slice(First, Last - First + 1)) {
    Count += C.Count;
    Seconds += C.Seconds;
  }
  return Count / Seconds;
}

bool ScoredSeries::isEmpty(size_t First, size_t Last) const {
  return all_of(Series.slice(First, Last - First + 1),
                [](const IntervalCount &C) { return C.Count == 0; });
}

double ScoredSeries::deviationOf(const IntervalCount &C) const {
  double Expected = Usual * C.Seconds;
  if (IsLevel)
    return C.Count - Expected;
  return 2 * (std::sqrt(C.Count + 0.375) - std::sqrt(Expected + 0.375));
}

ScoredSeries::ScoredSeries(ArrayRef<IntervalCount> Series)
    : Series(Series),
      IsLevel(
          any_of(Series, [](const IntervalCount &C) { return C.Count < 0; })) {
  std::vector<double> Rates;
  for (const IntervalCount &C : Series)
    Rates.push_back(C.Count / C.Seconds);
  Usual = medianOf(Rates);
  double Length = Series[Series.size() / 2].Seconds;
  // From 1000 on, the median is within 0.03 standard deviations of the mean.
  if (!IsLevel && Usual * Length < 1000)
    Usual = meanOfSmall(Rates, Length) / Length;
  for (const IntervalCount &C : Series)
    Scores.push_back(deviationOf(C));
  std::vector<double> Steps;
  for (size_t I = 1; I != Scores.size(); ++I)
    Steps.push_back(std::fabs(Scores[I] - Scores[I - 1]));
  // The difference of two normal numbers with the deviation d is normal with
  // the deviation sqrt(2) d. The median of its absolute value is 0.6745 times
  // that deviation.
  double Deviation = medianOf(Steps) / (0.6745 * std::sqrt(2));
  // The relative standard error of this estimate from n scores is about 1.3 /
  // sqrt(n). One and a half standard errors are added, since too small a
  // deviation would cause false alarms.
  Deviation *= 1 + 2 / std::sqrt(double(Scores.size()));
  // Counts vary at least like Poisson's distribution, and levels at least by
  // one.
  Deviation = std::max(Deviation, 1.0);
  for (double &S : Scores)
    S /= Deviation;
}
