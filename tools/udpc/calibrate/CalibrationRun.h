//===- CalibrationRun.h - Measures this processor ---------------*- C++ -*-===//
//
// docs/calibrate.md says what is measured, and how.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONRUN_H
#define UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONRUN_H

#include "profdata/calibration/CalibrationFit.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

struct CalibrationPlan {
  /// Rounds are made until so many seconds have passed, but at least
  /// LeastRounds.
  double Seconds = 40;
  unsigned LeastRounds = 3;
  /// The largest working set; 0: four times the last level, at least 64 MB.
  uint64_t MostBytes = 0;
};

struct CalibrationReport {
  Calibration Result;
  /// Random accesses by working set: the least and the median of the rounds.
  std::vector<CurvePoint> Least, Median;
  std::vector<StrideGain> Strides; ///< The medians of all rounds.
  /// The share of LL if no other process uses it: by the minima.
  uint64_t ShareAlone = 0;
  /// Prefetches of data that is in LL; else their worth is the family's.
  bool MeasuredBeyondL2 = false;
  unsigned Rounds = 0;
  unsigned Cpu = 0; ///< The number of the processor core that was measured.
  bool HasHugePages = false;
  /// By how much the medians exceed the minima, 0.1 is 10 %: the middle of all
  /// working sets.
  double Noise = 0;
  /// Whether memory was reached: the largest working set is at least twice LL.
  bool ReachesMemory = true;
};

/// Above this a result is not used.
constexpr double MostNoise = 0.35;

/// Measures in this thread, which stays on the core where it is. \p Progress
/// gets 0 to 1. Fails if there is not enough memory.
llvm::Expected<CalibrationReport>
calibrate(const CalibrationPlan &Plan,
          llvm::function_ref<void(double)> Progress);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATIONRUN_H
