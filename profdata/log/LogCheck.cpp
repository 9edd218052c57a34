//===- LogCheck.cpp - Finds anomalies in logs -----------------------------===//
//
// Each count becomes a score, its distance from the usual count in standard
// deviations:
//
// - Counts are taken to vary as Poisson's or more. Anscombe's transform makes
//   their deviation 1, whatever the mean (F. J. Anscombe, "The Transformation
//   of Poisson, Binomial and Negative-Binomial Data", Biometrika 35, 1948).
// - The usual rate is the median, smoothed for small counts. What they vary
// more than Poisson's is the
//   median of the absolute differences of neighbours, on which neither outliers
//   nor a shift or drift have influence (J. von Neumann et al., "The Mean
//   Square Successive Difference", Ann. Math. Stat. 12, 1941, with a median
//   instead of a mean).
//
// A score beyond a limit is a spike. Shifts and drifts are excursions of the
// two-sided cumulative sum beyond another limit (E. S. Page, "Continuous
// Inspection Schemes", Biometrika 41, 1954). The limits follow from the number
// of false alarms that the options allow: of the normal distribution, and of
// Siegmund's approximation of the run length ("Sequential Analysis", 1985).
//
//===----------------------------------------------------------------------===//

#include "profdata/log/LogCheck.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace udpc;

StringRef udpc::kindWord(Anomaly::Kind K) {
  static constexpr StringLiteral Words[] = {"shift", "spike", "stop", "drift"};
  return Words[K];
}

double Anomaly::relativeChange() const {
  if (!Usual)
    return INFINITY;
  return std::fabs(Rate - Usual) / std::fabs(Usual);
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// Of the cumulative sum: half of the smallest shift that is to be found soon,
/// in standard deviations.
static constexpr double Allowance = 0.5;
/// A score counts no more than this in the sum, so that one spike is no shift.
static constexpr double ScoreLimit = 3.5;

/// The score beyond which one of \p Scores normal ones is with probability
/// \p FalseAlarms.
static double spikeLimit(double Scores, double FalseAlarms) {
  double Wanted = FalseAlarms / Scores;
  double Low = 0, High = 40;
  for (int I = 0; I != 100; ++I) {
    double Middle = (Low + High) / 2;
    (std::erfc(Middle / std::sqrt(2)) > Wanted ? Low : High) = Middle;
  }
  return High;
}

/// The limit of the sum which \p Scores normal ones pass \p FalseAlarms times.
static double sumLimit(double Scores, double FalseAlarms) {
  // Both sides together are as often beyond it as one with half the length.
  double Length = 2 * Scores / FalseAlarms;
  double Low = 0, High = 100;
  for (int I = 0; I != 100; ++I) {
    double B = (Low + High) / 2;
    double Run = (std::exp(2 * Allowance * B) - 1 - 2 * Allowance * B) /
                 (2 * Allowance * Allowance);
    (Run < Length ? Low : High) = B;
  }
  return High - 1.166;
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

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

namespace {
/// A series and its scores.
class ScoredSeries {
public:
  explicit ScoredSeries(ArrayRef<IntervalCount> Series);

  ArrayRef<IntervalCount> Series;
  /// Deviations from the usual rate, in standard deviations.
  std::vector<double> Scores;
  double Usual = 0; ///< Per second.

  /// Of the intervals from \p First to \p Last.
  double rate(size_t First, size_t Last) const;
  bool isEmpty(size_t First, size_t Last) const;

private:
  double scoreOf(const IntervalCount &C) const;
  /// Levels go down as well as up: their changes are no counts.
  bool IsLevel;
};
} // namespace

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

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

/// Runs of scores beyond \p Limit, on one side.
static void addSpikes(const ScoredSeries &S, double Limit,
                      std::vector<Anomaly> &Out) {
  for (size_t I = 0; I != S.Scores.size(); ++I) {
    if (std::fabs(S.Scores[I]) <= Limit)
      continue;
    size_t First = I;
    auto IsSame = [&](size_t J) {
      return std::fabs(S.Scores[J]) > Limit &&
             (S.Scores[J] > 0) == (S.Scores[First] > 0);
    };
    while (I + 1 != S.Scores.size() && IsSame(I + 1))
      ++I;
    Out.push_back({Anomaly::Spike, First, I, S.Usual, S.rate(First, I)});
  }
}

/// The shift from about \p First to \p Last: intervals at its ends that are
/// nearer to the usual rate belong to the sum's noise.
static Anomaly shiftOf(const ScoredSeries &S, size_t First, size_t Last) {
  double Mean = 0;
  for (size_t I = First; I <= Last; ++I)
    Mean += S.Scores[I] / double(Last - First + 1);
  auto IsNearer = [&](size_t I) {
    return Mean > 0 ? S.Scores[I] < Mean / 2 : S.Scores[I] > Mean / 2;
  };
  while (First != Last && IsNearer(First))
    ++First;
  while (First != Last && IsNearer(Last))
    --Last;
  return {Anomaly::Shift, First, Last, S.Usual, S.rate(First, Last)};
}

/// Excursions of the cumulative sum beyond \p Limit, from where it leaves 0 to
/// its peak. \p Sign: 1 or -1, the side.
static void addShifts(const ScoredSeries &S, double Limit, double Sign,
                      std::vector<Anomaly> &Out) {
  double Sum = 0, Peak = 0;
  size_t First = 0, PeakAt = 0;
  auto Finish = [&] {
    if (Peak > Limit)
      Out.push_back(shiftOf(S, First, PeakAt));
    Peak = 0;
  };
  for (size_t I = 0; I != S.Scores.size(); ++I) {
    double Score = std::clamp(Sign * S.Scores[I], -ScoreLimit, ScoreLimit);
    if (Sum == 0)
      First = I;
    Sum += Score - Allowance;
    if (Sum <= 0) {
      Finish();
      Sum = 0;
      continue;
    }
    if (Sum > Peak) {
      Peak = Sum;
      PeakAt = I;
    } else if (Peak > Limit && Peak - Sum > Limit) {
      // Back at the usual rate for long: what follows is another excursion.
      Finish();
      Sum = 0;
    }
  }
  Finish();
}

/// The sums of squares that remain of the scores when their best step, or the
/// best straight line, is subtracted.
static std::pair<double, double> remainders(ArrayRef<double> Scores) {
  double N = Scores.size(), Sum = 0, Squares = 0, Product = 0;
  for (size_t I = 0; I != Scores.size(); ++I) {
    Sum += Scores[I];
    Squares += Scores[I] * Scores[I];
    Product += Scores[I] * (double(I) - (N - 1) / 2);
  }
  double Total = Squares - Sum * Sum / N;
  double Line = Total - Product * Product / (N * (N * N - 1) / 12);
  double Best = 0, Left = 0;
  for (size_t I = 0; I + 1 < Scores.size(); ++I) {
    Left += Scores[I];
    double Deviation = Left - Sum * double(I + 1) / N;
    Best = std::max(Best, Deviation * Deviation * N /
                              (double(I + 1) * (N - double(I + 1))));
  }
  return {Total - Best, Line};
}

/// Whether shifts that cover much of the series are a drift.
static bool isDrift(const ScoredSeries &S, ArrayRef<Anomaly> Shifts) {
  size_t Covered = 0;
  for (const Anomaly &O : Shifts)
    Covered += O.Last - O.First + 1;
  if (Covered * 3 < S.Scores.size())
    return false;
  std::vector<double> Clipped;
  for (double Score : S.Scores)
    Clipped.push_back(Score);
  auto [Step, Line] = remainders(Clipped);
  return Line < Step;
}

static Anomaly driftOf(const ScoredSeries &S) {
  size_t N = S.Scores.size(), Tenth = std::max<size_t>(N / 10, 1);
  return {Anomaly::Drift, 0, N - 1, S.rate(0, Tenth - 1),
          S.rate(N - Tenth, N - 1)};
}

/// Two shifts that follow one another on different sides, the first from the
/// beginning on, are one: the median lies between.
static void joinHalves(const ScoredSeries &S, std::vector<Anomaly> &Shifts) {
  if (Shifts.size() < 2)
    return;
  Anomaly &A = Shifts[0], &B = Shifts[1];
  constexpr size_t Near = 3;
  if (A.First > Near || B.First > A.Last + Near ||
      (A.Rate > A.Usual) == (B.Rate > B.Usual))
    return;
  B.Usual = A.Rate;
  B.First = A.Last + 1;
  B.Rate = S.rate(B.First, B.Last);
  Shifts.erase(Shifts.begin());
}

/// What is usual is the mean of the other intervals, for the reader. For the
/// scores, it is not as robust.
static void setUsual(const ScoredSeries &S, MutableArrayRef<Anomaly> Found) {
  double Count = 0, Seconds = 0;
  size_t At = 0;
  auto Add = [&](size_t End) {
    for (; At < End; ++At) {
      Count += S.Series[At].Count;
      Seconds += S.Series[At].Seconds;
    }
  };
  for (const Anomaly &O : Found) {
    Add(O.First);
    At = O.Last + 1;
  }
  Add(S.Series.size());
  for (Anomaly &O : Found)
    if (Seconds > 0 && O.Usual == S.Usual)
      O.Usual = Count / Seconds;
}

static std::vector<Anomaly> findAllAnomalies(ArrayRef<IntervalCount> Series,
                                             const LogCheckOptions &Options) {
  double Scores =
      std::max<double>(std::max(Options.NumIntervals, Series.size()), 1);
  ScoredSeries S(Series);
  auto ByPlace = [](const Anomaly &A, const Anomaly &B) {
    return A.First < B.First;
  };
  std::vector<Anomaly> Found;
  // Half of the false alarms for each method.
  double Limit = sumLimit(Scores, Options.FalseAlarms / 2);
  addShifts(S, Limit, 1, Found);
  addShifts(S, Limit, -1, Found);
  sort(Found, ByPlace);
  if (isDrift(S, Found))
    return {driftOf(S)};
  joinHalves(S, Found);

  std::vector<Anomaly> Spikes;
  addSpikes(S, spikeLimit(Scores, Options.FalseAlarms / 2), Spikes);
  for (const Anomaly &Spike : Spikes)
    if (none_of(Found, [&](const Anomaly &O) {
          return Spike.First <= O.Last && O.First <= Spike.Last;
        }))
      Found.push_back(Spike);
  for (Anomaly &O : Found)
    if (S.isEmpty(O.First, O.Last))
      O.What = Anomaly::Stop;
  sort(Found, ByPlace);
  setUsual(S, Found);
  return Found;
}

std::vector<Anomaly> udpc::findAnomalies(ArrayRef<IntervalCount> Series,
                                         const LogCheckOptions &Options) {
  if (Series.size() < LeastIntervals)
    return {};
  std::vector<Anomaly> Found = findAllAnomalies(Series, Options);
  erase_if(Found, [&](const Anomaly &O) {
    return O.relativeChange() < Options.LeastChange;
  });
  return Found;
}
