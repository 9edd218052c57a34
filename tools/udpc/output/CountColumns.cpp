//===- CountColumns.cpp - Columns of event counts -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/CountColumns.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

CountColumns::CountColumns(const Annotation &A, bool Percentages)
    : A(A), Percentages(Percentages) {
  for (size_t Event : A.Options.Show)
    Columns.push_back({Event});
  for (const EventRate &Rate : A.Options.Rates)
    Columns.push_back({Rate.Part, &Rate});
  Columns = withoutWidths().Columns;
}

size_t CountColumns::Column::width() const {
  return Number + (Share ? Share + 1 : 0) + (Cumulative ? Cumulative + 1 : 0) +
         2;
}

bool CountColumns::isSorted(const Column &C) const {
  return !C.Rate && C.Event == A.Options.Order.Sort.front();
}

StringRef CountColumns::name(const Column &C) const {
  return C.Rate ? C.Rate->Name : A.Sheet.Events[C.Event];
}

static std::string percentText(double Percent, bool Sign) {
  std::string Text;
  raw_string_ostream(Text) << format(Sign ? "%+.1f%%" : "%.1f%%", Percent);
  return Text;
}

std::string CountColumns::number(const Column &C,
                                 ArrayRef<int64_t> Counts) const {
  if (C.Rate) {
    std::optional<double> Percent = C.Rate->percent(Counts);
    return Percent ? percentText(*Percent, /*Sign=*/false) : ".";
  }
  bool Sign = A.Sheet.IsDifference && Counts[C.Event] > 0;
  return (Sign ? "+" : "") + grouped(Counts[C.Event]);
}

std::string CountColumns::share(const Column &C,
                                ArrayRef<int64_t> Counts) const {
  if (!C.HasShare || !Counts[C.Event] || !A.Sheet.Base[C.Event])
    return "";
  return percentText(A.Sheet.percent(Counts[C.Event], C.Event),
                     A.Sheet.IsDifference);
}

std::string CountColumns::cumulative(const Column &C,
                                     ArrayRef<int64_t> Counts) const {
  return Counts.empty() || !C.HasCumulative ? "" : share(C, Counts);
}

void CountColumns::measure(ArrayRef<int64_t> Counts,
                           ArrayRef<int64_t> Cumulative) {
  for (Column &C : Columns) {
    C.Count = std::max(C.Count, number(C, Counts).size());
    C.Number = std::max(C.Number, C.Count);
    C.Share = std::max(C.Share, share(C, Counts).size());
    C.Cumulative = std::max(C.Cumulative, cumulative(C, Cumulative).size());
  }
}

size_t CountColumns::width() const {
  size_t Width = 0;
  for (const Column &C : Columns)
    Width += C.width();
  return Width;
}

/// Returns \p Number columns, among them that of the sorted event, which keeps
/// the percentages \p Kept; the others have none.
std::vector<CountColumns::Column>
CountColumns::firstColumns(size_t Number, Shares Kept) const {
  std::vector<Column> First;
  bool HasSorted = false;
  for (const Column &C : Columns) {
    HasSorted |= isSorted(C);
    if (First.size() + !HasSorted == Number)
      continue;
    First.push_back(C);
    Column &New = First.back();
    if (!isSorted(C) || Kept == NoShare) {
      New.HasShare = false;
      New.Share = 0;
    }
    if (Kept != SortedAndCumulative) {
      New.HasCumulative = false;
      New.Cumulative = 0;
    }
  }
  return First;
}

void CountColumns::fit(size_t Width) {
  if (width() <= Width)
    return;
  constexpr size_t MaxName = 16;
  for (Column &C : Columns)
    C.Number = std::max(C.Count, std::min(C.Number, MaxName));
  CountColumns Fitted = *this;
  for (size_t Number = Columns.size(); Number; --Number)
    for (Shares Kept : {SortedAndCumulative, SortedShare, NoShare}) {
      Fitted.Columns = firstColumns(Number, Kept);
      if (Fitted.width() <= Width) {
        Columns = std::move(Fitted.Columns);
        return;
      }
    }
  Columns = std::move(Fitted.Columns);
}

CountColumns CountColumns::withoutWidths() const {
  CountColumns New = *this;
  for (Column &C : New.Columns) {
    C.Number = columnsOf(name(C));
    C.Count = C.Share = C.Cumulative = 0;
    C.HasShare = Percentages && !C.Rate;
    C.HasCumulative = isSorted(C);
  }
  return New;
}

std::vector<std::string> CountColumns::names() const {
  std::vector<std::string> Names;
  for (const Column &C : Columns)
    Names.push_back(name(C).str());
  return Names;
}

void CountColumns::printHead(raw_ostream &OS) const {
  WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  for (const Column &C : Columns) {
    std::string Name = elide(name(C), C.Number);
    OS.indent(C.Number - columnsOf(Name)) << Name;
    // The last has no trailing spaces.
    if (&C != &Columns.back())
      OS.indent(C.width() - C.Number);
  }
}

/// Prints \p Cell in a colour for \p Percent. Bold text and red are legible on
/// dark and on light terminals.
void CountColumns::printCoded(raw_ostream &OS, StringRef Cell,
                              double Percent) const {
  double Size = std::fabs(Percent);
  if (Size < 1) {
    OS << Cell;
    return;
  }
  raw_ostream::Colors Color = Size < 3      ? raw_ostream::SAVEDCOLOR
                              : Percent > 0 ? raw_ostream::RED
                                            : raw_ostream::GREEN;
  WithColor(OS, Color, /*Bold=*/Size < 3 || Size >= 10) << Cell;
}

void CountColumns::print(raw_ostream &OS, ArrayRef<int64_t> Counts,
                         ArrayRef<int64_t> Cumulative,
                         const EventSet &Impossible) const {
  for (const Column &C : Columns) {
    if (Impossible.count(C.Event) ||
        (C.Rate && Impossible.count(C.Rate->Whole))) {
      printNone(OS, C);
      continue;
    }
    std::string Cell;
    raw_string_ostream Text(Cell);
    Text << right_justify(number(C, Counts), C.Number);
    if (C.Share)
      Text << ' ' << right_justify(share(C, Counts), C.Share);
    if (C.Cumulative)
      Text << ' ' << right_justify(cumulative(C, Cumulative), C.Cumulative);
    if (isSorted(C))
      printCoded(OS, Cell, A.Sheet.percent(Counts[C.Event], C.Event));
    else
      OS << Cell;
    OS << "  ";
  }
}

void CountColumns::printNone(raw_ostream &OS, const Column &C) {
  OS << right_justify(".", C.Number);
  OS.indent(C.width() - C.Number);
}

void CountColumns::printNone(raw_ostream &OS) const {
  for (const Column &C : Columns)
    printNone(OS, C);
}

std::string udpc::printable(StringRef Text) {
  std::string Out;
  size_t Column = 0;
  while (true) {
    auto [Piece, Rest] = Text.split('\t');
    std::string Shown = shownText(Piece);
    Out += Shown;
    // Only the first byte of a UTF-8 character has width.
    Column += count_if(Shown, [](char C) { return (C & 0xc0) != 0x80; });
    if (Piece.size() == Text.size())
      return Out;
    size_t Spaces = 8 - Column % 8;
    Out.append(Spaces, ' ');
    Column += Spaces;
    Text = Rest;
  }
}
