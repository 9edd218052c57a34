//===- CalibrationFit.h - From measurements to a calibration ----*- C++ -*-===//
//
// Finds levels, reach and worth in curves of nanoseconds. Pure: measures
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALIBRATION_CALIBRATIONFIT_H
#define UDPC_PROFDATA_CALIBRATION_CALIBRATIONFIT_H

#include "profdata/calibration/Calibration.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {

/// Nanoseconds per access: of working sets of X bytes, of prefetches X lines
/// ahead, or of X chains at once.
struct CurvePoint {
  uint64_t X;
  double Ns;
};

struct FittedLevels {
  /// By level, nearest first; as many as there were sizes.
  std::vector<uint64_t> Shares;
  std::vector<double> Latencies;
  double MemoryLatency = 0;
};
/// \p Curve is of random accesses, by growing working sets up to a multiple of
/// the last of \p Sizes, the reported sizes of the levels. A level's latency is
/// that of the flattest part between its size and that of the level before; its
/// share ends where a quarter of the accesses go further. Memory takes
/// \p LeastMemoryNs or more, where \p Curve may not reach it.
FittedLevels fitLevels(llvm::ArrayRef<CurvePoint> Curve,
                       llvm::ArrayRef<uint64_t> Sizes,
                       double LeastMemoryNs = 0);

/// A walk by a constant stride: how many times as fast prefetches make it.
struct StrideGain {
  int64_t Stride;
  double Gain;
};
/// The longest stride up to which prefetches gain so little that the hardware
/// prefetchers must have it. \p Gains is by growing strides. 0: none.
int64_t fitLongestStride(llvm::ArrayRef<StrideGain> Gains);

/// How many misses overlap: \p Curve is by the number of chains.
double fitLinesInFlight(llvm::ArrayRef<CurvePoint> Curve);

/// The instructions between two misses up to which they overlap: \p Curve is of
/// pairs of misses by the instructions between them, which take \p MissNs
/// when they overlap and twice as long when they do not. 0: all of them do.
double fitWindow(llvm::ArrayRef<CurvePoint> Curve, double MissNs);

/// The gain of a prefetch type, by the distance in lines.
struct FittedPrefetch {
  double Saved = 0;       ///< Nanoseconds per access, at the best distance.
  uint64_t MostLines = 0; ///< The farthest that saves nearly as much.
};
FittedPrefetch fitPrefetch(llvm::ArrayRef<CurvePoint> Curve, double PlainNs);

/// The middle of \p Values, and their least; 0 if there are none.
double medianOf(std::vector<double> Values);
double leastOf(llvm::ArrayRef<double> Values);

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_CALIBRATIONFIT_H
