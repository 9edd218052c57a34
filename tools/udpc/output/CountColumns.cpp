//===- CountColumns.cpp - Columns of event counts -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/CountColumns.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

CountColumns::CountColumns(const Annotation &A, bool Percentages,
                           ColorMode Color)
    : A(A), Percentages(Percentages), Color(Color) {
  for (size_t Event : A.Options.Show)
    Columns.push_back({Event, A.Sheet.Events[Event].size()});
}

std::string CountColumns::number(int64_t Count) const {
  bool Sign = A.Sheet.IsDifference && Count > 0;
  return (Sign ? "+" : "") + grouped(Count);
}

std::string CountColumns::share(int64_t Count, size_t Event) const {
  if (!Percentages || !Count || !A.Sheet.Base[Event])
    return "";
  std::string Text;
  raw_string_ostream(Text) << format(A.Sheet.IsDifference ? "%+.1f%%"
                                                          : "%.1f%%",
                                     A.Sheet.percent(Count, Event));
  return Text;
}

std::string CountColumns::cumulative(ArrayRef<int64_t> Counts,
                                     size_t Event) const {
  if (Counts.empty() || Event != A.Options.Order.Sort.front())
    return "";
  return share(Counts[Event], Event);
}

void CountColumns::measure(ArrayRef<int64_t> Counts,
                           ArrayRef<int64_t> Cumulative) {
  for (Column &C : Columns) {
    C.Number = std::max(C.Number, number(Counts[C.Event]).size());
    C.Share = std::max(C.Share, share(Counts[C.Event], C.Event).size());
    C.Cumulative =
        std::max(C.Cumulative, cumulative(Cumulative, C.Event).size());
  }
}

void CountColumns::printHead(raw_ostream &OS) const {
  WithColor Bold(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true, /*BG=*/false,
                 Color);
  for (const Column &C : Columns) {
    OS << right_justify(A.Sheet.Events[C.Event], C.Number);
    // The last has no trailing spaces.
    if (&C != &Columns.back())
      OS.indent((C.Share ? C.Share + 1 : 0) +
                (C.Cumulative ? C.Cumulative + 1 : 0) + 2);
  }
}

void CountColumns::print(raw_ostream &OS, ArrayRef<int64_t> Counts,
                         ArrayRef<int64_t> Cumulative,
                         const EventSet &Impossible) const {
  for (const Column &C : Columns) {
    if (Impossible.count(C.Event)) {
      printNone(OS, C);
      continue;
    }
    int64_t Count = Counts[C.Event];
    double Percent = A.Sheet.percent(Count, C.Event);
    raw_ostream::Colors Heat = raw_ostream::SAVEDCOLOR;
    if (A.Sheet.IsDifference && std::fabs(Percent) >= 0.1)
      Heat = Percent > 0 ? raw_ostream::RED : raw_ostream::GREEN;
    else if (!A.Sheet.IsDifference && Percent >= 1)
      Heat = Percent >= 10 ? raw_ostream::RED : raw_ostream::YELLOW;
    std::string Cell;
    raw_string_ostream Text(Cell);
    Text << right_justify(number(Count), C.Number);
    if (C.Share)
      Text << ' ' << right_justify(share(Count, C.Event), C.Share);
    if (C.Cumulative)
      Text << ' '
           << right_justify(cumulative(Cumulative, C.Event), C.Cumulative);
    if (Heat == raw_ostream::SAVEDCOLOR)
      OS << Cell;
    else
      WithColor(OS, Heat, /*Bold=*/std::fabs(Percent) >= 10, /*BG=*/false,
                Color)
          << Cell;
    OS << "  ";
  }
}

void CountColumns::printNone(raw_ostream &OS, const Column &C) {
  OS << right_justify(".", C.Number);
  OS.indent((C.Share ? C.Share + 1 : 0) +
            (C.Cumulative ? C.Cumulative + 1 : 0) + 2);
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
