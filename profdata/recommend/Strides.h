//===- Strides.h - Stride patterns ------------------------------*- C++ -*-===//
//
// Finds the pattern in the strides of an operation's misses. Used by Judge.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

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
  Kind Shape = None;
  /// The stride in bytes.
  int64_t Stride = 0;
  /// The fraction of the strides that fit.
  double Confidence = 0;
  /// Average bytes from one miss to the next: Stride, or up to a line more or
  /// less if the true stride is not a multiple of a line; larger for Multiples,
  /// half for Alternating.
  double Mean = 0;
  /// The number of consecutive misses until the pattern breaks.
  double RunLength = 0;

  /// Returns the unit of hints' deltas.
  double step() const { return Shape == Constant ? Mean : Stride; }
  /// Returns the fraction of prefetches at multiples of step() that are used.
  double density() const {
    return Shape == Multiples && Mean != 0 ? Stride / Mean : 1;
  }
};

/// Returns the pattern that explains most strides, at least the fraction \p
/// MinConfidence of them.
StridePattern findPattern(const Candidate &C, double MinConfidence);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_STRIDES_H
