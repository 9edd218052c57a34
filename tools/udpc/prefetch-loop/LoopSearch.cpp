//===- LoopSearch.cpp - Finds hints that pay ------------------------------===//
//
// The steps of the loop that measure: the noise, the best variant of each line,
// and the decision.
//
//===----------------------------------------------------------------------===//

#include "tools/udpc/prefetch-loop/LoopSteps.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

static std::string percent(double Part) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f %%", 100 * Part);
  return Text;
}

/// Multiple of the permitted noise at which the loop gives up. Below it, hints
/// with a large gain can still be shown to pay, and nothing is kept that is not
/// shown; above it, most trials would be in vain.
static constexpr double MostNoises = 3;

Error Loop::measureNoise() {
  if (Result.Groups.empty())
    return Error::success();
  unsigned Rounds = Options.Measure.Rounds;
  auto KnowTime = [&] {
    Time = LoopTime(Options.TimeBudget, Journal.secondsOfRun(),
                    Builds.secondsOfBuild());
    return Time.roundsReserved(Journal.spent(), Rounds);
  };
  sayInLoop("running it against itself, for the noise");
  Expected<Noise> Found =
      Measure->noise(PlainBuild, KnowTime(), Options.MaxNoise);
  if (!Found)
    return Found.takeError();
  unsigned Pairs = KnowTime();
  Result.TimeBudget = Time.budget();
  Measure->setTimeBudget(Time.budget());
  Result.Noise = Found->ofPair();
  double Least = Found->leastGain(
      Pairs, MeasurePlan(Pairs, Options.Measure.MinGain).confidence());
  bool IsRefused = Least > MostNoises * Options.MaxNoise;
  Log.add("noise",
          json::Object{{"pairs", int64_t(Found->size())},
                       {"deviation", Result.Noise},
                       {"least_gain", Least},
                       {"most_pairs", int64_t(Pairs)},
                       {"decision", IsRefused ? "refused" : "goes on"}});
  if (!IsRefused)
    return Error::success();
  // Makes the next loop measure the noise again.
  if (Error E = Journal.end())
    return E;
  return createStringError(
      "too noisy to decide: runs of the same program differ by " +
      percent(Result.Noise) + ", so " + Twine(Pairs) +
      " pairs of runs only show gains of " + percent(Least) +
      " and more. Let other programs end, let the run do more, give more "
      "--time-budget or --rounds, or permit it by --max-noise " +
      Twine(int(std::ceil(100 * Least / MostNoises))));
}

Expected<std::string> Loop::buildOf(const GroupSet &Which, StringRef What) {
  return Builds.withHints(hintsOf(Result.Groups, Which, HasHashes), What);
}

void Loop::noteComparison(StringRef Before, StringRef After,
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
  Log.add("comparison", std::move(Entry));
}

Expected<BuildComparison> Loop::compare(const GroupSet &Before,
                                        const GroupSet &After, unsigned Rounds,
                                        StringRef What) {
  Expected<std::string> First = buildOf(Before, "");
  if (!First)
    return First.takeError();
  Expected<std::string> Second = buildOf(After, "");
  if (!Second)
    return Second.takeError();
  Expected<BuildComparison> C = Measure->compare(*First, *Second, Rounds, What);
  if (C)
    noteComparison(*First, *Second, *C);
  return C;
}

Error Loop::prune() {
  Result.Verdicts.resize(Result.Groups.size());
  Kept = Chosen;
  // For a single group, the final runs decide.
  if (Chosen.size() < 2)
    return Error::success();
  sayInLoop("comparing with and without each of " + Twine(Chosen.size()) +
            " lines");
  std::vector<std::string> Functions;
  for (const HintGroup &G : Result.Groups)
    Functions.push_back(G.Line.function());
  unsigned NumComparisons = 0;
  HintSearch Search(Functions, [&] {
    return Time.hasTimeToCompare(Journal.spent(), Builds.secondsOfBuild());
  });
  auto Compare = [&](const GroupSet &Without, const GroupSet &With) {
    std::string What = (Twine("prefetch-loop: ") + Twine(Without.size()) +
                        " against " + Twine(With.size()) + " lines with hints")
                           .str();
    unsigned Open =
        Chosen.size() + 1 - std::min<unsigned>(NumComparisons++, Chosen.size());
    return compare(
        Without, With,
        Time.roundsOfComparison(Journal.spent(), Open, Options.Measure.Rounds),
        What);
  };
  auto Verdicts = Search.run(Chosen, Compare);
  if (!Verdicts)
    return Verdicts.takeError();
  Result.Verdicts = std::move(*Verdicts);
  Kept.clear();
  for (unsigned G : Chosen)
    if (Result.Verdicts[G].Kept)
      Kept.push_back(G);
  return Error::success();
}

Error Loop::decide() {
  if (Kept.empty())
    return Error::success();
  Expected<std::string> Best = buildOf(Kept, "");
  if (!Best)
    return Best.takeError();
  // The runs that selected these hints are biased, so measure again.
  sayInLoop("measuring what is left anew");
  unsigned Rounds = Time.roundsOfFinal(Journal.spent(), Options.Measure.Rounds);
  Expected<BuildComparison> Final = Measure->compare(
      PlainBuild, *Best, Rounds, "prefetch-loop: without against with hints");
  if (!Final)
    return Final.takeError();
  noteComparison(PlainBuild, *Best, *Final);
  Result.Final = *Final;
  if (Chosen.size() == 1) {
    GroupVerdict &V = Result.Verdicts[Chosen.front()];
    V.Tried = *Final;
    V.NumTogether = 1;
    V.Kept = Final->Shown == Effect::Faster;
  }
  double HalfWidth = std::log(Final->Gain.High / Final->Gain.Low) / 2;
  Result.IsUndecided = Final->NumPairs && Final->Shown == Effect::Unclear &&
                       !(HalfWidth <= Options.MaxNoise);
  if (Final->Shown != Effect::Faster)
    return Error::success();
  if (Error E = writeHintFile(hintsOf(Result.Groups, Kept, HasHashes), form(),
                              Options.Output))
    return E;
  Result.Output = Options.Output;
  Result.Kept = Kept;
  return Builds.programs().place(*Best);
}
