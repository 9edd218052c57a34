//===- Tables.cpp - Text in columns ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Tables.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

void Table::print(raw_ostream &OS) const {
  std::vector<size_t> Widths(Aligns.size());
  std::vector<std::vector<std::string>> Shown = Rows;
  for (auto &Row : Shown)
    for (std::string &Cell : Row)
      Cell = shownText(Cell);
  for (const auto &Row : Shown)
    for (auto [I, Cell] : enumerate(Row))
      if (Cell.size() <= MaxWidth)
        Widths[I] = std::max(Widths[I], Cell.size());
  for (auto [Number, Row] : enumerate(Shown)) {
    std::string Line;
    for (auto [I, Cell] : enumerate(Row)) {
      std::string Fill(Widths[I] - std::min(Widths[I], Cell.size()), ' ');
      Line += std::string(I ? Gap : 0, ' ') +
              (Aligns[I] == Left ? Cell + Fill : Fill + Cell);
    }
    Line.erase(Line.find_last_not_of(' ') + 1);
    bool Bold = HasHeader && !Number && OS.has_colors();
    if (Bold)
      OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << Line;
    if (Bold)
      OS.resetColor();
    OS << '\n';
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
