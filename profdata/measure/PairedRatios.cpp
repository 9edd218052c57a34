//===- PairedRatios.cpp - Speed-up of paired runs -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/measure/PairedRatios.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace udpc;

void PairedRatios::add(double Before, double After) {
  assert(Before > 0 && After > 0);
  Logs.push_back(std::log(Before / After));
}

/// Returns the number of smallest and of largest means outside of the interval:
/// the greatest C with P(T < C) <= Error / 2, where T is the signed-rank
/// statistic under the null hypothesis.
static size_t outsideInterval(size_t N, double Error) {
  // Chance[S] is the probability that the ranks so far sum to S.
  std::vector<double> Chance(N * (N + 1) / 2 + 1, 0);
  Chance[0] = 1;
  size_t Most = 0;
  for (size_t Rank = 1; Rank <= N; ++Rank) {
    Most += Rank;
    for (size_t S = Most + 1; S-- > 0;)
      Chance[S] = (Chance[S] + (S >= Rank ? Chance[S - Rank] : 0)) / 2;
  }
  double Sum = 0;
  size_t C = 0;
  while (C < Chance.size() && Sum + Chance[C] <= Error / 2)
    Sum += Chance[C++];
  return C;
}

SpeedUp PairedRatios::speedUp(double Confidence) const {
  size_t N = Logs.size();
  SpeedUp Result{0, 1, std::numeric_limits<double>::infinity()};
  if (!N)
    return Result;
  std::vector<double> Means;
  Means.reserve(N * (N + 1) / 2);
  for (size_t I = 0; I != N; ++I)
    for (size_t J = I; J != N; ++J)
      Means.push_back((Logs[I] + Logs[J]) / 2);
  std::sort(Means.begin(), Means.end());
  size_t M = Means.size();
  Result.Middle = std::exp((Means[(M - 1) / 2] + Means[M / 2]) / 2);
  if (size_t C = outsideInterval(N, 1 - Confidence)) {
    Result.Low = std::exp(Means[C - 1]);
    Result.High = std::exp(Means[M - C]);
  }
  return Result;
}

MeasurePlan::MeasurePlan(unsigned Rounds, double MinGain, double Confidence)
    : Rounds(std::max(Rounds, MinRounds)), MinGain(MinGain) {
  unsigned NumLooks = 0;
  for (unsigned Part : {1, 2, 4})
    NumLooks += isLook(this->Rounds / Part);
  PerLook = 1 - (1 - Confidence) / NumLooks;
}

bool MeasurePlan::isLook(size_t NumPairs) const {
  return NumPairs >= MinRounds &&
         (NumPairs == Rounds || NumPairs == Rounds / 2 ||
          NumPairs == Rounds / 4);
}

/// The largest ratio that counts as no difference.
static constexpr double NarrowRatio = 1.01;

Effect MeasurePlan::effect(const SpeedUp &S) const {
  if (S.Low > 1 / NarrowRatio && S.High < NarrowRatio && S.Middle < 1 + MinGain)
    return Effect::None;
  if (S.Low > 1)
    return S.Middle >= 1 + MinGain ? Effect::Faster : Effect::Little;
  return S.High < 1 ? Effect::Slower : Effect::Unclear;
}

bool MeasurePlan::isEnough(const SpeedUp &S) const {
  Effect E = effect(S);
  // For Little, the gain may still exceed MinGain.
  return E != Effect::Unclear && (E != Effect::Little || S.High < 1 + MinGain);
}
