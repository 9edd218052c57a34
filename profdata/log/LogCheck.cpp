//===- LogCheck.cpp - Finds anomalies in logs -----------------------------===//
//
// Each count has a score (LogScores.cpp), its distance from the usual count in
// standard deviations.
//
// A score beyond a limit is a spike. Shifts and drifts are excursions of the
// two-sided cumulative sum beyond another limit (E. S. Page, "Continuous
// Inspection Schemes", Biometrika 41, 1954). The limits follow from the number
// of false alarms that the options allow: of the normal distribution, and of
// Siegmund's approximation of the run length ("Sequential Analysis", 1985).
//
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
// Limits
//===----------------------------------------------------------------------===//

/// Of the cumulative sum: half of the smallest shift that is to be found soon,
/// in standard deviations.
static constexpr double Allowance = 0.5;
/// A score counts no more than this in the sum, so that one spike is no shift.
static constexpr double ScoreLimit = 3.5;

/// A spike has no more intervals; others belong to a shift.
static constexpr size_t MaxSpike = 3;

namespace {
struct Limits {
  double Spike; ///< Of a score.
  double Sum;
};
} // namespace

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
// Stretches
//===----------------------------------------------------------------------===//

/// Runs of scores beyond the limit, on one side.
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

/// Which intervals from \p First to \p Last have the rate of a shift, and which
/// the usual one: the likeliest sequence, where the two changes of a return to
/// the usual rate cost as much as three and a third of its intervals can say.
/// So up to three of them are within a shift, and one of a small shift may have
/// more. \p Sign: 1 or -1, the side.
static std::vector<bool> shiftedIntervals(const ScoredSeries &S, size_t First,
                                          size_t Last, double Sign) {
  auto Score = [&](size_t I) {
    return std::clamp(Sign * S.Scores[I], -ScoreLimit, ScoreLimit);
  };
  size_t N = Last - First + 1;
  double All = 0;
  for (size_t I = First; I <= Last; ++I)
    All += Score(I);
  std::vector<bool> Shifted;
  for (size_t I = First; I <= Last; ++I)
    Shifted.push_back(Score(I) * double(N) >= All);
  // The sequence depends on the shift's mean, and that on the sequence. The
  // first mean is too large rather than that of shifts and what is between
  // them.
  for (int Iteration = 0; Iteration != 5; ++Iteration) {
    double Sum = 0, Number = 0;
    for (size_t I = 0; I != N; ++I)
      if (Shifted[I]) {
        Sum += Score(First + I);
        ++Number;
      }
    double Mean = Sum / Number;
    // No interval decides alone.
    double Most = Mean * Mean / 4;
    constexpr double Cost = 1.65 * ScoreLimit * ScoreLimit / 4;
    // The costs of the best sequences that end in each state, and how they do.
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

/// The sum's height over the intervals from \p First to \p Last.
static double heightOf(const ScoredSeries &S, size_t First, size_t Last,
                       double Sign) {
  double Height = 0;
  for (size_t I = First; I <= Last; ++I)
    Height +=
        std::clamp(Sign * S.Scores[I], -ScoreLimit, ScoreLimit) - Allowance;
  return Height;
}

/// Adds the shifts of an excursion of the sum from \p First to \p Last: it may
/// have returned to the usual rate for a time that was too short for the sum to
/// return to 0. What is too short for a shift is left to addSpikes().
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
  // None is certain by itself: together they are.
  if (!IsFound)
    Out.push_back(shiftOf(S, First, Last));
}

/// Excursions of the cumulative sum beyond its limit, from where it leaves 0 to
/// its peak. \p Sign: 1 or -1, the side.
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
    } else if (Peak > L.Sum && Peak - Sum > L.Sum) {
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
