//===- CounterLogView.cpp - Output of counter logs ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/machine/counters/CounterLogView.h"
#include "LogPageHead.h" // Of LogPage.html, made by CMake.
#include "profdata/support/ShownText.h"
#include "tools/udpc/log/view/LogChart.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

static std::string html(StringRef Text) {
  std::string Escaped;
  raw_string_ostream OS(Escaped);
  printHTMLEscaped(shownText(Text), OS);
  return Escaped;
}

/// Formats six digits, enough for a plot or a spreadsheet.
static std::string ratioText(std::optional<double> Ratio) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Ratio)
    OS << format("%.6g", *Ratio);
  return Text;
}

/// Returns whether a log has both counters of \p R.
static bool hasRatio(ArrayRef<ShownCounterLog> Logs, const CounterRatio &R) {
  return any_of(Logs, [&](const ShownCounterLog &L) {
    const CounterSample &First = L.Log.Samples.front();
    return First.Has[R.Part] && First.Has[R.Whole];
  });
}

static bool isEverCounted(ArrayRef<ShownCounterLog> Logs, unsigned Counter) {
  return any_of(Logs, [&](const ShownCounterLog &L) {
    return any_of(L.Log.Samples, [&](const CounterSample &S) {
      return S.Counters[Counter] != 0;
    });
  });
}

/// Returns the counters whose names are \p Shown.
static SmallVector<unsigned> shownCounters(IsShown Shown) {
  SmallVector<unsigned> Result;
  for (unsigned I = 0; I != NumMachineCounters; ++I)
    if (Shown(machineCounterName(I)))
      Result.push_back(I);
  return Result;
}

static SmallVector<const CounterRatio *> shownRatios(IsShown Shown) {
  SmallVector<const CounterRatio *> Result;
  for (const CounterRatio &R : counterRatios())
    if (Shown(R.Name))
      Result.push_back(&R);
  return Result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void udpc::printCounterTable(raw_ostream &OS, ArrayRef<ShownCounterLog> Logs,
                             IsShown Shown, bool HasCounters) {
  SmallVector<unsigned> Counters;
  if (HasCounters)
    Counters = shownCounters(Shown);
  SmallVector<const CounterRatio *> Ratios = shownRatios(Shown);
  erase_if(Ratios, [&](const CounterRatio *R) { return !hasRatio(Logs, *R); });
  std::vector<std::string> Heads = {"sample", "instructions", "insts",
                                    "cycles"};
  std::vector<Table::Align> Aligns(4 + Counters.size() + Ratios.size(),
                                   Table::Right);
  for (unsigned C : Counters)
    Heads.push_back(machineCounterName(C).str());
  for (const CounterRatio *R : Ratios)
    Heads.push_back(R->Name);
  for (const ShownCounterLog &L : Logs) {
    OS << shownText(L.File) << ": " << L.Log.Samples.size() << " samples\n";
    Table T(Heads, Aligns);
    T.setKeys(4);
    for (const CounterSample &S : L.Log.Samples) {
      auto Count = [&](unsigned C) -> std::string {
        return S.Has[C] ? grouped(int64_t(S.Counters[C])) : "-";
      };
      std::vector<std::string> Cells = {std::to_string(S.Number),
                                        grouped(int64_t(S.Instructions)),
                                        Count(1), Count(0)};
      for (unsigned C : Counters)
        Cells.push_back(Count(C));
      for (const CounterRatio *R : Ratios) {
        std::optional<double> Value = R->of(S);
        std::string Text;
        raw_string_ostream(Text) << format("%.3g", Value.value_or(0));
        Cells.push_back(Value ? Text : "-");
      }
      T.add(std::move(Cells));
    }
    T.print(OS);
  }
}

void udpc::printCounterCsv(raw_ostream &OS, ArrayRef<ShownCounterLog> Logs,
                           IsShown Shown) {
  SmallVector<unsigned> Counters = shownCounters(Shown);
  SmallVector<const CounterRatio *> Ratios = shownRatios(Shown);
  bool HasFiles = Logs.size() > 1;
  OS << (HasFiles ? "file," : "") << "times,total_cycles,total_inst";
  for (unsigned C : Counters)
    OS << ',' << machineCounterName(C);
  for (const CounterRatio *R : Ratios)
    OS << ',' << R->Name;
  OS << '\n';
  for (const ShownCounterLog &L : Logs)
    for (const CounterSample &S : L.Log.Samples) {
      if (HasFiles)
        OS << csvField(L.File) << ',';
      OS << S.Number << ',' << S.Cycles << ',' << S.Instructions;
      for (unsigned C : Counters) {
        OS << ',';
        if (S.Has[C])
          OS << S.Counters[C];
      }
      for (const CounterRatio *R : Ratios)
        OS << ',' << ratioText(R->of(S));
      OS << '\n';
    }
}

void udpc::printCounterJson(raw_ostream &OS, ArrayRef<ShownCounterLog> Logs,
                            IsShown Shown) {
  SmallVector<unsigned> Counters = shownCounters(Shown);
  SmallVector<const CounterRatio *> Ratios = shownRatios(Shown);
  json::OStream J(OS, 1);
  J.array([&] {
    for (const ShownCounterLog &L : Logs)
      for (const CounterSample &S : L.Log.Samples)
        J.object([&] {
          J.attribute("file", json::fixUTF8(L.File));
          J.attribute("times", S.Number);
          J.attribute("total_cycles", S.Cycles);
          J.attribute("total_inst", S.Instructions);
          for (unsigned C : Counters)
            if (S.Has[C])
              J.attribute(machineCounterName(C), S.Counters[C]);
          for (const CounterRatio *R : Ratios)
            if (std::optional<double> Value = R->of(S))
              J.attribute(R->Name, *Value);
        });
  });
  OS << '\n';
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

namespace {
/// A value for each sample, at the end of its instructions.
struct Curve {
  std::string Name, Meaning;
  std::vector<std::optional<double>> Values;
};
} // namespace

/// The chart's size, and the space for its labels above and below.
static constexpr double Width = 400, Height = 150, Bottom = 18, Top = 8;
/// Maximum number of points that a chart can show.
static constexpr size_t MostPoints = 800;

static Curve thinned(const Curve &C, size_t Step) {
  Curve Result = {C.Name, C.Meaning, {}};
  for (size_t I = 0; I < C.Values.size(); I += Step) {
    double Sum = 0;
    unsigned Number = 0;
    for (size_t K = I; K != std::min(I + Step, C.Values.size()); ++K)
      if (C.Values[K]) {
        Sum += *C.Values[K];
        ++Number;
      }
    Result.Values.push_back(Number ? std::optional(Sum / Number)
                                   : std::nullopt);
  }
  return Result;
}

static void printCurve(raw_ostream &OS, const Curve &All,
                       ArrayRef<CounterSample> Samples) {
  size_t Step = (All.Values.size() + MostPoints - 1) / MostPoints;
  Curve C = thinned(All, Step);
  double Largest = 0, Sum = 0, Least = INFINITY;
  size_t Known = 0;
  for (std::optional<double> V : All.Values)
    if (V) {
      Largest = std::max(Largest, *V);
      Least = std::min(Least, *V);
      Sum += *V;
      ++Known;
    }
  if (!Known)
    return;
  OS << "<section><header><h3>" << html(C.Name) << "</h3><span class=mean>"
     << shortNumber(Sum / double(Known)) << "</span></header>\n<p>"
     << html(C.Meaning) << "; least " << shortNumber(Least) << ", largest "
     << shortNumber(Largest) << "</p>\n<svg class=chart viewBox=\"0 0 " << Width
     << ' ' << Height << "\" role=img aria-label=\"" << html(C.Name) << "\">\n";
  double Scale = Largest > 0 ? Largest : 1;
  std::vector<std::string> Labels;
  for (double Part : {0.0, 0.5, 1.0})
    Labels.push_back(shortNumber(Part * Scale));
  const double Left = spaceForLabels(Labels);
  auto Y = [&](double V) {
    return Top + (1 - V / Scale) * (Height - Top - Bottom);
  };
  auto X = [&](size_t I) {
    return Left + double(I) / double(C.Values.size()) * (Width - Left);
  };
  for (const auto &[Index, Label] : enumerate(Labels)) {
    double Part = double(Index) / 2;
    OS << format("<path class=\"grid%s\" d=\"M%.1f %.1fH%.1f\"></path>",
                 Part == 0 ? " zero" : "", Left, Y(Part * Scale), Width)
       << format("<text class=y x=%.1f y=%.1f>", Left - 4, Y(Part * Scale) + 4)
       << Label << "</text>\n";
  }
  OS << format("<text x=%.1f y=%.1f>", Left, Height - 4)
     << shortNumber(double(Samples.front().Instructions)) << "</text>"
     << format("<text class=y x=%.1f y=%.1f>", Width, Height - 4)
     << shortNumber(double(Samples.back().Instructions))
     << " instructions</text>\n<path class=line d=\"";
  char Next = 'M';
  for (size_t I = 0; I != C.Values.size(); ++I) {
    if (!C.Values[I]) {
      Next = 'M';
      continue;
    }
    OS << Next << format("%.1f %.1fH%.1f", X(I), Y(*C.Values[I]), X(I + 1));
    Next = 'L';
  }
  OS << "\"></path>\n";
  for (size_t I = 0; I != C.Values.size(); ++I)
    if (C.Values[I])
      OS << format("<rect class=at x=%.1f y=%.1f width=%.1f height=%.1f>", X(I),
                   Top, X(I + 1) - X(I), Height - Top - Bottom)
         << "<title>sample " << Samples[I * Step].Number << ": "
         << ratioText(C.Values[I]) << "</title></rect>\n";
  OS << "</svg></section>\n";
}

static void printCharts(raw_ostream &OS, const ShownCounterLog &L,
                        ArrayRef<Curve> Curves) {
  OS << "<div class=charts>\n";
  for (const Curve &C : Curves)
    printCurve(OS, C, L.Log.Samples);
  OS << "</div>\n";
}

void udpc::printCounterPage(raw_ostream &OS, ArrayRef<ShownCounterLog> Logs,
                            IsShown Shown) {
  auto [Before, After] = StringRef(LogPageHead).split("@programs@");
  std::vector<std::string> Files;
  for (const ShownCounterLog &L : Logs)
    Files.push_back(html(L.File));
  OS << Before << join(Files, ", ") << After;
  for (const ShownCounterLog &L : Logs) {
    OS << "<h2>" << html(L.File) << "</h2>\n<p class=soft>"
       << L.Log.Samples.size() << " samples, "
       << shortNumber(double(L.Log.Samples.back().Instructions))
       << " instructions</p>\n";
    std::vector<Curve> Curves;
    for (const CounterRatio *R : shownRatios(Shown)) {
      Curves.push_back({R->Name, R->Meaning, {}});
      for (const CounterSample &S : L.Log.Samples)
        Curves.back().Values.push_back(R->of(S));
    }
    printCharts(OS, L, Curves);
    Curves.clear();
    for (unsigned I : shownCounters(Shown)) {
      if (!isEverCounted(L, I))
        continue;
      Curves.push_back({machineCounterName(I).str(),
                        "counter " + std::to_string(I) + ", of a sample",
                        {}});
      for (const CounterSample &S : L.Log.Samples)
        Curves.back().Values.push_back(double(S.Counters[I]));
    }
    OS << "<h3>Counters</h3>\n";
    printCharts(OS, L, Curves);
  }
  OS << "<footer>By udpc. Each step is a sample, or the mean of several; "
        "counters that are always 0 are left out.</footer>\n</main>\n</body>\n"
        "</html>\n";
}
