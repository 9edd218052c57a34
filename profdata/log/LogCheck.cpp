//===- LogCheck.cpp - Finds anomalies in logs -----------------------------===//
//
// Each count has a score (LogScores.h), its distance from the usual count in
// standard deviations. Without anomalies, scores are assumed to be independent
// and standard normal.
//
// A score beyond a limit is a spike. Shifts and drifts are excursions of the
// two-sided cumulative sum beyond another limit (E. S. Page, "Continuous
// Inspection Schemes", Biometrika 41, 1954). The limits follow from the number
// of false alarms that the options allow: by the normal distribution, and by
// Siegmund's approximation of the average run length ("Sequential Analysis",
// 1985).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/log/LogCheck.h"
#include "profdata/log/LogScores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <array>
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
// Limits for the scores
//===----------------------------------------------------------------------===//

/// The amount that the cumulative sum subtracts from each score: half of the
/// shift, in standard deviations, for whose detection the sum is optimal.
static constexpr double Allowance = 0.5;
/// The sum limits scores to this absolute value, so that one spike does not
/// become a shift.
static constexpr double ScoreLimit = 3.5;

/// The maximum number of intervals of a spike, and of a return to the usual
/// rate that does not end a shift.
static constexpr size_t MaxSpike = 3;

namespace {
/// Limits beyond which there is an anomaly.
struct Limits {
  double Spike; ///< The limit of the absolute value of a score.
  double Sum;   ///< The limit of the cumulative sum.
};
} // namespace

/// Returns the limit that the absolute values of \p Scores standard normal
/// scores exceed \p FalseAlarms times on average: the two-sided quantile of
/// FalseAlarms / Scores.
static double spikeLimit(double Scores, double FalseAlarms) {
  double Wanted = FalseAlarms / Scores;
  double Low = 0, High = 40;
  for (int I = 0; I != 100; ++I) {
    double Middle = (Low + High) / 2;
    (std::erfc(Middle / std::sqrt(2)) > Wanted ? Low : High) = Middle;
  }
  return High;
}

/// Returns the limit that the two-sided cumulative sum of \p Scores standard
/// normal scores exceeds \p FalseAlarms times on average. Siegmund's
/// approximation of the average run length of one side, with the allowance k
/// and the limit h, is (exp(2 k b) - 1 - 2 k b) / (2 k^2), b = h + 1.166.
static double sumLimit(double Scores, double FalseAlarms) {
  // The average run length of two sides is half of that of one side.
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
// Finding anomalies
//===----------------------------------------------------------------------===//

/// Adds the runs of scores beyond \p Limit on the same side as spikes.
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

/// Returns the shift from about \p First to \p Last. Omits the intervals at its
/// ends that are nearer to the usual rate than to the mean, since the sum rises
/// and falls there by chance.
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

/// Returns the score of interval \p I for the sum of the side \p Sign, which is
/// 1 or -1.
static double limitedScore(const ScoredSeries &S, size_t I, double Sign) {
  return std::clamp(Sign * S.Scores[I], -ScoreLimit, ScoreLimit);
}

/// Returns for each interval from \p First to \p Last whether it has the rate
/// of a shift to the side \p Sign, or else the usual rate.
///
/// The scores are modelled as normal numbers of variance 1, with mean 0 at the
/// usual rate and mean M in the shift. So the log likelihood ratio of the usual
/// rate to the shift is M (M/2 - x) for the score x. Viterbi's algorithm finds
/// the sequence of the two states with the lowest sum of these ratios and of a
/// cost for each change of state. M is estimated from the sequence, and the
/// sequence from M, alternately.
static std::vector<bool> shiftedIntervals(const ScoredSeries &S, size_t First,
                                          size_t Last, double Sign) {
  auto Score = [&](size_t I) { return limitedScore(S, I, Sign); };
  size_t N = Last - First + 1;
  double All = 0;
  for (size_t I = First; I <= Last; ++I)
    All += Score(I);
  std::vector<bool> Shifted;
  for (size_t I = First; I <= Last; ++I)
    Shifted.push_back(Score(I) * double(N) >= All);
  // The first M, from the scores above the mean, should be too large rather
  // than too small: otherwise it could be the mean of several shifts and the
  // intervals between them.
  for (int Iteration = 0; Iteration != 5; ++Iteration) {
    double Sum = 0, Number = 0;
    for (size_t I = 0; I != N; ++I)
      if (Shifted[I]) {
        Sum += Score(First + I);
        ++Number;
      }
    // This happens if all scores are equal and their sum is rounded up.
    if (!Number)
      break;
    double Mean = Sum / Number;
    // The limit for one score is half of the ratio M^2/2 of a score of 0 or M,
    // so that outliers count no more than that.
    double Most = Mean * Mean / 4;
    // A return to the usual rate has two changes of state. With the largest M,
    // they cost as much as 3.3 intervals can count, so a return of up to
    // MaxSpike intervals is part of the shift. With a smaller M, longer returns
    // are, too.
    constexpr double Cost = (MaxSpike + 0.3) / 2 * ScoreLimit * ScoreLimit / 4;
    // The costs of the best sequences that end in each state, and for each
    // interval and state whether the previous state is the shift.
    double Usual = 0, Shift = 0;
    std::vector<std::array<bool, 2>> Previous(N);
    for (size_t I = 0; I != N; ++I) {
      double Against =
          std::clamp(Mean * (Mean / 2 - Score(First + I)), -Most, Most);
      bool BackToUsual = I && Shift + Cost < Usual;
      bool Stays = !I || Shift <= Usual + Cost;
      Previous[I] = {BackToUsual, Stays};
      double NewUsual = BackToUsual ? Shift + Cost : Usual;
      Shift = (Stays ? Shift : Usual + Cost) + Against;
      Usual = NewUsual;
    }
    std::vector<bool> Best(N);
    bool IsShift = Shift <= Usual;
    for (size_t I = N; I-- != 0;) {
      Best[I] = IsShift;
      IsShift = Previous[I][IsShift];
    }
    if (Best == Shifted || none_of(Best, [](bool B) { return B; }))
      break;
    Shifted = std::move(Best);
  }
  return Shifted;
}

/// Returns by how much the sum rises over the intervals from \p First to \p
/// Last.
static double heightOf(const ScoredSeries &S, size_t First, size_t Last,
                       double Sign) {
  double Height = 0;
  for (size_t I = First; I <= Last; ++I)
    Height += limitedScore(S, I, Sign) - Allowance;
  return Height;
}

/// Adds the shifts of an excursion of the sum from \p First to \p Last. There
/// may be several, since the sum need not return to 0 between them. addSpikes()
/// handles spikes.
static void addExcursion(const ScoredSeries &S, size_t First, size_t Last,
                         const Limits &L, double Sign,
                         std::vector<Anomaly> &Out) {
  std::vector<bool> Shifted = shiftedIntervals(S, First, Last, Sign);
  bool IsFound = false;
  for (size_t I = 0; I != Shifted.size(); ++I) {
    if (!Shifted[I])
      continue;
    size_t Begin = First + I;
    while (I + 1 != Shifted.size() && Shifted[I + 1])
      ++I;
    size_t End = First + I;
    bool IsShift = heightOf(S, Begin, End, Sign) > L.Sum;
    if (IsShift)
      Out.push_back(shiftOf(S, Begin, End));
    IsFound |= IsShift || (End - Begin < MaxSpike &&
                           any_of(seq_inclusive(Begin, End), [&](size_t J) {
                             return std::fabs(S.Scores[J]) > L.Spike;
                           }));
  }
  // No part of the excursion exceeds a limit by itself, but the whole does.
  if (!IsFound)
    Out.push_back(shiftOf(S, First, Last));
}

/// Adds the shifts to the side \p Sign, 1 or -1: the excursions of its
/// cumulative sum beyond the limit, from the point where the sum leaves 0 to
/// its peak.
static void addShifts(const ScoredSeries &S, const Limits &L, double Sign,
                      std::vector<Anomaly> &Out) {
  double Sum = 0, Peak = 0;
  size_t First = 0, PeakAt = 0;
  auto Finish = [&] {
    if (Peak > L.Sum)
      addExcursion(S, First, PeakAt, L, Sign, Out);
    Peak = 0;
  };
  for (size_t I = 0; I != S.Scores.size(); ++I) {
    if (Sum == 0)
      First = I;
    Sum += limitedScore(S, I, Sign) - Allowance;
    if (Sum <= 0) {
      Finish();
      Sum = 0;
      continue;
    }
    if (Sum > Peak) {
      Peak = Sum;
      PeakAt = I;
    } else if (Peak > L.Sum && Peak - Sum > L.Sum) {
      // The excursion ends, since the rate has been the usual one for long.
      Finish();
      Sum = 0;
    }
  }
  Finish();
}

/// Returns the residual sums of squares of the scores after least squares fits
/// of a step and of a straight line.
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

/// Whether \p Shifts are a drift: they cover at least a third of the series,
/// and a straight line fits better than a step, although a step has one
/// parameter more.
static bool isDrift(const ScoredSeries &S, ArrayRef<Anomaly> Shifts) {
  size_t Covered = 0;
  for (const Anomaly &O : Shifts)
    Covered += O.Last - O.First + 1;
  if (Covered * 3 < S.Scores.size())
    return false;
  auto [Step, Line] = remainders(S.Scores);
  return Line < Step;
}

static Anomaly driftOf(const ScoredSeries &S) {
  size_t N = S.Scores.size(), Tenth = std::max<size_t>(N / 10, 1);
  return {Anomaly::Drift, 0, N - 1, S.rate(0, Tenth - 1),
          S.rate(N - Tenth, N - 1)};
}

/// Joins a shift at the beginning with a following shift to the other side:
/// they are a single shift at about half of the series, whose median lies
/// between the two rates.
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

/// Sets the usual rate to show: the mean of the intervals without anomalies.
/// For scores the median is used, which anomalies hardly influence.
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
  // Each method may cause half of the false alarms.
  Limits Limit = {spikeLimit(Scores, Options.FalseAlarms / 2),
                  sumLimit(Scores, Options.FalseAlarms / 2)};
  addShifts(S, Limit, 1, Found);
  addShifts(S, Limit, -1, Found);
  sort(Found, ByPlace);
  if (isDrift(S, Found))
    return {driftOf(S)};
  joinHalves(S, Found);

  std::vector<Anomaly> Spikes;
  addSpikes(S, Limit.Spike, Spikes);
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
