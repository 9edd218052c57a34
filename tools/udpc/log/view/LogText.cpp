//===- LogText.cpp - Prints logs as tables --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/log/view/LogView.h"
#include "tools/udpc/output/Tables.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

std::string ShownRun::name() const {
  std::string Text = "process " + std::to_string(Run->Pid);
  if (!Run->Program.empty())
    Text += " (" + Run->Program + ")";
  return Text;
}

std::string udpc::threadText(std::optional<uint32_t> Thread) {
  if (!Thread)
    return "";
  if (*Thread == log::OtherThreads)
    return "others";
  return std::to_string(*Thread);
}

std::string udpc::rateText(double Rate) {
  if (std::fabs(Rate) >= 100 && std::fabs(Rate) < 9e18)
    return grouped(std::llround(Rate));
  std::string Text;
  raw_string_ostream(Text) << format("%.3g", Rate);
  return Text;
}

std::string udpc::timeText(uint64_t WallTime) {
  if (!WallTime)
    return "?";
  sys::TimePoint<> Time(std::chrono::duration_cast<sys::TimePoint<>::duration>(
      std::chrono::nanoseconds(WallTime)));
  return formatv("{0:%Y-%m-%d %H:%M:%S.%L}", Time).str();
}

std::string udpc::secondsText(uint64_t Nanoseconds) {
  std::string Text;
  raw_string_ostream(Text) << format("%.4g", double(Nanoseconds) / 1e9);
  return Text;
}

/// Prints "process 12 (app) on host since ...: 5 snapshots, has ended".
static void printHead(raw_ostream &OS, const ShownRun &R) {
  const LogRun &Run = *R.Run;
  std::string Text = shownText(R.name());
  if (!Run.Host.empty())
    Text += " on " + shownText(Run.Host);
  if (Run.WallTime)
    Text += " since " + timeText(Run.wallTime(Run.Began));
  size_t N = Run.Snapshots.size();
  printSentence(OS, Text + ": " + Twine(N) +
                        (N == 1 ? " snapshot" : " snapshots") +
                        (Run.HasEnded ? ", ended" : ""));
}

static std::string cellOf(const LogInterval &I, size_t Event) {
  std::optional<double> Rate = I.rate(Event);
  return Rate ? rateText(*Rate) : "reset";
}

void udpc::printLogTable(raw_ostream &OS, const LogView &View, uint64_t Step) {
  bool First = true;
  for (const ShownRun &R : View.Runs) {
    if (!First)
      OS << '\n';
    First = false;
    printHead(OS, R);
    bool HasThreads = any_of(
        R.Series, [](const LogSeries &S) { return S.Thread.has_value(); });
    std::vector<std::string> Heads = {"time", "seconds"};
    std::vector<Table::Align> Aligns = {Table::Fixed, Table::Right};
    if (HasThreads) {
      Heads.insert(Heads.begin(), "thread");
      Aligns.insert(Aligns.begin(), Table::Right);
    }
    for (size_t E : R.Events) {
      Heads.push_back(R.Run->Events[E] + "/s");
      Aligns.push_back(Table::Right);
    }
    Table T(Heads, Aligns);
    T.setKeys(HasThreads ? 3 : 2);
    for (const LogSeries &S : R.Series)
      for (const LogInterval &I : combine(S.Intervals, Step)) {
        std::vector<std::string> Cells = {timeText(R.Run->wallTime(I.End)),
                                          secondsText(I.End - I.Begin)};
        if (HasThreads)
          Cells.insert(Cells.begin(), S.Thread ? threadText(S.Thread) : "all");
        for (size_t E : R.Events)
          Cells.push_back(cellOf(I, E));
        T.add(std::move(Cells));
      }
    T.print(OS);
  }
}

void udpc::printFindings(raw_ostream &OS, const LogView &View) {
  Table T(
      {"process", "thread", "event", "odd", "from", "to", "usual/s", "then/s"},
      {Table::Right, Table::Right, Table::Left, Table::Left, Table::Fixed,
       Table::Fixed, Table::Right, Table::Right});
  T.setKeys(4);
  for (const Finding &F : View.Findings) {
    const LogRun &Run = *F.Run->Run;
    T.add({std::to_string(Run.Pid), threadText(F.Series->Thread),
           Run.Events[F.Event], kindWord(F.Change.What).str(),
           timeText(Run.wallTime(F.Begin)), timeText(Run.wallTime(F.End)),
           rateText(F.Change.Usual), rateText(F.Change.Rate)});
  }
  if (!View.Findings.empty())
    T.print(OS);
}
