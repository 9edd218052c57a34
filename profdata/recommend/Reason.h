//===- Reason.h - Reasons of verdicts ---------------------------*- C++ -*-===//
//
// Formats the reason of each recommendation for the user. Used by Judge.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_REASON_H
#define UDPC_PROFDATA_RECOMMEND_REASON_H

#include "profdata/recommend/Distance.h"
#include "profdata/recommend/MissCost.h"

namespace udpc {

/// The facts on which a verdict is based.
struct ReasonFacts {
  const Candidate &Operation;
  const StridePattern &Pattern;
  const HintDistance &Distance;
  const RecommendOptions &Options;
  const MissCost &Cost;
  const Overlap &Overlapping;
  /// Why the hints have their type; "" for hints without a choice.
  std::string WhyType;
};

/// The reason for RecommendVerdict::Minor, which does not depend on the
/// operation's own facts.
constexpr llvm::StringLiteral MinorReason =
    "other lines of the function miss far more: to load its address ahead "
    "would cost more than it gains";

/// Returns the reason of the verdict as a sentence.
std::string reasonFor(RecommendVerdict Verdict, const ReasonFacts &Facts);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_REASON_H
