//===- VariantRuns.cpp - Builds and runs the variants of hints ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/VariantRuns.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"

using namespace llvm;
using namespace udpc;

Expected<double> VariantRuns::run(const Assignment &Chosen) {
  std::vector<HintGroup> Groups(Fixed.begin(), Fixed.end());
  GroupSet All;
  for (unsigned G = 0; G != Fixed.size(); ++G)
    All.push_back(G);
  for (unsigned G = 0; G != Chosen.size(); ++G)
    if (Chosen[G]) {
      All.push_back(Groups.size());
      Groups.push_back(Variants[G][Chosen[G] - 1]);
    }
  Shown.show("run " + Twine(++NumRuns) + Measure.timeLeft());
  Expected<std::string> Build =
      Builds.withHints(hintsOf(Groups, All, HasHashes), "");
  if (!Build)
    return Build.takeError();
  return Measure.run(*Build);
}

void VariantRuns::phase(unsigned Phase, size_t NumBuilds, size_t NumVariants) {
  Phase += NumEarlier;
  LastPhase = Phase;
  sayInLoop("search, phase " + Twine(Phase) + ": " + Twine(NumBuilds) +
            " builds, up to " + Twine(NumVariants) + " variants of a line");
  Log.add("phase", json::Object{{"phase", Phase},
                                {"builds", int64_t(NumBuilds)},
                                {"most_variants", int64_t(NumVariants)},
                                {"seconds_left", secondsLeft()}});
}

void VariantRuns::record(const VariantRecord &R) {
  const HintGroup &G = Variants[R.Group][R.Variant - 1];
  json::Object Entry{{"line", G.Line.text()},
                     {"place", G.Place},
                     {"hints", G.hintsText()},
                     {"distance_factor", G.Farther},
                     {"phase", R.Phase ? R.Phase + NumEarlier : 0},
                     {"runs", int64_t(R.NumRuns)},
                     {"goes_on", R.GoesOn},
                     {"decision", R.Decision}};
  if (R.NumRuns) {
    Entry["speed_up"] = R.Gain;
    Entry["low"] = R.Low;
    Entry["high"] = R.High;
  }
  Log.add("variant", std::move(Entry));
}
