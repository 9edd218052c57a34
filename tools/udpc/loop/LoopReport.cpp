//===- LoopReport.cpp - Report of the prefetch loop -----------------------===//

#include "tools/udpc/loop/LoopReport.h"
#include "profdata/ShownText.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// The maximum delta: more than a large page.
static constexpr double MaxDelta = 16 << 20;

MemoryOperationKey udpc::lineOf(MemoryOperationKey Key) {
  for (KeyFrame &F : Key.Frames)
    F.Discriminator = 0;
  return Key;
}

std::vector<HintGroup> udpc::groupsOf(const HintSet &Hints) {
  std::map<MemoryOperationKey, HintGroup> Groups;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys) {
      MemoryOperationKey Line = lineOf(Key);
      HintGroup &G = Groups[Line];
      G.Line = Line;
      G.Hints[Key] = List;
    }
  std::vector<HintGroup> Sorted;
  for (auto &[Line, Group] : Groups)
    Sorted.push_back(std::move(Group));
  return Sorted;
}

std::optional<HintGroup> HintGroup::scaled(double Times) const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints) {
    // A fraction of a delta is useless unless it is a multiple of the stride.
    bool IsIndirect = List.front().Type == HintType::Indirect;
    int64_t Step = IsIndirect ? 1 : Stride;
    if (List.size() != 1 || (!Step && Times != std::floor(Times)))
      return std::nullopt;
    double Delta = List.front().Delta * Times;
    if (Step)
      Delta = std::round(Delta / Step) * Step;
    if (std::abs(Delta) < 1 || std::abs(Delta) > MaxDelta ||
        Delta == List.front().Delta)
      return std::nullopt;
    List.front().Delta = int64_t(Delta);
  }
  Result.Farther *= Times;
  return Result;
}

HintSet udpc::hintsOf(ArrayRef<HintGroup> Groups, const GroupSet &Which,
                      bool HasHashes) {
  HintSet Set;
  Set.HasHashes = HasHashes;
  Set.addProcessor(hostCpu());
  for (unsigned G : Which)
    for (const auto &[Key, List] : Groups[G].Hints)
      for (const Hint &H : List)
        Set.add(Key, H);
  return Set;
}

/// "t0 +4096", "t0 +64..+960 (15)".
static std::string deltasText(const HintSet::HintList &List) {
  auto Signed = [](int64_t Delta) {
    return (Delta < 0 ? "" : "+") + itostr(Delta);
  };
  std::string Type = hintTypeWord(List.front().Type).str();
  if (List.size() == 1)
    return Type + " " + Signed(List.front().Delta);
  auto Less = [](const Hint &A, const Hint &B) { return A.Delta < B.Delta; };
  auto [Least, Most] = std::minmax_element(List.begin(), List.end(), Less);
  return Type + " " + Signed(Least->Delta) + ".." + Signed(Most->Delta) + " (" +
         utostr(List.size()) + ")";
}

static std::string hintsText(const HintGroup &Group) {
  std::string Text = deltasText(Group.Hints.begin()->second);
  for (const auto &[Key, List] : drop_begin(Group.Hints))
    if (deltasText(List) != deltasText(Group.Hints.begin()->second))
      return Text + ", and others";
  return Text;
}

/// The ratio 1.234 as "23.4 %".
static std::string percentText(double Ratio) {
  std::string Text;
  raw_string_ostream(Text) << format("%+.1f", 100 * (Ratio - 1));
  return Text;
}

static std::string gainText(const Comparison &C) {
  if (!C.NumPairs)
    return "same code";
  return percentText(C.Gain.Middle) + " % (" + percentText(C.Gain.Low) +
         " to " + percentText(C.Gain.High) + ")";
}

static std::string whyText(const GroupVerdict &V) {
  std::string Together = V.NumTogether > 1
                             ? " (with " + utostr(V.NumTogether - 1) +
                                   " other" + (V.NumTogether > 2 ? "s)" : ")")
                             : "";
  if (!V.NumTogether)
    return "not tried: the budget was used up";
  std::string Why;
  if (!V.Tried.NumPairs)
    Why = "makes no other code: no operation for it";
  else
    switch (V.Tried.Shown) {
    case Effect::Faster:
      Why = "pays";
      break;
    case Effect::Slower:
      Why = "slower with it";
      break;
    case Effect::Little:
      Why = "gains less than --min-gain";
      break;
    case Effect::None:
      Why = "gains nothing";
      break;
    case Effect::Unclear:
      Why = "no gain beyond noise";
      break;
    }
  return Why + Together + (V.OutOfBudget ? "; budget used up" : "");
}

static bool isKept(const LoopResult &R, unsigned Group) {
  return is_contained(R.Kept, Group);
}

static std::string reasonText(const LoopResult &R, unsigned Group) {
  std::string Why = whyText(R.Verdicts[Group]);
  const HintGroup &G = R.Groups[Group];
  if (G.Farther > 1)
    Why += "; farther ahead pays more: " + utostr(G.Farther) + " times";
  if (G.Farther < 1)
    Why += "; nearer pays more: 1/" + utostr(std::lround(1 / G.Farther));
  if (R.Verdicts[Group].Kept && !isKept(R, Group))
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
                hintsText(G),
                R.Verdicts[I].NumTogether ? gainText(R.Verdicts[I].Tried) : "-",
                reasonText(R, I), G.Line.shortText()});
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
         << ": " << N.Reason << '\n';
  }
  OS << '\n' << R.NumBuilds << " builds, " << R.NumRuns << " runs\n";
}

static void write(json::OStream &J, const Comparison &C) {
  J.attribute("pairs", int64_t(C.NumPairs));
  if (!C.NumPairs)
    return;
  J.attribute("speed_up", C.Gain.Middle);
  J.attribute("low", C.Gain.Low);
  // JSON has no infinity.
  if (std::isfinite(C.Gain.High))
    J.attribute("high", C.Gain.High);
}

static void write(json::OStream &J, const LoopResult &R, unsigned Index) {
  const HintGroup &G = R.Groups[Index];
  const GroupVerdict &V = R.Verdicts[Index];
  J.attribute("kept", isKept(R, Index));
  J.attribute("why", reasonText(R, Index));
  J.attribute("line", G.Line.text());
  J.attribute("place", G.Place);
  J.attribute("reason", G.Reason);
  J.attribute("distance_factor", G.Farther);
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
          J.attribute("delta", H.Delta);
        });
  });
}

void udpc::printJson(raw_ostream &OS, const LoopResult &R) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("output", R.Kept.empty() ? "" : R.Output);
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
