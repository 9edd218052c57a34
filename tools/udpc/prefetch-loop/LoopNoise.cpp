//===- LoopNoise.cpp - Whether the machine is quiet enough ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/LoopNoise.h"
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

/// Hints that gain more than the largest permitted noise may be shown where
/// those that gain less cannot, and nothing is kept that is not shown. With
/// more noise than this most would be tried in vain.
static constexpr double MostNoises = 3;

Error udpc::measureNoise(LoopState &S) {
  if (S.Result.Groups.empty())
    return Error::success();
  unsigned Rounds = S.Options.Measure.Rounds;
  auto KnowTime = [&] {
    S.Time = LoopTime(S.Options.TimeBudget, S.Journal.secondsOfRun(),
                      S.Builds.secondsOfBuild());
    return S.Time.roundsReserved(S.Journal.spent(), Rounds);
  };
  sayInLoop("running it against itself, for the noise");
  Expected<Noise> Found =
      S.Measure->noise(PlainBuild, KnowTime(), S.Options.MaxNoise);
  if (!Found)
    return Found.takeError();
  unsigned Pairs = KnowTime();
  S.Result.TimeBudget = S.Time.budget();
  S.Measure->setTimeBudget(S.Time.budget());
  S.Result.Noise = Found->ofPair();
  double Least = Found->leastGain(
      Pairs, MeasurePlan(Pairs, S.Options.Measure.MinGain).confidence());
  bool IsRefused = Least > MostNoises * S.Options.MaxNoise;
  S.Log.add("noise",
            json::Object{{"pairs", int64_t(Found->size())},
                         {"deviation", S.Result.Noise},
                         {"least_gain", Least},
                         {"most_pairs", int64_t(Pairs)},
                         {"decision", IsRefused ? "refused" : "goes on"}});
  if (!IsRefused)
    return Error::success();
  sayInLoop("too noisy to search: only all hints at once may show a gain");
  S.TooNoisy =
      "too noisy to decide: runs of the same program differ by " +
      percent(S.Result.Noise) + ", so " + std::to_string(Pairs) +
      " pairs of runs only show gains of " + percent(Least) +
      " and more. Let other programs end, let the run do more, give more "
      "--time-budget or --rounds, or permit it by --max-noise " +
      std::to_string(int(std::ceil(100 * Least / MostNoises)));
  return Error::success();
}
