//===- RateTable.cpp - Current rates of events ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/watch/RateTable.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/log/view/LogView.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <tuple>

using namespace llvm;
using namespace udpc;

/// The length of sparklines. More steps than this tell nothing more.
static constexpr size_t MostSteps = 40, LeastSteps = 5;

std::string udpc::sparkline(const std::deque<double> &Rates, size_t Most) {
  static constexpr StringLiteral Blocks[] = {"▁", "▂", "▃", "▄",
                                             "▅", "▆", "▇", "█"};
  size_t First = Rates.size() - std::min(Rates.size(), Most);
  double Low = 0, High = 0;
  for (size_t I = First; I != Rates.size(); ++I) {
    Low = std::min(Low, Rates[I]);
    High = std::max(High, Rates[I]);
  }
  std::string Text;
  for (size_t I = First; I != Rates.size(); ++I) {
    double Share = High > Low ? (Rates[I] - Low) / (High - Low) : 0;
    Text += Blocks[std::lround(Share * (std::size(Blocks) - 1))];
  }
  return Text;
}

void RateTable::update(const Counts &New, Clock::time_point Now) {
  std::chrono::duration<double> Step = Now - LastTime;
  std::map<std::string, Row> ByName;
  for (const auto &[Key, Count] : New) {
    Row &R = ByName[Key.second];
    R.Event = Key.second;
    R.Count += Count;
    auto It = Last.find(Key);
    if (It == Last.end() || Step.count() <= 0)
      continue;
    double Change = double(Count) - double(It->second);
    R.HasRate = true;
    R.Rate += Change / Step.count();
    Sums[R.Event] += Change;
  }
  if (!HasLast)
    First = Now;
  std::chrono::duration<double> All = Now - First;
  Rows.clear();
  for (auto &[Name, R] : ByName) {
    if (All.count() > 0)
      R.Mean = Sums[Name] / All.count();
    std::deque<double> &Rates = Recent[Name];
    if (R.HasRate)
      Rates.push_back(R.Rate);
    if (Rates.size() > MostSteps)
      Rates.pop_front();
    Rows.push_back(R);
  }
  Last = New;
  LastTime = Now;
  HasLast = true;
}

void RateTable::print(raw_ostream &OS, size_t MostRows, Order By,
                      size_t Columns) const {
  std::vector<Row> Sorted = Rows;
  if (By == ByRate)
    sort(Sorted, [](const Row &A, const Row &B) {
      return std::make_tuple(-std::fabs(A.Rate), -A.Count, StringRef(A.Event)) <
             std::make_tuple(-std::fabs(B.Rate), -B.Count, StringRef(B.Event));
    });
  std::vector<std::string> Heads = {"event", "rate/s", "mean/s", "count"};
  std::vector<Table::Align> Aligns = {Table::Left, Table::Right, Table::Right,
                                      Table::Right};
  std::vector<std::vector<std::string>> Cells;
  for (const Row &R : ArrayRef(Sorted).take_front(MostRows))
    Cells.push_back({R.Event, R.HasRate ? rateText(R.Rate) : "",
                     R.HasRate ? rateText(R.Mean) : "", grouped(R.Count)});
  size_t Used = 0;
  for (size_t I = 0; I != Heads.size(); ++I) {
    size_t Widest = Heads[I].size();
    for (const auto &OfRow : Cells)
      Widest = std::max(Widest, columnsOf(shownText(OfRow[I])));
    Used += Widest + Table::Gap;
  }
  size_t Steps = std::min(Columns - std::min(Columns, Used), MostSteps);
  bool HasSparklines = Steps >= LeastSteps;
  if (HasSparklines) {
    Heads.push_back("last");
    Aligns.push_back(Table::Left);
  }
  Table T(Heads, Aligns);
  for (auto &&[R, OfRow] : zip(Sorted, Cells)) {
    if (HasSparklines)
      OfRow.push_back(sparkline(Recent.find(R.Event)->second, Steps));
    T.add(std::move(OfRow));
  }
  if (Columns)
    T.print(OS, Columns);
  else
    T.print(OS);
  if (Sorted.size() > MostRows)
    OS << "and " << Sorted.size() - MostRows << " other events\n";
}
