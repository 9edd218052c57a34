//===- HintDecision.cpp - Which hints pay ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/HintDecision.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

void HintDecision::noteComparison(StringRef Before, StringRef After,
                                  const BuildComparison &C) {
  json::Object Entry{{"before", Before},
                     {"after", After},
                     {"pairs", int64_t(C.NumPairs)},
                     {"shown", effectWord(C.Shown)}};
  if (C.NumPairs) {
    Entry["speed_up"] = C.Gain.Middle;
    Entry["low"] = C.Gain.Low;
    if (std::isfinite(C.Gain.High))
      Entry["high"] = C.Gain.High;
  }
  S.Log.add("comparison", std::move(Entry));
}

Expected<BuildComparison> HintDecision::compare(const GroupSet &Before,
                                                const GroupSet &After,
                                                unsigned Rounds,
                                                StringRef What) {
  Expected<std::string> First = S.buildOf(Before, "");
  if (!First)
    return First.takeError();
  Expected<std::string> Second = S.buildOf(After, "");
  if (!Second)
    return Second.takeError();
  Expected<BuildComparison> C =
      S.Measure->compare(*First, *Second, Rounds, What);
  if (C)
    noteComparison(*First, *Second, *C);
  return C;
}

Error HintDecision::prune() {
  S.Result.Verdicts.resize(S.Result.Groups.size());
  Kept = S.Chosen;
  // Of one group, or of all in noise, the final runs decide.
  if (S.Chosen.size() < 2 || !S.TooNoisy.empty())
    return Error::success();
  sayInLoop("comparing with and without each of " + Twine(S.Chosen.size()) +
            " lines");
  std::vector<std::string> Functions;
  for (const HintGroup &G : S.Result.Groups)
    Functions.push_back(G.Line.function());
  unsigned NumComparisons = 0;
  HintSearch Search(Functions, [&] {
    return S.Time.hasTimeToCompare(S.Journal.spent(),
                                   S.Builds.secondsOfBuild());
  });
  auto Compare = [&](const GroupSet &Without, const GroupSet &With) {
    std::string What = (Twine("prefetch-loop: ") + Twine(Without.size()) +
                        " against " + Twine(With.size()) + " lines with hints")
                           .str();
    unsigned Open = S.Chosen.size() + 1 -
                    std::min<unsigned>(NumComparisons++, S.Chosen.size());
    return compare(Without, With,
                   S.Time.roundsOfComparison(S.Journal.spent(), Open,
                                             S.Options.Measure.Rounds),
                   What);
  };
  auto Verdicts = Search.run(S.Chosen, Compare);
  if (!Verdicts)
    return Verdicts.takeError();
  S.Result.Verdicts = std::move(*Verdicts);
  Kept.clear();
  for (unsigned G : S.Chosen)
    if (S.Result.Verdicts[G].Kept)
      Kept.push_back(G);
  return Error::success();
}

Error HintDecision::decide() {
  if (Kept.empty())
    return Error::success();
  Expected<std::string> Best = S.buildOf(Kept, "");
  if (!Best)
    return Best.takeError();
  // The runs that selected these hints are biased.
  sayInLoop("measuring what is left anew");
  unsigned Rounds =
      S.Time.roundsOfFinal(S.Journal.spent(), S.Options.Measure.Rounds);
  Expected<BuildComparison> Final = S.Measure->compare(
      PlainBuild, *Best, Rounds, "prefetch-loop: without against with hints");
  if (!Final)
    return Final.takeError();
  noteComparison(PlainBuild, *Best, *Final);
  S.Result.Final = *Final;
  for (unsigned G : Kept) {
    GroupVerdict &V = S.Result.Verdicts[G];
    if (V.NumTogether)
      continue;
    V.Tried = *Final;
    V.NumTogether = Kept.size();
    V.Kept = Final->Shown == Effect::Faster;
  }
  double HalfWidth = std::log(Final->Gain.High / Final->Gain.Low) / 2;
  S.Result.IsUndecided = Final->NumPairs && Final->Shown == Effect::Unclear &&
                         !(HalfWidth <= S.Options.MaxNoise);
  if (Final->Shown != Effect::Faster)
    return Error::success();
  if (Error E = writeHintFile(hintsOf(S.Result.Groups, Kept, S.HasHashes),
                              S.form(), S.Options.Output))
    return E;
  S.Result.Output = S.Options.Output;
  S.Result.Kept = Kept;
  return S.Builds.programs().place(*Best);
}

Error HintDecision::run() {
  if (Error E = prune())
    return E;
  if (Error E = decide())
    return E;
  if (S.TooNoisy.empty() || !S.Result.Kept.empty())
    return Error::success();
  // The next loop measures the noise anew.
  if (Error E = S.Journal.end())
    return E;
  return createStringError(S.TooNoisy);
}
