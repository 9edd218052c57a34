//===- LoopTime.cpp - Time budget of the loop -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/LoopTime.h"
#include "profdata/measure/PairedRatios.h"
#include <algorithm>

using namespace udpc;

static constexpr double DefaultBudget = 60, DefaultRuns = 240,
                        DefaultBuilds = 20;
/// Shares of the time after the profile. If two runs of 0.2 s differ by 3 %, 20
/// pairs, 8 s, show a gain of 5 % in nine of ten comparisons.
static constexpr double FinalShare = 0.3, CompareShare = 0.2;

LoopTime::LoopTime(double Given, double SecondsOfRun, double SecondsOfBuild)
    : Budget(Given > 0 ? Given
                       : std::max({DefaultBudget, DefaultRuns * SecondsOfRun,
                                   DefaultBuilds * SecondsOfBuild})),
      Run(SecondsOfRun) {}

unsigned LoopTime::rounds(double Seconds, unsigned Most) const {
  double Pairs = Run > 0 ? Seconds / (2 * Run) : Most;
  double Least = MeasurePlan::MinRounds;
  return std::max(Least, std::min<double>(Pairs, Most));
}

double LoopTime::secondsOfFinal(double Spent) const {
  double Left = std::max(0.0, Budget - Spent);
  return std::max(FinalShare * Left, 2 * MeasurePlan::MinRounds * Run);
}

double LoopTime::endOfVariants(double Spent, unsigned NumGroups) const {
  double Left = std::max(0.0, Budget - Spent);
  return Budget - secondsOfFinal(Spent) -
         (NumGroups > 1 ? CompareShare * Left : 0);
}

bool LoopTime::hasTimeToCompare(double Spent, double SecondsOfBuild) const {
  double Needed = SecondsOfBuild + 2 * MeasurePlan::MinRounds * Run;
  return Budget - Spent - Needed >= 2 * MeasurePlan::MinRounds * Run;
}

unsigned LoopTime::roundsOfComparison(double Spent, unsigned NumOpen,
                                      unsigned Most) const {
  double Left = std::max(0.0, Budget - Spent) * (1 - FinalShare);
  return rounds(Left / std::max(1u, NumOpen), Most);
}

unsigned LoopTime::roundsReserved(double Spent, unsigned Most) const {
  return rounds(secondsOfFinal(Spent), Most);
}

unsigned LoopTime::roundsOfFinal(double Spent, unsigned Most) const {
  return rounds(Budget - Spent, Most);
}
