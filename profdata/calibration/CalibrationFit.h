//===- CalibrationFit.h - From measurements to a calibration ----*- C++ -*-===//
//
// Finds levels, prefetcher reach and prefetch worth in curves of nanoseconds.
// Does not measure. Used by `udpc calibrate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALIBRATION_CALIBRATIONFIT_H
#define UDPC_PROFDATA_CALIBRATION_CALIBRATIONFIT_H

#include "profdata/calibration/Calibration.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {

/// Nanoseconds per access, for a working set of X bytes, prefetches X lines
/// ahead, or X chains at once.
struct CurvePoint {
  uint64_t X;
  double Ns;
};

/// The cache levels found in a curve.
struct FittedLevels {
  /// The levels, nearest first; as many as there were sizes.
  std::vector<uint64_t> Shares;
  std::vector<double> Latencies;
  double MemoryLatency = 0;
};
/// Finds the levels in \p Curve, which has random accesses by growing working
/// sets up to a multiple of the last of \p Sizes, the reported sizes of the
/// levels. A level's latency is that of the flattest part between the previous
/// level's size and its own. Its share ends where a quarter of the accesses go
/// further. Memory takes at least \p LeastMemoryNs, since \p Curve may not
/// reach it.
FittedLevels fitLevels(llvm::ArrayRef<CurvePoint> Curve,
                       llvm::ArrayRef<uint64_t> Sizes,
                       double LeastMemoryNs = 0);

/// The gain of prefetches in a walk with a constant stride, as a factor of
/// speed.
struct StrideGain {
  int64_t Stride;
  double Gain;
};
/// Returns the longest stride up to which prefetches gain so little that the
/// hardware prefetchers must handle it; 0 if there is none. \p Gains is sorted
/// by stride.
int64_t fitLongestStride(llvm::ArrayRef<StrideGain> Gains);

/// Returns how many misses overlap. \p Curve is by the number of chains.
double fitLinesInFlight(llvm::ArrayRef<CurvePoint> Curve);

/// Returns the number of instructions between two misses up to which they
/// overlap; 0 if all of them do. \p Curve has the times of pairs of misses by
/// the number of instructions between them: \p MissNs if they overlap, and
/// twice that if they do not.
double fitWindow(llvm::ArrayRef<CurvePoint> Curve, double MissNs);

/// The gain of a prefetch type, found in a curve by the distance in lines.
struct FittedPrefetch {
  double Saved = 0; ///< Nanoseconds saved per access, at the best distance.
  uint64_t MostLines = 0; ///< The largest distance that saves nearly as much.
};
FittedPrefetch fitPrefetch(llvm::ArrayRef<CurvePoint> Curve, double PlainNs);

/// Returns the minimum of \p Values; 0 if there are none.
double leastOf(llvm::ArrayRef<double> Values);

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_CALIBRATIONFIT_H
