//===- LoopReport.cpp - Report of the prefetch loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/LoopReport.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Formats the ratio 1.234 as "+23.4".
static std::string percentText(double Ratio) {
  std::string Text;
  raw_string_ostream(Text) << format("%+.1f", 100 * (Ratio - 1));
  return Text;
}

static std::string gainText(const BuildComparison &C) {
  if (!C.NumPairs)
    return "same code";
  return percentText(C.Gain.Middle) + " % (" + percentText(C.Gain.Low) +
         " to " + percentText(C.Gain.High) + ")";
}

StringRef udpc::effectWord(Effect E) {
  switch (E) {
  case Effect::Faster:
    return "faster";
  case Effect::Slower:
    return "slower";
  case Effect::Little:
    return "little";
  case Effect::None:
    return "none";
  case Effect::Unclear:
    break;
  }
  return "unclear";
}

/// Describes the result of the deciding comparison.
static std::string comparisonText(const BuildComparison &C) {
  if (!C.NumPairs)
    return "makes no other code: no operation for it";
  switch (C.Shown) {
  case Effect::Faster:
    return "pays";
  case Effect::Slower:
    return "slower with it";
  case Effect::Little:
    return "gains less than --min-gain";
  case Effect::None:
    return "gains nothing";
  case Effect::Unclear:
    break;
  }
  return "no gain beyond noise";
}

static bool isKept(const LoopResult &R, unsigned Group) {
  return is_contained(R.Kept, Group);
}

/// Returns the best variant of a group; null if none was tried.
static const TriedVariant *best(const LoopResult &R, unsigned Group) {
  for (const TriedVariant &T : R.Tried[Group])
    if (T.Hints.Hints == R.Groups[Group].Hints)
      return &T;
  return nullptr;
}

static std::string variantsText(const LoopResult &R, unsigned Group) {
  size_t NumRun = count_if(R.Tried[Group], [](const TriedVariant &T) {
    return T.Found.NumRuns != 0;
  });
  return NumRun > 1 ? "best of " + utostr(NumRun) + " variants" : "";
}

std::string udpc::groupReason(const LoopResult &R, unsigned Group) {
  const GroupVerdict &V = R.Verdicts[Group];
  std::string Variants = variantsText(R, Group);
  if (!V.NumTogether) {
    const TriedVariant *Best = best(R, Group);
    if (Best && Best->Found.NumRuns && Best->Found.High < 1)
      return "slower with it" + (Variants.empty() ? "" : "; " + Variants);
    return "not compared: the time budget was used up";
  }
  std::string Why = comparisonText(V.Tried);
  if (V.NumTogether > 1)
    Why += " (with " + utostr(V.NumTogether - 1) + " other" +
           (V.NumTogether > 2 ? "s)" : ")");
  if (V.OutOfBudget)
    Why += "; time budget used up";
  if (!Variants.empty())
    Why += "; " + Variants;
  if (V.Kept && !isKept(R, Group))
    Why += "; but all that pay have shown no gain in the final runs";
  return Why;
}

static void printHead(raw_ostream &OS, const LoopResult &R) {
  size_t Kept = 0, All = 0;
  for (unsigned I = 0; I != R.Groups.size(); ++I)
    for (const auto &[Key, List] : R.Groups[I].Hints) {
      All += List.size();
      Kept += isKept(R, I) ? List.size() : 0;
    }
  if (All == 0) {
    OS << "no hint: nothing is recommended\n";
    return;
  }
  if (R.IsUndecided) {
    OS << "undecided: the machine is too noisy: in the final runs, "
       << gainText(R.Final)
       << ". Let other programs end, let the run do more, or give more "
          "--time-budget\n";
    return;
  }
  if (R.Kept.empty()) {
    OS << "no hint: of " << All << (All == 1 ? " hint" : " hints")
       << (All == 1 ? " it has not" : " none has") << " been shown to pay";
    if (R.Final.NumPairs)
      OS << "; in the final runs, " << gainText(R.Final);
    OS << '\n';
    return;
  }
  OS << "kept " << Kept << " of " << All << (All == 1 ? " hint: " : " hints: ")
     << format("%.2f", R.Final.Gain.Middle)
     << " times as fast (95 % sure: " << format("%.2f", R.Final.Gain.Low)
     << " to " << format("%.2f", R.Final.Gain.High) << "; " << R.Final.NumPairs
     << " pairs of runs)\n";
}

/// Returns the gain in the deciding comparison, or else the search's estimate.
static std::string groupGain(const LoopResult &R, unsigned Group) {
  if (R.Verdicts[Group].NumTogether)
    return gainText(R.Verdicts[Group].Tried);
  const TriedVariant *Best = best(R, Group);
  return Best && Best->Found.NumRuns
             ? "about " + percentText(Best->Found.Gain) + " %"
             : "-";
}

static void printFoot(raw_ostream &OS, const LoopResult &R) {
  OS << '\n' << R.NumBuilds << " builds, " << R.NumRuns << " runs";
  if (R.TimeBudget)
    OS << " in " << format("%.0f", R.Seconds) << " s (budget "
       << format("%.0f", R.TimeBudget) << " s); measured: " << R.Figure
       << ", which differs by " << format("%.1f", 100 * R.Noise)
       << " % between runs of the same program";
  OS << '\n';
  if (!R.Log.empty())
    OS << "everything tried is in " << shownText(R.Log) << '\n';
  else if (!R.Groups.empty())
    OS << "--log <file> records everything that is tried\n";
}

void udpc::printText(raw_ostream &OS, const LoopResult &R) {
  printHead(OS, R);
  if (!R.Groups.empty()) {
    OS << '\n';
    Table Rows({"", "place", "copies", "hints", "gain", "why", "key"},
               {Table::Left, Table::Left, Table::Right, Table::Left,
                Table::Left, Table::Left, Table::Left});
    Rows.setMaxWidth(44);
    for (unsigned I = 0; I != R.Groups.size(); ++I) {
      const HintGroup &G = R.Groups[I];
      Rows.add({isKept(R, I) ? "kept" : "dropped",
                G.Place.empty() ? "-" : G.Place, utostr(G.Hints.size()),
                G.hintsText(), groupGain(R, I), groupReason(R, I),
                G.Line.shortText()});
    }
    Rows.print(OS);
    for (const HintGroup &G : R.Groups)
      if (!G.Reason.empty())
        OS << '\n' << shownText(G.Place) << ": " << shownText(G.Reason);
    if (any_of(R.Groups, [](const HintGroup &G) { return !G.Reason.empty(); }))
      OS << '\n';
  }
  if (!R.Others.empty()) {
    OS << "\nmisses without a hint:\n";
    for (const NotRecommended &N : R.Others)
      OS << "  " << shownText(N.Place)
         << (N.NumOperations > 1
                 ? " (" + utostr(N.NumOperations) + " operations)"
                 : "")
         << ": " << shownText(N.Reason) << '\n';
  }
  printFoot(OS, R);
}

static void write(json::OStream &J, const BuildComparison &C) {
  J.attribute("pairs", int64_t(C.NumPairs));
  if (!C.NumPairs)
    return;
  J.attribute("speed_up", C.Gain.Middle);
  J.attribute("low", C.Gain.Low);
  // JSON has no infinity.
  if (std::isfinite(C.Gain.High))
    J.attribute("high", C.Gain.High);
}

static void write(json::OStream &J, const TriedVariant &T) {
  J.attribute("hints", T.Hints.hintsText());
  J.attribute("distance_factor", T.Hints.Farther);
  J.attribute("decision", T.Found.Decision);
  J.attribute("runs", int64_t(T.Found.NumRuns));
  if (!T.Found.NumRuns)
    return;
  J.attribute("speed_up", T.Found.Gain);
  J.attribute("low", T.Found.Low);
  J.attribute("high", T.Found.High);
}

static void write(json::OStream &J, const LoopResult &R, unsigned Index) {
  const HintGroup &G = R.Groups[Index];
  const GroupVerdict &V = R.Verdicts[Index];
  J.attribute("kept", isKept(R, Index));
  J.attribute("why", groupReason(R, Index));
  J.attribute("line", G.Line.text());
  J.attribute("place", G.Place);
  J.attribute("reason", G.Reason);
  J.attribute("distance_factor", G.Farther);
  J.attributeArray("variants", [&] {
    for (const TriedVariant &T : R.Tried[Index])
      J.object([&] { write(J, T); });
  });
  J.attributeObject("tried", [&] {
    J.attribute("groups", int64_t(V.NumTogether));
    write(J, V.Tried);
  });
  J.attributeArray("hints", [&] {
    for (const auto &Entry : G.Hints)
      for (const Hint &H : Entry.second)
        J.object([&] {
          J.attribute("key", Entry.first.text());
          J.attribute("type", hintTypeWord(H.Type));
          if (isIndirect(H.Type)) {
            if (hasLevels(H.Type))
              J.attribute("level", H.Level);
            J.attribute("prefetch", hintTypeWord(H.Prefetch));
          }
          J.attribute("delta", H.Delta);
        });
  });
}

void udpc::printJson(raw_ostream &OS, const LoopResult &R) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 2);
    J.attribute("output", R.Kept.empty() ? "" : R.Output);
    J.attribute("undecided", R.IsUndecided);
    J.attribute("log", R.Log);
    J.attribute("measured", R.Figure);
    J.attribute("noise", R.Noise);
    J.attribute("seconds", R.Seconds);
    J.attribute("time_budget", R.TimeBudget);
    J.attribute("builds", R.NumBuilds);
    J.attribute("runs", R.NumRuns);
    J.attributeObject("final", [&] { write(J, R.Final); });
    J.attributeArray("groups", [&] {
      for (unsigned I = 0; I != R.Groups.size(); ++I)
        J.object([&] { write(J, R, I); });
    });
    J.attributeArray("without_hint", [&] {
      for (const NotRecommended &N : R.Others)
        J.object([&] {
          J.attribute("place", N.Place);
          J.attribute("operations", int64_t(N.NumOperations));
          J.attribute("reason", N.Reason);
        });
    });
  });
  OS << '\n';
}
