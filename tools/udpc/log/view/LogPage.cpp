//===- LogPage.cpp - Writes logs as a page --------------------------------===//
//
// Writes the page of `udpc log --html`. The charts are SVG and need no script.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LogPageHead.h" // Of LogPage.html, made by CMake.
#include "profdata/support/ShownText.h"
#include "tools/udpc/log/view/LogChart.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Findings shown at first in a card, maximum number of them, and rows of the
/// overview.
static constexpr size_t FirstFindings = 3, MostFindings = 50, MostLanes = 12;

static std::string html(StringRef Text) {
  std::string Escaped;
  raw_string_ostream OS(Escaped);
  printHTMLEscaped(shownText(Text), OS);
  return Escaped;
}

/// Returns the whole span of \p R in the log.
static LogSpan spanOf(const ShownRun &R) {
  LogSpan Span;
  for (const LogSeries &S : R.Series)
    if (!S.Intervals.empty()) {
      uint64_t Begin = S.Intervals.front().Begin;
      Span.Begin = Span.End ? std::min(Span.Begin, Begin) : Begin;
      Span.End = std::max(Span.End, S.Intervals.back().End);
    }
  return Span;
}

/// Formats a duration: "40.2 s", "3 h 20 min".
static std::string lengthText(double Seconds) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Minutes = uint64_t(Seconds / 60);
  if (Seconds < 180)
    OS << format("%.3g s", Seconds);
  else if (Minutes < 180)
    OS << Minutes << " min";
  else if (Minutes < 2 * 24 * 60)
    OS << Minutes / 60 << " h " << Minutes % 60 << " min";
  else
    OS << Minutes / (24 * 60) << " days " << Minutes / 60 % 24 << " h";
  return Text;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// Formats a change: "+25%", "-62%", "12 times".
static std::string changeText(const Anomaly &Change) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Change.Usual == 0 || (Change.Usual < 0) != (Change.Rate < 0))
    return Text;
  double Ratio = Change.Rate / Change.Usual;
  if (Ratio >= 10)
    OS << format("%.3g times", Ratio);
  else
    OS << format("%+.3g%%", (Ratio - 1) * 100);
  return Text;
}

/// Prints how much, when, and both rates.
static void printChange(raw_ostream &OS, const LogRun &Run, const Finding &F) {
  OS << ' ' << changeText(F.Change) << " from "
     << timeText(Run.wallTime(F.Begin)) << " for "
     << lengthText(double(F.End - F.Begin) / 1e9) << ": usually "
     << shortNumber(F.Change.Usual) << "/s, then " << shortNumber(F.Change.Rate)
     << "/s";
}

static void printFinding(raw_ostream &OS, const LogRun &Run, const Finding &F) {
  OS << "<li><b>" << kindWord(F.Change.What) << "</b>";
  printChange(OS, Run, F);
  OS << "</li>\n";
}

static void printFindingsOf(raw_ostream &OS, const LogRun &Run,
                            ArrayRef<const Finding *> Found) {
  auto Print = [&](ArrayRef<const Finding *> Some) {
    OS << "<ul class=warn>\n";
    for (const Finding *F : Some)
      printFinding(OS, Run, *F);
    OS << "</ul>\n";
  };
  if (Found.empty())
    return;
  Print(Found.take_front(FirstFindings));
  Found = Found.drop_front(std::min(FirstFindings, Found.size()));
  if (Found.empty())
    return;
  OS << "<details><summary>and " << Found.size() << " more</summary>\n";
  Print(Found.take_front(MostFindings));
  if (Found.size() > MostFindings)
    OS << "<p>The rest: <code>udpc log --check</code></p>\n";
  OS << "</details>\n";
}

/// Prints a row for each event with findings, so that simultaneous findings are
/// in one column.
static void printOverview(raw_ostream &OS, const ShownRun &R,
                          const LogView &View, const LogSpan &Span) {
  MapVector<size_t, std::vector<const Finding *>> ByEvent;
  size_t Number = 0;
  for (const Finding &F : View.Findings)
    if (F.Run == &R && F.Series == &R.Series.front()) {
      ByEvent[F.Event].push_back(&F);
      ++Number;
    }
  if (ByEvent.empty())
    return;
  OS << "<section class=overview><h3>What varies oddly</h3>\n<p>" << Number
     << (Number == 1 ? " stretch" : " stretches") << " of " << ByEvent.size()
     << (ByEvent.size() == 1 ? " event" : " events")
     << ": <span class=more>more</span> and <span class=less>less</span> than "
        "usual</p>\n";
  constexpr double Wide = 1000;
  auto X = [&](uint64_t Time) {
    return double(Time - Span.Begin) / double(Span.End - Span.Begin) * Wide;
  };
  size_t NumLanes = 0;
  for (auto &[Event, Found] : ByEvent) {
    if (NumLanes++ == MostLanes) {
      OS << "<p>and " << ByEvent.size() - MostLanes << " other events</p>\n";
      break;
    }
    OS << "<div class=lane><span title=\"" << html(R.Run->Events[Event])
       << "\">" << html(R.Run->Events[Event])
       << "</span><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=none>";
    for (const Finding *F : Found) {
      OS << "<rect class="
         << (F->Change.Rate > F->Change.Usual ? "more" : "less")
         << format(" x=%.1f y=0 width=%.1f height=10>", X(F->Begin),
                   std::max(X(F->End) - X(F->Begin), 3.0))
         << "<title>" << kindWord(F->Change.What);
      printChange(OS, *R.Run, *F);
      OS << "</title></rect>";
    }
    OS << "</svg></div>\n";
  }
  OS << "</section>\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

/// Prints a card: mean, lowest and highest rate, the last count, a chart.
static void printEvent(raw_ostream &OS, const ShownRun &R, const LogSeries &S,
                       size_t E, const LogView &View, const LogSpan &Span) {
  double Least = INFINITY, Largest = -INFINITY, Sum = 0, Seconds = 0;
  for (const LogInterval &I : S.Intervals)
    if (std::optional<double> Rate = I.rate(E)) {
      Least = std::min(Least, *Rate);
      Largest = std::max(Largest, *Rate);
      Sum += double(I.change(E));
      Seconds += double(I.Covered) / 1e9;
    }
  OS << "<section><header><h3>" << html(R.Run->Events[E]) << "</h3>";
  if (Seconds > 0)
    OS << "<span class=mean title=\"mean: " << rateText(Sum / Seconds)
       << "/s\">" << shortNumber(Sum / Seconds) << "/s</span>";
  OS << "</header>\n<p>";
  if (Seconds > 0)
    OS << "least " << shortNumber(Least) << ", largest "
       << shortNumber(Largest);
  if (!S.Thread && !R.Run->Snapshots.empty())
    OS << "; count " << grouped(R.Run->Snapshots.back().count(E));
  OS << "</p>\n";
  printLogChart(OS, R, S, E, View, Span);
  std::vector<const Finding *> Found;
  for (const Finding &F : View.Findings)
    if (F.Series == &S && F.Event == E)
      Found.push_back(&F);
  // Sort the findings with the largest difference first.
  auto Difference = [](const Finding *F) {
    return std::fabs(F->Change.Rate - F->Change.Usual) *
           double(F->End - F->Begin);
  };
  sort(Found, [&](const Finding *A, const Finding *B) {
    return std::make_pair(-Difference(A), A->Begin) <
           std::make_pair(-Difference(B), B->Begin);
  });
  printFindingsOf(OS, *R.Run, Found);
  OS << "</section>\n";
}

/// Prints the events of a series. Events without counts have one line instead
/// of charts.
static void printSeries(raw_ostream &OS, const ShownRun &R, const LogSeries &S,
                        const LogView &View, const LogSpan &Span) {
  if (S.Thread)
    OS << "<h3>thread " << threadText(S.Thread) << "</h3>\n";
  std::vector<std::string> Silent;
  OS << "<div class=charts>\n";
  for (size_t E : R.Events)
    if (any_of(S.Intervals, [&](const LogInterval &I) { return I.change(E); }))
      printEvent(OS, R, S, E, View, Span);
    else
      Silent.push_back(html(R.Run->Events[E]));
  OS << "</div>\n";
  if (!Silent.empty())
    OS << "<p class=soft>Counted nothing here: " << join(Silent, ", ")
       << "</p>\n";
}

static void printRun(raw_ostream &OS, const ShownRun &R, const LogView &View) {
  const LogRun &Run = *R.Run;
  LogSpan Span = spanOf(R);
  OS << "<h2>" << html(R.name()) << "</h2>\n<p class=soft>";
  if (!Run.Command.empty())
    OS << "<code>" << html(Run.Command) << "</code><br>\n";
  if (!Run.Host.empty())
    OS << "on " << html(Run.Host) << ", ";
  OS << "since " << timeText(Run.wallTime(Run.Began)) << "; "
     << Run.Snapshots.size()
     << (Run.Snapshots.size() == 1 ? " snapshot" : " snapshots");
  if (Span.End)
    OS << " in " << lengthText(Span.seconds());
  OS << (Run.HasEnded ? "; ended" : "; had not ended") << "</p>\n";
  if (Span.End > Span.Begin)
    printOverview(OS, R, View, Span);
  for (const LogSeries &S : R.Series)
    printSeries(OS, R, S, View, Span);
}

void udpc::printLogPage(raw_ostream &OS, const LogView &View) {
  auto [Before, After] = StringRef(LogPageHead).split("@programs@");
  std::vector<std::string> Programs;
  for (const ShownRun &R : View.Runs)
    if (std::string Name = html(R.Run->Program);
        !Name.empty() && !is_contained(Programs, Name))
      Programs.push_back(Name);
  OS << Before << join(Programs, ", ") << After;
  for (const ShownRun &R : View.Runs)
    printRun(OS, R, View);
  OS << "<footer>Counts per second, by udpc. A step is the mean of its "
        "interval; a band is the least and the largest rate of the intervals "
        "that share a step. Shaded stretches vary oddly: <code>udpc log "
        "--check</code>.</footer>\n</main>\n</body>\n</html>\n";
}
