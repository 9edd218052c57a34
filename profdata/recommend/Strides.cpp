//===- Strides.cpp - Stride patterns --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/Strides.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace llvm;
using namespace udpc;

/// The largest multiple that counts as a gap of a pattern.
static constexpr int64_t MaxMultiple = 16;

/// Returns how well multiples of \p Stride explain the strides of \p C.
static StridePattern tryMultiples(const Candidate &C, int64_t Stride) {
  StridePattern P;
  P.Stride = Stride;
  uint64_t Explained = 0, Exactly = 0;
  double Way = 0;
  for (auto [Bytes, Count] : C.Strides) {
    if (Bytes % Stride || Bytes / Stride < 1 || Bytes / Stride > MaxMultiple)
      continue;
    Explained += Count;
    Exactly += Bytes == Stride ? Count : 0;
    Way += double(Bytes) * Count;
  }
  if (!Explained)
    return P;
  // Ignore rare strides, which would make a constant stride look like a pattern
  // with gaps.
  P.Shape = Exactly * 20 >= Explained * 19 ? StridePattern::Constant
                                           : StridePattern::Multiples;
  P.Confidence = double(Explained) / C.NumStrides;
  P.Mean = P.Shape == StridePattern::Constant ? Stride : Way / Explained;
  return P;
}

/// Returns how well a constant stride between \p Stride and \p Stride plus a
/// line explains the strides of \p C: both strides occur then.
static StridePattern tryBetween(const Candidate &C, int64_t Stride) {
  StridePattern P;
  auto CountOf = [&](int64_t Bytes) -> double {
    auto It = C.Strides.find(Bytes);
    return It == C.Strides.end() ? 0 : It->second;
  };
  double Lower = CountOf(Stride), Upper = CountOf(Stride + LineSize);
  // Steps of one line are a walk through all lines that skips some.
  if (!Lower || !Upper || std::abs(Stride) <= LineSize ||
      std::abs(Stride + LineSize) <= LineSize)
    return P;
  P.Shape = StridePattern::Constant;
  P.Stride = Upper > Lower ? Stride + LineSize : Stride;
  P.Confidence = (Lower + Upper) / C.NumStrides;
  P.Mean = Stride + LineSize * Upper / (Lower + Upper);
  // Strides are mostly multiples of 8 bytes, and an error would accumulate.
  constexpr double Tolerance = 0.5;
  for (int Size : {8, 4, 2, 1})
    if (double Whole = std::round(P.Mean / Size) * Size;
        std::abs(Whole - P.Mean) <= Tolerance) {
      P.Mean = Whole;
      break;
    }
  return P;
}

static StridePattern tryAlternating(const Candidate &C) {
  StridePattern P;
  auto Most = llvm::max_element(C.Double, [](const auto &L, const auto &R) {
    return L.second < R.second;
  });
  if (Most == C.Double.end() || !Most->first)
    return P;
  P.Shape = StridePattern::Alternating;
  P.Stride = Most->first;
  P.Confidence = double(Most->second) / C.NumStrides;
  P.Mean = Most->first / 2.0;
  return P;
}

StridePattern udpc::findPattern(const Candidate &C, double MinConfidence) {
  StridePattern Best;
  if (!C.NumStrides)
    return Best;
  for (auto [Bytes, Count] : C.Strides) {
    if (!Bytes)
      continue;
    StridePattern P = tryMultiples(C, Bytes);
    // Among equally good strides, the largest needs the fewest prefetches.
    if (P.Confidence > Best.Confidence ||
        (P.Confidence == Best.Confidence &&
         std::abs(P.Stride) > std::abs(Best.Stride)))
      Best = P;
  }
  // A rare stride beside a frequent one is a break of the pattern.
  StridePattern Exact = Best;
  for (auto [Bytes, Count] : C.Strides)
    if (StridePattern P = tryBetween(C, Bytes);
        P.Confidence > Best.Confidence &&
        P.Confidence > Exact.Confidence * 1.02)
      Best = P;
  // Pairs of a constant stride are constant too, so an alternating pattern has
  // to be better.
  StridePattern Pairs = tryAlternating(C);
  bool IsConstant = Best.Shape == StridePattern::Constant;
  if (Pairs.Confidence > Best.Confidence * (IsConstant ? 1.25 : 0.95))
    Best = Pairs;
  if (Best.Confidence > 1)
    Best.Confidence = 1;
  if (Best.Confidence < MinConfidence) {
    StridePattern Nothing;
    Nothing.Confidence = Best.Confidence;
    return Nothing;
  }
  // Alternating long and short strides are not breaks. The first stride of a
  // thread has no pair.
  double Breaks = C.NumBreaks;
  if (Best.Shape == StridePattern::Alternating)
    Breaks = std::max(0.0, std::round((1 - Best.Confidence) * C.NumStrides) -
                               C.Threads.size());
  // Strides and breaks are sampled, numbers of threads are not.
  double Misses = std::max(C.D1Misses, C.NumStrides);
  Best.RunLength = Misses / (Breaks * Misses / C.NumStrides + C.Threads.size());
  return Best;
}
