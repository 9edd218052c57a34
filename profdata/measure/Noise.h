//===- Noise.h - What a comparison can resolve ------------------*- C++ -*-===//
//
// Pairs of runs of the same program tell how much the machine alone changes a
// ratio, and so which gain a number of pairs can show. Does not measure. Used
// by `udpc prefetch-loop`; the median also by logs and calibrations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MEASURE_NOISE_H
#define UDPC_PROFDATA_MEASURE_NOISE_H

#include <cstddef>
#include <vector>

namespace udpc {

/// Returns the median of \p Values; 0 if there are none.
double medianOf(std::vector<double> Values);

/// Returns the standard deviation of values around 0, computed from the median
/// of their absolute values, so that a few outliers have no effect. 0 for no
/// values.
double medianDeviation(std::vector<double> Values);
/// Returns the larger of medianDeviation() and half of the usual standard
/// deviation, since rank tests do not resist many outliers either. 0 for no
/// values.
double standardDeviation(const std::vector<double> &Values);

/// The noise of pairs of runs of one program.
class Noise {
public:
  /// Adds two successive runs; both values are above 0.
  void add(double First, double Second);
  size_t size() const { return Logs.size(); }

  /// Returns the standard deviation of the ratio of one pair: 0.02 is 2 %.
  double ofPair() const { return standardDeviation(Logs); }

  /// Returns the least gain that \p NumPairs pairs show in nine of ten
  /// comparisons, at the two-sided \p Confidence: 0.03 is 3 %. Uses the normal
  /// approximation, which needs a sixth fewer pairs than Wilcoxon's test with
  /// 16 to 64 pairs (measured by NoiseTest).
  double leastGain(size_t NumPairs, double Confidence) const;

private:
  std::vector<double> Logs;
};

} // namespace udpc

#endif // UDPC_PROFDATA_MEASURE_NOISE_H
