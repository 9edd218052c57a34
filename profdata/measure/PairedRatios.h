//===- PairedRatios.h - Speed-up of paired runs -----------------*- C++ -*-===//
//
// Two builds of a program run alternately, and each round gives a pair of
// measurements. Disturbances affect both of a pair, so ratios are evaluated,
// not the measurements themselves. Does not measure. Used by `udpc
// prefetch-loop`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MEASURE_PAIREDRATIOS_H
#define UDPC_PROFDATA_MEASURE_PAIREDRATIOS_H

#include <cstddef>
#include <vector>

namespace udpc {

/// A speed-up as a ratio, with its confidence interval: 1.1 is 10 % faster. If
/// there are too few pairs, Low is 0 and High is infinite.
struct SpeedUp {
  double Low = 0, Middle = 1, High = 0;
};

/// The pairs of one comparison.
class PairedRatios {
public:
  /// Adds a pair of measurements, both above 0, of which less is better.
  void add(double Before, double After);
  size_t size() const { return Logs.size(); }

  /// Returns the Hodges-Lehmann estimate, the median of the pairwise means of
  /// ratios, with the confidence interval of Wilcoxon's signed-rank test. The
  /// interval is exact for symmetric distributions, which alternating runs with
  /// equal noise have. A single outlier has little effect.
  SpeedUp speedUp(double Confidence) const;

private:
  std::vector<double> Logs;
};

/// The result of a comparison.
enum class Effect {
  Faster,  ///< The interval is above 1, and the gain is at least MinGain.
  Slower,  ///< The interval is below 1.
  Little,  ///< The interval is above 1, but the gain is below MinGain.
  None,    ///< The interval is narrow around 1.
  Unclear, ///< None of these.
};

/// A group sequential design. Testing after each pair would inflate the error
/// rate, so there are at most three looks: after a quarter, half and all of the
/// rounds, if that is at least MinRounds. Each look spends an equal part of the
/// error.
class MeasurePlan {
public:
  /// \p Rounds is at least MinRounds. A \p MinGain of 0.01 is 1 %.
  MeasurePlan(unsigned Rounds, double MinGain, double Confidence = 0.95);

  /// With fewer rounds no interval would be conclusive.
  static constexpr unsigned MinRounds = 8;
  /// The exact distribution of the ranks of more rounds would take long to
  /// compute.
  static constexpr unsigned MaxRounds = 1000;

  bool isLook(size_t NumPairs) const;
  bool isLast(size_t NumPairs) const { return NumPairs >= Rounds; }
  /// The confidence of each look.
  double confidence() const { return PerLook; }
  Effect effect(const SpeedUp &S) const;
  /// Whether the result is final.
  bool isEnough(const SpeedUp &S) const;

private:
  unsigned Rounds;
  double MinGain, PerLook;
};

} // namespace udpc

#endif // UDPC_PROFDATA_MEASURE_PAIREDRATIOS_H
