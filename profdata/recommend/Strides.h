//===- Strides.h - Where an operation goes next -----------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_RECOMMEND_STRIDES_H
#define UDPC_PROFDATA_RECOMMEND_STRIDES_H

#include "profdata/recommend/Candidates.h"

namespace udpc {

/// How the lines follow each other that an operation misses.
struct StridePattern {
  enum Kind {
    None,        ///< No stride or pair of strides makes up enough.
    Steady,      ///< One stride.
    Multiples,   ///< Multiples of one stride, in one direction.
    Alternating, ///< Two strides in turn; Stride is their sum.
  };
  Kind What = None;
  /// Bytes. A hint's delta is a multiple of it.
  int64_t Stride = 0;
  /// Of the strides, the share that fits.
  double Confidence = 0;
  /// Bytes from one miss to the next, on average: Stride or, of Multiples,
  /// more, of Alternating, half.
  double Mean = 0;
  /// Misses in a row until the pattern breaks.
  double RunLength = 0;

  /// The share of prefetches at multiples of Stride that fetch what is wanted.
  double density() const {
    return What == Multiples && Mean != 0 ? Stride / Mean : 1;
  }
};

/// The pattern that explains most. \p MinConfidence is what it must explain.
StridePattern findPattern(const Candidate &C, double MinConfidence);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_STRIDES_H
