//===- Noise.cpp - What a comparison can resolve --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/measure/Noise.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace udpc;

double udpc::medianOf(std::vector<double> Values) {
  if (Values.empty())
    return 0;
  auto Middle = Values.begin() + Values.size() / 2;
  std::nth_element(Values.begin(), Middle, Values.end());
  if (Values.size() % 2)
    return *Middle;
  return (*Middle + *std::max_element(Values.begin(), Middle)) / 2;
}

double udpc::medianDeviation(std::vector<double> Values) {
  for (double &V : Values)
    V = std::abs(V);
  // Half of a normal distribution lies within 0.6745 standard deviations.
  return medianOf(std::move(Values)) / 0.6745;
}

double udpc::standardDeviation(const std::vector<double> &Values) {
  double Squares = 0;
  for (double V : Values)
    Squares += V * V;
  double Usual = Values.empty() ? 0 : std::sqrt(Squares / Values.size());
  return std::max(medianDeviation(Values), Usual / 2);
}

void Noise::add(double First, double Second) {
  assert(First > 0 && Second > 0);
  Logs.push_back(std::log(First / Second));
}

/// Returns the quantile of the standard normal distribution, by bisection.
static double normalQuantile(double Probability) {
  double Low = -10, High = 10;
  while (High - Low > 1e-9) {
    double Middle = (Low + High) / 2;
    (0.5 * std::erfc(-Middle / std::sqrt(2.0)) < Probability ? Low : High) =
        Middle;
  }
  return Low;
}

double Noise::leastGain(size_t NumPairs, double Confidence) const {
  if (!NumPairs)
    return std::numeric_limits<double>::infinity();
  static constexpr double Efficiency = 0.83, Power = 0.9;
  double Quantiles =
      normalQuantile(1 - (1 - Confidence) / 2) + normalQuantile(Power);
  return std::expm1(Quantiles * ofPair() / std::sqrt(Efficiency * NumPairs));
}
