//===- LogChart.cpp - A chart of one event over time ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/log/view/LogChart.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Maximum number of points of a chart. Each has a tooltip, so this limits the
/// size of a page with many events.
static constexpr size_t MostPoints = 300;
static constexpr double Width = 400, Height = 150, Right = 10, Top = 8,
                        Bottom = 22;
/// The space between a label and the chart.
static constexpr double LabelGap = 6;

namespace {
/// Intervals that share a step of the chart.
struct Point {
  uint64_t Begin = 0, End = 0;
  double Change = 0, Seconds = 0; ///< Without seconds the rate is unknown.
  double Least = INFINITY, Largest = -INFINITY;

  bool isKnown() const { return Seconds > 0; }
  double rate() const { return Change / Seconds; }
};

class Chart {
public:
  Chart(raw_ostream &OS, const ShownRun &R, const LogSeries &S, size_t Event,
        const LogView &View, const LogSpan &Span);
  void print();

private:
  double x(uint64_t Time) const {
    double At = std::clamp(double(Time), double(Span.Begin), double(Span.End));
    return Left + (At - double(Span.Begin)) / double(Span.End - Span.Begin) *
                      (Width - Left - Right);
  }
  double y(double Rate) const {
    return Height - Bottom -
           (Rate - Low) / (High - Low) * (Height - Top - Bottom);
  }
  void addPoints();
  void setScale();
  void printRates();
  void printTimes();
  void printBand();
  void printLine();
  void printAnomalies();
  void printReadings();

  raw_ostream &OS;
  const ShownRun &R;
  const LogSeries &S;
  size_t Event;
  const LogView &View;
  LogSpan Span;
  std::vector<Point> Points;
  double Low = 0, High = 0, RateStep = 1;
  /// The grid: multiples of RateStep from Low to High, and their labels.
  std::vector<std::pair<double, std::string>> Rates;
  double Left = 0;
};
} // namespace

static std::string coordinate(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f", Value);
  return Text;
}

std::string udpc::shortNumber(double Value) {
  static constexpr StringLiteral Units[] = {"", " k", " M", " G", " T", " P"};
  size_t Unit = 0;
  // 999,600 is "1 M", not "1e+03 k".
  while (std::fabs(Value) >= 999.5 && Unit + 1 != std::size(Units)) {
    Value /= 1000;
    ++Unit;
  }
  std::string Text;
  raw_string_ostream(Text) << format("%.3g", Value) << Units[Unit];
  return Text;
}

double udpc::spaceForLabels(ArrayRef<std::string> Labels) {
  // At most 0.64 of the font size of 11, the width of a digit.
  constexpr double CharacterWidth = 7, Least = 40;
  double Widest = Least;
  for (const std::string &Label : Labels)
    Widest = std::max(Widest, CharacterWidth * double(Label.size()));
  return Widest + LabelGap;
}

/// Returns the smallest of 1, 2, 2.5, 5 times a power of ten that divides \p
/// Length into \p Most steps or fewer.
static double roundStep(double Length, unsigned Most) {
  double Power = std::pow(10, std::floor(std::log10(Length / Most)));
  for (double Factor : {1.0, 2.0, 2.5, 5.0, 10.0})
    if (Length / (Power * Factor) <= Most)
      return Power * Factor;
  return Power * 20;
}

Chart::Chart(raw_ostream &OS, const ShownRun &R, const LogSeries &S,
             size_t Event, const LogView &View, const LogSpan &Span)
    : OS(OS), R(R), S(S), Event(Event), View(View), Span(Span) {
  addPoints();
  setScale();
}

void Chart::addPoints() {
  uint64_t Step = S.Intervals.size() <= MostPoints
                      ? 0
                      : (Span.End - Span.Begin) / MostPoints;
  bool IsFull = true;
  for (const LogInterval &I : S.Intervals) {
    std::optional<double> Rate = I.rate(Event);
    // Series of threads have gaps.
    if (IsFull || I.Begin != Points.back().End ||
        Points.back().isKnown() != Rate.has_value()) {
      Points.emplace_back();
      Points.back().Begin = I.Begin;
    }
    Point &P = Points.back();
    P.End = I.End;
    if (Rate) {
      P.Change += double(I.change(Event));
      P.Seconds += double(I.Covered) / 1e9;
      P.Least = std::min(P.Least, *Rate);
      P.Largest = std::max(P.Largest, *Rate);
    }
    IsFull = P.End - P.Begin >= Step;
  }
}

/// Sets the scale: from 0 or less to the highest rate, in round steps.
void Chart::setScale() {
  for (const Point &P : Points)
    if (P.isKnown()) {
      Low = std::min(Low, P.Least);
      High = std::max(High, P.Largest);
    }
  if (High == Low)
    High = Low + 1;
  RateStep = roundStep(High - Low, 4);
  Low = std::floor(Low / RateStep) * RateStep;
  High = std::ceil(High / RateStep) * RateStep;
  int Steps = int(std::lround((High - Low) / RateStep));
  std::vector<std::string> Labels;
  for (int I = 0; I <= Steps; ++I) {
    double Rate = Low + I * RateStep;
    // 3 * 0.1 - 0.3 is not 0.
    if (std::fabs(Rate) < RateStep / 2)
      Rate = 0;
    Labels.push_back(shortNumber(Rate));
    Rates.push_back({Rate, Labels.back()});
  }
  Left = spaceForLabels(Labels);
}

void Chart::printRates() {
  for (const auto &[Rate, Label] : Rates)
    OS << "<line class=\"grid" << (Rate == 0 ? " zero" : "")
       << "\" x1=" << coordinate(Left) << " x2=" << coordinate(Width - Right)
       << " y1=" << coordinate(y(Rate)) << " y2=" << coordinate(y(Rate))
       << "></line><text class=y x=" << coordinate(Left - LabelGap)
       << " y=" << coordinate(y(Rate) + 4) << '>' << Label << "</text>\n";
}

/// Returns "15:04:05" of "2026-11-22 15:04:05.123"; "11-22 15:04" if the chart
/// is longer than a day.
static StringRef clockOf(StringRef Time, bool IsLong) {
  if (Time.size() < 19)
    return Time;
  return IsLong ? Time.substr(5, 11) : Time.substr(11, 8);
}

/// Prints the clock; for short runs and those without a clock, seconds since
/// the start.
void Chart::printTimes() {
  double Seconds = Span.seconds();
  auto Print = [&](uint64_t Time, StringRef Anchor, const Twine &Text) {
    OS << "<text text-anchor=" << Anchor << " x=" << coordinate(x(Time))
       << " y=" << coordinate(Height - 6) << '>' << Text << "</text>\n";
  };
  if (Seconds > 300 && R.Run->WallTime) {
    for (uint64_t Time :
         {Span.Begin, Span.Begin + (Span.End - Span.Begin) / 2, Span.End})
      Print(Time,
            Time == Span.Begin ? "start"
            : Time == Span.End ? "end"
                               : "middle",
            clockOf(timeText(R.Run->wallTime(Time)), Seconds > 86400));
    return;
  }
  double Step = roundStep(Seconds, 5);
  for (double At = 0; At <= Seconds; At += Step)
    Print(Span.Begin + uint64_t(At * 1e9),
          At == 0               ? "start"
          : At > Seconds * 0.95 ? "end"
                                : "middle",
          shortNumber(At) + " s");
}

/// Calls \p Each with each stretch of points without a gap.
template <typename Function>
static void forEachStretch(ArrayRef<Point> Points, Function Each) {
  while (!Points.empty()) {
    size_t N = 0;
    while (N != Points.size() && Points[N].isKnown() &&
           (!N || Points[N].Begin == Points[N - 1].End))
      ++N;
    if (N)
      Each(Points.take_front(N));
    Points = Points.drop_front(std::max<size_t>(N, 1));
  }
}

/// Prints the lowest to highest rate, where they differ.
void Chart::printBand() {
  if (none_of(Points, [](const Point &P) { return P.Least < P.Largest; }))
    return;
  OS << "<path class=band d=\"";
  forEachStretch(Points, [&](ArrayRef<Point> Stretch) {
    OS << 'M';
    for (const Point &P : Stretch)
      OS << coordinate(x(P.Begin)) << ' ' << coordinate(y(P.Largest)) << 'H'
         << coordinate(x(P.End)) << 'L';
    for (const Point &P : reverse(Stretch))
      OS << coordinate(x(P.End)) << ' ' << coordinate(y(P.Least)) << 'H'
         << coordinate(x(P.Begin)) << (&P == &Stretch.front() ? 'Z' : 'L');
  });
  OS << "\"></path>\n";
}

/// Prints a step for each point, and the area below; gaps where the rate is
/// unknown.
void Chart::printLine() {
  std::string Line, Area;
  raw_string_ostream L(Line), A(Area);
  forEachStretch(Points, [&](ArrayRef<Point> Stretch) {
    char Begin = 'M';
    std::string Part;
    raw_string_ostream P(Part);
    for (const Point &Point : Stretch) {
      P << Begin << coordinate(x(Point.Begin)) << ' '
        << coordinate(y(Point.rate())) << 'H' << coordinate(x(Point.End));
      Begin = 'L';
    }
    L << Part;
    A << Part << 'V' << coordinate(y(0)) << 'H'
      << coordinate(x(Stretch.front().Begin)) << 'Z';
  });
  OS << "<path class=area d=\"" << Area << "\"></path>\n<path class=line d=\""
     << Line << "\"></path>\n";
}

void Chart::printAnomalies() {
  for (const Finding &F : View.Findings)
    if (F.Series == &S && F.Event == Event)
      OS << "<rect class=\"odd "
         << (F.Change.Rate > F.Change.Usual ? "more" : "less")
         << "\" x=" << coordinate(x(F.Begin)) << " y=" << coordinate(Top)
         << " width=" << coordinate(std::max(x(F.End) - x(F.Begin), 2.0))
         << " height=" << coordinate(Height - Top - Bottom) << "></rect>\n";
}

/// Prints time and rate of each point, which the style sheet shows while the
/// pointer is above it: the title of an SVG element would come after a second.
void Chart::printReadings() {
  for (const Point &P : Points) {
    double Begin = x(P.Begin), End = x(P.End);
    bool IsRight = Begin + End > Left + Width - Right;
    OS << "<g class=at><rect x=" << coordinate(Begin)
       << " y=" << coordinate(Top)
       << " width=" << coordinate(std::max(End - Begin, 0.5))
       << " height=" << coordinate(Height - Top - Bottom) << "></rect><text"
       << (IsRight ? " text-anchor=end x=" : " x=")
       << coordinate(IsRight ? Width - Right : Left) << " y=" << Top + 3 << '>'
       << timeText(R.Run->wallTime(P.End)) << ": ";
    if (!P.isKnown())
      OS << "reset";
    else
      OS << rateText(P.rate()) << "/s";
    if (P.isKnown() && P.Least < P.Largest)
      OS << " (" << rateText(P.Least) << " to " << rateText(P.Largest) << ')';
    OS << "</text></g>\n";
  }
}

void Chart::print() {
  OS << "<svg class=chart viewBox=\"0 0 " << Width << ' ' << Height
     << "\" role=img aria-label=\"";
  printHTMLEscaped(shownText(R.Run->Events[Event]), OS);
  OS << " over time\">\n";
  printAnomalies();
  printRates();
  printTimes();
  printBand();
  printLine();
  printReadings();
  OS << "</svg>\n";
}

void udpc::printLogChart(raw_ostream &OS, const ShownRun &R, const LogSeries &S,
                         size_t Event, const LogView &View,
                         const LogSpan &Span) {
  if (!S.Intervals.empty() && Span.End > Span.Begin)
    Chart(OS, R, S, Event, View, Span).print();
}
