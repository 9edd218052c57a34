//===- Noise.h - What a comparison can resolve ------------------*- C++ -*-===//
//
// Pairs of runs of the same program tell how much the machine alone changes a
// ratio, and so which gain a number of pairs can show. Pure: measures nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MEASURE_NOISE_H
#define UDPC_PROFDATA_MEASURE_NOISE_H

#include <cstddef>
#include <vector>

namespace udpc {

/// The standard deviation of values around 0, by the median of their sizes:
/// outliers have no effect, as long as they are few. 0 for no values.
double medianDeviation(std::vector<double> Values);
/// The larger of that and half of the usual one, as a test of ranks does not
/// resist many outliers either. 0 for no values.
double standardDeviation(const std::vector<double> &Values);

/// The noise of pairs of runs of one program.
class Noise {
public:
  /// Two runs, one right after the other; both above 0.
  void add(double First, double Second);
  size_t size() const { return Logs.size(); }

  /// The standard deviation of the ratio of one pair: 0.02 is 2 %.
  double ofPair() const { return standardDeviation(Logs); }

  /// The least gain that \p NumPairs of pairs show in nine of ten comparisons,
  /// at \p Confidence (two-sided): 0.03 is 3 %. By the normal approximation,
  /// which needs a sixth fewer pairs than Wilcoxon's test with 16 to 64 pairs
  /// (measured by NoiseTest).
  double leastGain(size_t NumPairs, double Confidence) const;

private:
  std::vector<double> Logs;
};

} // namespace udpc

#endif // UDPC_PROFDATA_MEASURE_NOISE_H
