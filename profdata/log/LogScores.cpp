//===- LogScores.cpp - How unusual the counts of a log are ----------------===//
//
// Each count becomes a score, its distance from the usual count in standard
// deviations:
//
// - Counts are taken to vary as Poisson's or more. Anscombe's transform makes
//   their deviation 1, whatever the mean (F. J. Anscombe, "The Transformation
//   of Poisson, Binomial and Negative-Binomial Data", Biometrika 35, 1948).
// - The usual rate is the median, smoothed for small counts. What they vary
//   more than Poisson's is the median of the absolute differences of
//   neighbours, on which neither outliers nor a shift or drift have influence
//   (J. von Neumann et al., "The Mean Square Successive Difference", Ann. Math.
//   Stat. 12, 1941, with a median instead of a mean).
//
//===----------------------------------------------------------------------===//

#include "profdata/log/LogScores.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace udpc;

static double medianOf(ArrayRef<double> Of) {
  std::vector<double> Values = Of.vec();
  if (Values.empty())
    return 0;
  auto Middle = Values.begin() + Values.size() / 2;
  std::nth_element(Values.begin(), Middle, Values.end());
  if (Values.size() % 2)
    return *Middle;
  return (*Middle + *std::max_element(Values.begin(), Middle)) / 2;
}

/// The mean of Poisson's distribution, of which \p Rates times \p Length are
/// samples. As robust as the median, which is a whole number: where counts are
/// small, it may be far from the mean.
static double meanOfSmall(ArrayRef<double> Rates, double Length) {
  // Where half of the distribution is below if each count is spread over the
  // unit interval around it.
  double Low = -0.5, High = medianOf(Rates) * Length + 1;
  for (int I = 0; I != 50; ++I) {
    double Middle = (Low + High) / 2, Below = 0;
    for (double Rate : Rates)
      Below += std::clamp(Middle - Rate * Length + 0.5, 0.0, 1.0);
    (Below * 2 < double(Rates.size()) ? Low : High) = Middle;
  }
  // The median of a distribution of this skewness is that much less.
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

double ScoredSeries::scoreOf(const IntervalCount &C) const {
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
  if (!IsLevel && Usual * Length < 1000)
    Usual = meanOfSmall(Rates, Length) / Length;
  for (const IntervalCount &C : Series)
    Scores.push_back(scoreOf(C));
  std::vector<double> Steps;
  for (size_t I = 1; I != Scores.size(); ++I)
    Steps.push_back(std::fabs(Scores[I] - Scores[I - 1]));
  // Of normal numbers, the median is 0.6745 times the deviation, which is the
  // square root of 2 larger for differences. With few numbers it may be too
  // small by chance.
  double Deviation = medianOf(Steps) / (0.6745 * std::sqrt(2));
  Deviation *= 1 + 2 / std::sqrt(double(Scores.size()));
  Deviation = std::max(Deviation, 1.0);
  for (double &S : Scores)
    S /= Deviation;
}
