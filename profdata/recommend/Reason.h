//===- Reason.h - Reasons of verdicts ---------------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_RECOMMEND_REASON_H
#define UDPC_PROFDATA_RECOMMEND_REASON_H

#include "profdata/recommend/Distance.h"
#include "profdata/recommend/MissCost.h"

namespace udpc {

/// The facts on which a verdict is based.
struct ReasonFacts {
  const Candidate &What;
  const StridePattern &Pattern;
  const HintDistance &Distance;
  const RecommendOptions &Options;
  const MissCost &Cost;
  const Overlap &Overlapping;
  /// Why the hints are of their type; "" for hints without a choice.
  std::string WhyType;
};

/// That of RecommendVerdict::Minor, for which the operation's own facts do not
/// matter.
constexpr llvm::StringLiteral MinorReason =
    "other lines of the function miss far more: to load its address ahead "
    "would cost more than it gains";

/// The verdict in a sentence.
std::string reasonFor(RecommendVerdict Verdict, const ReasonFacts &Facts);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_REASON_H
