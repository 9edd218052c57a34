//===- Tables.cpp - Text in columns ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Tables.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// The cells as they are shown, and the widths of the columns.
struct Table::Layout {
  std::vector<std::vector<std::string>> Rows;
  std::vector<size_t> Widths;
};

/// Returns the widths of columns, each as wide as its widest cell with at most
/// \p MaxWidth.
static std::vector<size_t> widthsOf(ArrayRef<std::vector<std::string>> Rows,
                                    size_t NumColumns, size_t MaxWidth) {
  std::vector<size_t> Widths(NumColumns);
  for (const auto &Row : Rows)
    for (auto [I, Cell] : enumerate(Row))
      if (size_t Width = columnsOf(Cell); Width <= MaxWidth)
        Widths[I] = std::max(Widths[I], Width);
  return Widths;
}

static size_t sumOf(ArrayRef<size_t> Widths) {
  size_t Width = 0;
  for (size_t Each : Widths)
    Width += Each + Table::Gap;
  return Width ? Width - Table::Gap : 0;
}

/// Reduces the widest of \p Widths of which one in \p Least is smaller until
/// their sum is at most \p Columns.
static void shrink(std::vector<size_t> &Widths, ArrayRef<size_t> Least,
                   size_t Columns) {
  while (sumOf(Widths) > Columns) {
    size_t *Widest = nullptr;
    for (auto [Width, Minimum] : zip(Widths, Least))
      if (Width > Minimum && (!Widest || Width > *Widest))
        Widest = &Width;
    if (!Widest)
      return;
    --*Widest;
  }
}

void Table::fit(Layout &L, size_t Columns) const {
  constexpr size_t LeastText = 8, LeastHead = 16;
  ArrayRef<std::vector<std::string>> Body =
      ArrayRef(L.Rows).drop_front(HasHeader);
  if (Body.empty())
    return;
  std::vector<size_t> Least = widthsOf(Body, Aligns.size(), SIZE_MAX);
  for (auto [I, Minimum] : enumerate(Least)) {
    if (!Minimum)
      L.Widths[I] = 0; // The column is omitted.
    else if (Aligns[I] == Right)
      Minimum = std::max(Minimum, LeastHead);
    else if (Aligns[I] == Left)
      Minimum = std::min(Minimum, LeastText);
  }
  shrink(L.Widths, Least, Columns);
  for (auto &Row : L.Rows)
    for (auto [I, Cell] : enumerate(Row))
      Cell = elide(Cell, L.Widths[I]);
  L.Widths = widthsOf(L.Rows, Aligns.size(), SIZE_MAX);
}

/// Returns the columns of each table that is printed.
std::vector<std::vector<size_t>> Table::parts(const Layout &L,
                                              size_t Columns) const {
  bool IsWide = sumOf(L.Widths) > Columns;
  std::vector<size_t> Keys, Rest;
  for (size_t I = 0; I != L.Widths.size(); ++I)
    if (Columns == SIZE_MAX || L.Widths[I])
      (IsWide && NumKeys && I >= NumKeys ? Rest : Keys).push_back(I);
  size_t WidthOfKeys = 0;
  for (size_t I : Keys)
    WidthOfKeys += L.Widths[I] + Gap;
  std::vector<std::vector<size_t>> Parts = {Keys};
  size_t Width = WidthOfKeys;
  for (size_t I : Rest) {
    if (Width + L.Widths[I] > Columns && Parts.back().size() > Keys.size()) {
      Parts.push_back(Keys);
      Width = WidthOfKeys;
    }
    Parts.back().push_back(I);
    Width += L.Widths[I] + Gap;
  }
  return Parts;
}

void Table::printPart(raw_ostream &OS, const Layout &L,
                      ArrayRef<size_t> Part) const {
  for (auto [Number, Row] : enumerate(L.Rows)) {
    std::string Line;
    for (size_t I : Part) {
      size_t Width = columnsOf(Row[I]);
      std::string Fill(L.Widths[I] - std::min(L.Widths[I], Width), ' ');
      if (I != Part.front())
        Line.append(Gap, ' ');
      Line += Aligns[I] == Right ? Fill + Row[I] : Row[I] + Fill;
    }
    Line.erase(Line.find_last_not_of(' ') + 1);
    bool Bold = HasHeader && !Number && hasColors(OS);
    if (Bold)
      OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << Line;
    if (Bold)
      OS.resetColor();
    OS << '\n';
  }
}

void Table::print(raw_ostream &OS) const { print(OS, textWidth(OS)); }

void Table::print(raw_ostream &OS, size_t Columns) const {
  Layout L = {Rows, {}};
  for (auto &Row : L.Rows) {
    for (std::string &Cell : Row)
      Cell = shownText(Cell);
    Row.resize(Aligns.size());
  }
  bool IsFitted = Columns != SIZE_MAX;
  L.Widths = widthsOf(L.Rows, Aligns.size(), IsFitted ? SIZE_MAX : MaxWidth);
  if (IsFitted && sumOf(L.Widths) > Columns)
    fit(L, Columns);
  std::vector<std::vector<size_t>> Parts = parts(L, Columns);
  for (const std::vector<size_t> &Part : Parts) {
    if (&Part != &Parts.front())
      OS << '\n';
    printPart(OS, L, Part);
  }
}

std::string udpc::grouped(int64_t Count) {
  std::string Text = std::to_string(Count);
  size_t First = Count < 0;
  for (size_t I = Text.size(); I > First + 3;) {
    I -= 3;
    Text.insert(I, ",");
  }
  return Text;
}

std::string udpc::percent(int64_t Part, int64_t Whole) {
  if (!Whole)
    return "";
  std::string Text;
  raw_string_ostream(Text) << format("%.1f%%", 100.0 * Part / Whole);
  return Text;
}

std::string udpc::placeText(StringRef File, unsigned Line, unsigned Column) {
  SmallString<128> Cwd;
  // Check for '/': /src/app is not a parent folder of /src/application/a.c.
  if (!sys::fs::current_path(Cwd) && File.starts_with(Cwd) &&
      File.drop_front(Cwd.size()).starts_with("/"))
    File = File.drop_front(Cwd.size() + 1);
  std::string Text = File.str();
  if (Line)
    Text += ":" + std::to_string(Line);
  if (Column)
    Text += ":" + std::to_string(Column);
  return Text;
}

std::string udpc::csvField(StringRef Field) {
  std::string Text = shownText(Field);
  if (Text.find_first_of(",\"") == std::string::npos)
    return Text;
  std::string Quoted = "\"";
  for (char C : Text)
    Quoted.append(C == '"' ? 2 : 1, C);
  return Quoted + "\"";
}
