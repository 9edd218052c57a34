//===- RecommendTables.cpp - Output of udpc recommend ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/recommend/RecommendTables.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/hints/HintTables.h"
#include "tools/udpc/output/Tables.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

static StringRef kindWord(abi::AccessKind Kind) {
  switch (Kind) {
  case abi::AccessKind::Load:
    return "load";
  case abi::AccessKind::Store:
    return "store";
  case abi::AccessKind::Modify:
    return "modify";
  }
  return "?";
}

static std::string share(double Part) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f%%", 100 * Part);
  return Text;
}

static std::string number(double N) {
  return N > 0 ? grouped(std::llround(N)) : "-";
}

/// Returns "t0 +8192"; for several hints the first and the last one.
static std::string hintsText(const std::vector<Hint> &Hints) {
  auto Text = [](const Hint &H) {
    return (H.Delta < 0 ? "" : "+") + std::to_string(H.Delta);
  };
  if (Hints.empty())
    return "-";
  std::string Result = Hints[0].text();
  if (Hints.size() == 2 && Hints[1].word() != Hints[0].word())
    return Result + ", " + Hints[1].text();
  if (Hints.size() > 1)
    Result += (Hints.size() > 2 ? " .. " : ", ") + Text(Hints.back());
  return Result;
}

/// Returns the totals: the expected gain of all hints and their number.
static std::string sumOf(const std::vector<Recommendation> &List) {
  HintSet Hints;
  double Gain = 0;
  size_t NumOperations = 0;
  bool HasMiddleLevel = false;
  for (const Recommendation &R : List) {
    for (const Hint &H : R.Hints)
      Hints.add(R.HintKey, H);
    Gain += R.Gain;
    NumOperations += !R.Hints.empty();
    HasMiddleLevel |= R.L2Misses != 0;
  }
  if (List.empty())
    return "no hints: no operation misses often enough (--all looks at all)";
  if (!NumOperations)
    return "no hints: the line of each operation has the reason";
  std::string Text;
  raw_string_ostream(Text) << grouped(Hints.numHints()) << " hint"
                           << (Hints.numHints() == 1 ? "" : "s") << " for "
                           << NumOperations << " of " << List.size()
                           << " operations, to hide up to "
                           << format("%.0f%%", 100 * std::min(Gain, 1.0))
                           << (HasMiddleLevel ? " of what misses of L2 take"
                                              : " of the last-level misses");
  return Text;
}

/// Number of operations without hints that are shown.
static constexpr size_t MaxShown = 15;

void udpc::printRecommendations(raw_ostream &OS,
                                const std::vector<Recommendation> &List,
                                const Calibration &Processor, bool All,
                                bool Full) {
  std::vector<const Recommendation *> Shown;
  for (size_t I = 0; I != List.size(); ++I)
    if (All || I < MaxShown || !List[I].Hints.empty())
      Shown.push_back(&List[I]);
  auto KeyText = [Full](const MemoryOperationKey &Key) {
    return Key.Frames.empty() ? "-" : Full ? Key.text() : Key.shortText();
  };
  std::string Rows;
  raw_string_ostream RowsOS(Rows);
  Table T({"misses", "share", "kind", "stride", "sure", "work", "ahead",
           "hints", "place", "key"},
          {Table::Right, Table::Right, Table::Left, Table::Right, Table::Right,
           Table::Right, Table::Right, Table::Left, Table::Left, Table::Left});
  T.setMaxWidth(30);
  for (const Recommendation *Each : Shown) {
    const Recommendation &R = *Each;
    T.add({grouped(std::max(R.L2Misses, R.LLMisses)), share(R.Share),
           kindWord(R.Kind).str(), R.Stride ? std::to_string(R.Stride) : "-",
           R.Stride ? share(R.Confidence) : "-",
           (R.LoopCalls && R.Work > 0 ? ">" : "") + number(R.Work),
           number(R.Distance), hintsText(R.Hints),
           keyPlace(R.File, R.Line,
                    Full ? HintOutput::FullTable : HintOutput::Table),
           KeyText(R.Key)});
  }
  if (!List.empty())
    T.print(RowsOS, Full ? SIZE_MAX : textWidth(OS));
  auto [Head, Rest] = StringRef(RowsOS.str()).split('\n');
  if (!Head.empty())
    OS << Head << '\n';
  for (const Recommendation *R : Shown) {
    auto [Row, Left] = Rest.split('\n');
    OS << Row << "\n      " << shownText(R->Reason) << '\n';
    Rest = Left;
  }
  if (size_t Left = List.size() - Shown.size())
    OS << Left << " more without hints (--all)\n";
  OS << sumOf(List) << '\n';
  if (!List.empty())
    OS << "latencies: " << shownText(calibrationOrigin(Processor)) << '\n';
}

void udpc::printRecommendationsJson(raw_ostream &OS,
                                    const std::vector<Recommendation> &List,
                                    const Calibration &Processor) {
  json::OStream J(OS, 1);
  auto Text = [](StringRef S) { return json::fixUTF8(S); };
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("latencies", Text(calibrationOrigin(Processor)));
    J.attributeArray("operations", [&] {
      for (const Recommendation &R : List)
        J.object([&] {
          if (!R.Key.Frames.empty())
            keyJson(J, R.Key);
          J.attribute("file", Text(R.File));
          J.attribute("line", R.Line);
          J.attribute("function", Text(R.Function));
          J.attribute("kind", kindWord(R.Kind));
          J.attribute("executions", R.Executions);
          J.attribute("d1_misses", R.D1Misses);
          if (R.L2Misses)
            J.attribute("l2_misses", R.L2Misses);
          J.attribute("ll_misses", R.LLMisses);
          J.attribute("level", R.Level);
          J.attribute("latency_ns", R.Latency);
          J.attribute("all_latency_ns", R.Nanoseconds);
          J.attribute("share", R.Share);
          J.attribute("stride", R.Stride);
          J.attribute("confidence", R.Confidence);
          J.attribute("working_set", R.WorkingSet);
          if (R.L2Misses) {
            J.attribute("working_set_beyond_l2", R.WorkingSetBeyondL2);
            J.attribute("working_set_beyond_ll", R.WorkingSetBeyondLL);
          }
          J.attributeArray("threads", [&] {
            for (uint64_t Thread : R.Threads)
              J.value(Thread == abi::OtherThreads ? -1 : int64_t(Thread));
          });
          J.attribute("work", R.Work);
          J.attribute("calls", R.LoopCalls);
          J.attribute("distance", R.Distance);
          J.attribute("gain", R.Gain);
          J.attribute("verdict", recommendVerdictWord(R.Verdict));
          J.attribute("reason", Text(R.Reason));
          if (!R.Hints.empty())
            J.attribute("hint_key", Text(R.HintKey.text()));
          J.attributeArray("hints", [&] {
            for (const Hint &H : R.Hints)
              J.object([&] { hintJson(J, H); });
          });
        });
    });
  });
  OS << '\n';
}
