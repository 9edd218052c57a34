//===- CalibrationRun.h - Measures this processor ---------------*- C++ -*-===//
//
// Runs the measurements of `udpc calibrate`. docs/calibrate.md explains them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONRUN_H
#define UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONRUN_H

#include "profdata/calibration/CalibrationFit.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

/// Extent of the measurements.
struct CalibrationPlan {
  /// Minimum duration in seconds. There are at least LeastRounds rounds.
  double Seconds = 40;
  unsigned LeastRounds = 3;
  /// The largest working set in bytes; 0 for four times the last level, at
  /// least 64 MB.
  uint64_t MostBytes = 0;
};

/// A calibration with the measurements behind it.
struct CalibrationReport {
  Calibration Result;
  /// Latency of random accesses by working set: minimum and median of the
  /// rounds.
  std::vector<CurvePoint> Least, Median;
  std::vector<StrideGain> Strides; ///< Medians of all rounds.
  /// Bytes of LL available if no other process uses it, by the minima.
  uint64_t ShareAlone = 0;
  /// Whether prefetches of data in LL were measured; otherwise their worth is
  /// the processor family's.
  bool MeasuredBeyondL2 = false;
  unsigned Rounds = 0;
  unsigned Cpu = 0; ///< The number of the processor core that was measured.
  bool HasHugePages = false;
  /// Relative excess of the medians over the minima (0.1 is 10 %), the median
  /// over all working sets.
  double Noise = 0;
  /// Whether the largest working set is at least twice LL, so that it reaches
  /// memory.
  bool ReachesMemory = true;
};

/// Noise above which a result is not used.
constexpr double MostNoise = 0.35;

/// Measures in this thread, which stays on its current core. \p Progress gets
/// values from 0 to 1. Fails if there is not enough memory.
llvm::Expected<CalibrationReport>
calibrate(const CalibrationPlan &Plan,
          llvm::function_ref<void(double)> Progress);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONRUN_H
