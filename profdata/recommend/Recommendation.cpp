//===- Recommendation.cpp - Recommends prefetch hints ---------------------===//
//
// Each operation that misses often is judged first; then the operations of one
// function, one object or one call are compared.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/recommend/Judge.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

/// Keeps one hint for each call, the farthest, however many operations of the
/// function miss.
static void joinHintsOfCalls(std::vector<Recommendation> &All) {
  std::map<MemoryOperationKey, Hint> Farthest;
  for (const Recommendation &R : All)
    if (R.Verdict == RecommendVerdict::Called)
      if (Hint &H = Farthest[R.HintKey]; H.Delta < R.Hints.front().Delta)
        H = R.Hints.front();
  for (Recommendation &R : All)
    if (R.Verdict == RecommendVerdict::Called) {
      R.Hints = {Farthest[R.HintKey]};
      R.Distance = double(R.Hints.front().Delta);
    }
}

/// Drops indirect hints of lines that miss rarely: their additional loads cost
/// as much as those of other lines.
static void dropMinor(std::vector<Recommendation> &All) {
  // Relative to the line of the function that misses most.
  static constexpr double LeastShare = 0.05;
  std::map<MemoryOperationKey, double> OfLine;
  std::map<std::string, double> Largest;
  for (const Recommendation &R : All)
    if (R.Verdict == RecommendVerdict::Indirect) {
      double &Most = Largest[R.Key.function()];
      Most = std::max(Most, OfLine[R.Key.withoutDiscriminators()] += R.Share);
    }
  for (Recommendation &R : All)
    if (R.Verdict == RecommendVerdict::Indirect &&
        OfLine[R.Key.withoutDiscriminators()] <
            LeastShare * Largest[R.Key.function()]) {
      R.Verdict = RecommendVerdict::Minor;
      R.Reason = MinorReason.str();
      R.Hints.clear();
      R.Gain = R.Distance = 0;
      R.HintKey = MemoryOperationKey();
    }
}

std::vector<Recommendation> udpc::recommend(const CacheProfile &Profile,
                                            const RecommendOptions &Options) {
  std::vector<Recommendation> Result;
  std::vector<Candidate> All = findCandidates(Profile);
  double Total = totalNanoseconds(All, Profile.Caches, Options);
  std::vector<const Candidate *> Judged;
  std::set<MemoryOperationKey> Ahead; // Keys with indirect hints.
  for (const Candidate &C : All) {
    MissCost Cost = missCostOf(C, Profile.Caches, Options);
    double Share = Total > 0 ? Cost.nanoseconds() / Total : 0;
    if (Cost.misses() < Options.MinMisses || Share < Options.MinShare)
      continue;
    Recommendation R;
    R.Share = Share;
    Judge(Profile, C, Options).judge(R);
    if (R.Verdict == RecommendVerdict::Indirect)
      Ahead.insert(R.Key);
    Result.push_back(std::move(R));
    Judged.push_back(&C);
  }
  for (size_t I = 0; I != Result.size(); ++I) {
    const Candidate &C = *Judged[I];
    if (Result[I].Verdict == RecommendVerdict::Burst || !C.Leader ||
        C.Leader->Executions >= C.Executions || !Ahead.count(C.Leader->Key))
      continue;
    Recommendation Of;
    Of.Share = Result[I].Share;
    Judge(Profile, C, Options, /*IsInObject=*/true).judge(Of);
    if (Of.Verdict == RecommendVerdict::Burst)
      Result[I] = std::move(Of);
  }
  dropMinor(Result);
  joinHintsOfCalls(Result);
  llvm::sort(Result, [](const Recommendation &L, const Recommendation &R) {
    return std::tie(R.Nanoseconds, L.File, L.Line, L.Key) <
           std::tie(L.Nanoseconds, R.File, R.Line, R.Key);
  });
  return Result;
}
