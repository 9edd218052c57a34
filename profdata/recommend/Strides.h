//===- Strides.h - Stride patterns ------------------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_RECOMMEND_STRIDES_H
#define UDPC_PROFDATA_RECOMMEND_STRIDES_H

#include "profdata/recommend/Candidates.h"

namespace udpc {

/// The pattern of the lines that an operation misses.
struct StridePattern {
  enum Kind {
    None,        ///< No stride or pair of strides is frequent enough.
    Constant,    ///< One stride.
    Multiples,   ///< Multiples of one stride, in one direction.
    Alternating, ///< Two strides in turn; Stride is their sum.
  };
  Kind What = None;
  /// Bytes.
  int64_t Stride = 0;
  /// The share of the strides that fits.
  double Confidence = 0;
  /// Average bytes from one miss to the next: Stride, or less than a line more
  /// or less where that is no multiple of a line; for Multiples more, for
  /// Alternating half.
  double Mean = 0;
  /// Consecutive misses until the pattern breaks.
  double RunLength = 0;

  /// Deltas of hints are multiples of it.
  double step() const { return What == Constant ? Mean : Stride; }
  /// The share of prefetches at multiples of step() that are used.
  double density() const {
    return What == Multiples && Mean != 0 ? Stride / Mean : 1;
  }
};

/// The pattern that explains most strides, at least \p MinConfidence of them.
StridePattern findPattern(const Candidate &C, double MinConfidence);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_STRIDES_H
