//===- Series.h - Repeated measurements of a curve --------------*- C++ -*-===//
//
// Collects the rounds of CalibrationRun and PrefetchRun.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_SERIES_H
#define UDPC_TOOLS_UDPC_CALIBRATE_SERIES_H

#include "profdata/calibration/CalibrationFit.h"
#include "profdata/measure/Noise.h"
#include <map>

namespace udpc {

/// Nanoseconds by X, from all rounds.
class Series {
public:
  void add(uint64_t X, double Ns) { Rounds[X].push_back(Ns); }

  /// Return curves by growing X. The minimum is the processor's undisturbed
  /// time, the median its time among other processes.
  std::vector<CurvePoint> least() const {
    std::vector<CurvePoint> Curve;
    for (const auto &[X, Ns] : Rounds)
      Curve.push_back({X, leastOf(Ns)});
    return Curve;
  }
  std::vector<CurvePoint> median() const {
    std::vector<CurvePoint> Curve;
    for (const auto &[X, Ns] : Rounds)
      Curve.push_back({X, medianOf(Ns)});
    return Curve;
  }
  /// Returns 0 if nothing was measured at \p X.
  double leastAt(uint64_t X) const {
    auto It = Rounds.find(X);
    return It == Rounds.end() ? 0 : leastOf(It->second);
  }

private:
  std::map<uint64_t, std::vector<double>> Rounds;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_SERIES_H
