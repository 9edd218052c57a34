//===- Judge.h - Decides which hint an operation gets -----------*- C++ -*-===//
//
// docs/recommend.md has the rules, with their reasons and measurements. Used by
// Recommendation.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_JUDGE_H
#define UDPC_PROFDATA_RECOMMEND_JUDGE_H

#include "profdata/recommend/Reason.h"

namespace udpc {

/// Judges one operation: decides from its accesses whether a hint is
/// worthwhile, and which.
class Judge {
public:
  /// \p IsInObject: the leader of the operation has an indirect hint, and is in
  /// a loop around the operation's loop.
  Judge(const CacheProfile &Profile, const Candidate &C,
        const RecommendOptions &Options, bool IsInObject = false)
      : Profile(Profile), C(C), Options(Options), IsInObject(IsInObject),
        Cost(missCostOf(C, Profile.Caches, Options)),
        Pattern(findPattern(C, Options.MinConfidence)), Overlapping(overlap()) {
  }

  void judge(Recommendation &R);

private:
  double latency() const { return instructionsInMiss(Cost.latency(), Options); }
  Overlap overlap() const;
  bool overlapsPoorly() const;
  bool isUsedOnce() const;
  RecommendVerdict verdict() const;
  bool isShortChain() const;
  bool isLongStep() const;
  bool isIndirect() const;
  bool isCalled() const;
  bool isSequential(int64_t LongestStride) const;
  bool isBurst() const;
  bool isBusy() const;
  PrefetchWorth worthOf(HintType Type) const;
  HintType chooseType();
  void addBurst(Recommendation &R) const;
  void addStride(Recommendation &R);
  void addIndirect(Recommendation &R);

  const CacheProfile &Profile;
  const Candidate &C;
  const RecommendOptions &Options;
  bool IsInObject;
  MissCost Cost;
  StridePattern Pattern;
  Overlap Overlapping;
  HintDistance Distance;
  std::string WhyType;
};

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_JUDGE_H
