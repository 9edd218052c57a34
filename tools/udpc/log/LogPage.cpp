//===- LogPage.cpp - Writes logs as a page with charts --------------------===//
//
// The charts are SVG in the page, which needs no script.
//
//===----------------------------------------------------------------------===//

#include "LogPageHead.h" // Of LogPage.html, made by CMake.
#include "profdata/ShownText.h"
#include "tools/udpc/log/LogView.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Points of a chart; more intervals are combined.
static constexpr size_t MostPoints = 600;
static constexpr double Width = 400, Height = 140, Left = 54, Right = 8,
                        Top = 8, Bottom = 22;

static std::string html(StringRef Text) {
  std::string Escaped;
  raw_string_ostream OS(Escaped);
  printHTMLEscaped(shownText(Text), OS);
  return Escaped;
}

namespace {
/// A chart of one event.
class Chart {
public:
  Chart(raw_ostream &OS, const ShownRun &R, const LogSeries &S, size_t Event,
        const LogView &View)
      : OS(OS), R(R), S(S), Event(Event), View(View) {
    uint64_t Step =
        S.Intervals.size() <= MostPoints
            ? 0
            : (S.Intervals.back().End - S.Intervals.front().Begin) / MostPoints;
    Intervals = combine(S.Intervals, Step);
    for (const LogInterval &I : Intervals)
      if (std::optional<double> Rate = I.rate(Event)) {
        High = std::max(High, *Rate);
        Low = std::min(Low, *Rate);
      }
    if (High == Low)
      High = Low + 1;
  }
  void print();

private:
  double x(uint64_t Time) const {
    double Begin = Intervals.front().Begin, End = Intervals.back().End;
    return Left +
           (double(Time) - Begin) / (End - Begin) * (Width - Left - Right);
  }
  double y(double Rate) const {
    return Height - Bottom -
           (Rate - Low) / (High - Low) * (Height - Top - Bottom);
  }
  void printAxes();
  void printLine();
  void printOdd();
  void printTitles();

  raw_ostream &OS;
  const ShownRun &R;
  const LogSeries &S;
  size_t Event;
  const LogView &View;
  std::vector<LogInterval> Intervals;
  double Low = 0, High = 0;
};
} // namespace

static std::string coordinate(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f", Value);
  return Text;
}

/// "15:04:05" of "2026-11-22 15:04:05.123".
static StringRef clockOf(StringRef Time) {
  return Time.size() < 19 ? Time : Time.substr(11, 8);
}

void Chart::printAxes() {
  for (double Rate : {Low, (Low + High) / 2, High})
    OS << "<line class=grid x1=" << coordinate(Left)
       << " x2=" << coordinate(Width - Right) << " y1=" << coordinate(y(Rate))
       << " y2=" << coordinate(y(Rate))
       << "></line><text class=y x=" << coordinate(Left - 6)
       << " y=" << coordinate(y(Rate) + 4) << '>' << rateText(Rate)
       << "</text>\n";
  uint64_t Begin = Intervals.front().Begin, End = Intervals.back().End;
  for (uint64_t Time : {Begin, Begin + (End - Begin) / 2, End}) {
    StringRef Anchor = Time == Begin ? "start" : Time == End ? "end" : "middle";
    OS << "<text text-anchor=" << Anchor << " x=" << coordinate(x(Time))
       << " y=" << coordinate(Height - 6) << '>'
       << clockOf(timeText(R.Run->wallTime(Time))) << "</text>\n";
  }
}

/// A step for each interval; gaps where the rate is unknown.
void Chart::printLine() {
  OS << "<path class=line d=\"";
  bool IsDrawing = false;
  for (const LogInterval &I : Intervals) {
    std::optional<double> Rate = I.rate(Event);
    if (!Rate) {
      IsDrawing = false;
      continue;
    }
    OS << (IsDrawing ? 'L' : 'M') << coordinate(x(I.Begin)) << ' '
       << coordinate(y(*Rate)) << 'H' << coordinate(x(I.End));
    IsDrawing = true;
  }
  OS << "\"></path>\n";
}

void Chart::printOdd() {
  for (const Finding &F : View.Findings)
    if (F.Series == &S && F.Event == Event)
      OS << "<rect class=odd x=" << coordinate(x(F.Begin))
         << " y=" << coordinate(Top)
         << " width=" << coordinate(std::max(x(F.End) - x(F.Begin), 2.0))
         << " height=" << coordinate(Height - Top - Bottom) << "><title>"
         << kindWord(F.Odd.What) << ": usually " << rateText(F.Odd.Usual)
         << "/s, then " << rateText(F.Odd.Rate) << "/s</title></rect>\n";
}

/// What a pointer over an interval shows.
void Chart::printTitles() {
  for (const LogInterval &I : Intervals) {
    std::optional<double> Rate = I.rate(Event);
    OS << "<rect class=at x=" << coordinate(x(I.Begin))
       << " y=" << coordinate(Top)
       << " width=" << coordinate(std::max(x(I.End) - x(I.Begin), 0.5))
       << " height=" << coordinate(Height - Top - Bottom) << "><title>"
       << timeText(R.Run->wallTime(I.End)) << ": "
       << (Rate ? rateText(*Rate) + "/s" : "reset") << "</title></rect>\n";
  }
}

void Chart::print() {
  if (Intervals.empty())
    return;
  OS << "<svg viewBox=\"0 0 " << Width << ' ' << Height
     << "\" role=img aria-label=\"" << html(R.Run->Events[Event])
     << " over time\">\n";
  printAxes();
  printLine();
  printTitles();
  printOdd();
  OS << "</svg>\n";
}

/// Its least, mean and largest rate, and the last count.
static void printEvent(raw_ostream &OS, const ShownRun &R, const LogSeries &S,
                       size_t E, const LogView &View) {
  double Least = INFINITY, Largest = -INFINITY, Sum = 0, Seconds = 0;
  for (const LogInterval &I : S.Intervals)
    if (std::optional<double> Rate = I.rate(E)) {
      Least = std::min(Least, *Rate);
      Largest = std::max(Largest, *Rate);
      Sum += double(I.change(E));
      Seconds += double(I.Covered) / 1e9;
    }
  OS << "<section><h3>" << html(R.Run->Events[E]) << "</h3>\n<p>";
  if (Seconds > 0)
    OS << "mean " << rateText(Sum / Seconds) << "/s, least " << rateText(Least)
       << ", largest " << rateText(Largest);
  if (!S.Thread && !R.Run->Snapshots.empty())
    OS << "; count " << grouped(R.Run->Snapshots.back().count(E));
  OS << "</p>\n";
  Chart(OS, R, S, E, View).print();
  for (const Finding &F : View.Findings)
    if (F.Series == &S && F.Event == E)
      OS << "<p class=warn>" << kindWord(F.Odd.What) << " from "
         << timeText(R.Run->wallTime(F.Begin)) << " to "
         << timeText(R.Run->wallTime(F.End)) << ": usually "
         << rateText(F.Odd.Usual) << "/s, then " << rateText(F.Odd.Rate)
         << "/s</p>\n";
  OS << "</section>\n";
}

void udpc::printLogPage(raw_ostream &OS, const LogView &View) {
  OS << LogPageHead;
  for (const ShownRun &R : View.Runs) {
    const LogRun &Run = *R.Run;
    OS << "<h2>" << html(R.name()) << "</h2>\n<p class=soft>";
    if (!Run.Command.empty())
      OS << "<code>" << html(Run.Command) << "</code> ";
    OS << html(Run.Host) << ", since " << timeText(Run.wallTime(Run.Began))
       << ", " << Run.Snapshots.size() << " snapshots"
       << (Run.HasEnded ? ", ended" : "") << "</p>\n";
    for (const LogSeries &S : R.Series) {
      if (S.Thread)
        OS << "<h3>thread " << threadText(S.Thread) << "</h3>\n";
      OS << "<div class=charts>\n";
      for (size_t E : R.Events)
        printEvent(OS, R, S, E, View);
      OS << "</div>\n";
    }
  }
  OS << "</main>\n</body>\n</html>\n";
}
