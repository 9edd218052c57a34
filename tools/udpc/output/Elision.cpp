//===- Elision.cpp - Shortens text for terminals --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Elision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include <optional>

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral Ellipsis = "…";

static bool isContinuation(char C) { return (C & 0xc0) == 0x80; }

size_t udpc::columnsOf(StringRef Text) {
  int Columns = sys::unicode::columnWidthUTF8(Text);
  if (Columns >= 0)
    return Columns;
  return count_if(Text, [](char C) { return !isContinuation(C); });
}

/// Returns the longest prefix of at most \p Width columns.
static StringRef prefix(StringRef Text, size_t Width) {
  size_t End = 0;
  while (End != Text.size()) {
    size_t Next = End + 1;
    while (Next != Text.size() && isContinuation(Text[Next]))
      ++Next;
    size_t Columns = columnsOf(Text.slice(End, Next));
    if (Columns > Width)
      break;
    Width -= Columns;
    End = Next;
  }
  return Text.take_front(End);
}

/// Returns the longest suffix of at most \p Width columns.
static StringRef suffix(StringRef Text, size_t Width) {
  size_t Begin = Text.size();
  while (Begin) {
    size_t Next = Begin - 1;
    while (Next && isContinuation(Text[Next]))
      --Next;
    size_t Columns = columnsOf(Text.slice(Next, Begin));
    if (Columns > Width)
      break;
    Width -= Columns;
    Begin = Next;
  }
  return Text.drop_front(Begin);
}

namespace {
/// A range of bytes.
struct Span {
  size_t Begin, End;
  size_t size() const { return End - Begin; }
};
} // namespace

/// Returns the length of an operator's name at \p Text, in which < and > are no
/// brackets: "operator<<", "->".
static size_t lengthOfOperator(StringRef Text) {
  if (Text.starts_with("->"))
    return 2;
  StringRef Rest = Text;
  if (!Rest.consume_front("operator"))
    return 0;
  Rest = Rest.ltrim("<>=-");
  return Text.size() - Rest.size();
}

/// Returns what is inside the longest outermost pair of the brackets \p Open
/// and \p Close. Round ones count only behind the name of a function.
static std::optional<Span> longestInBrackets(StringRef Text, char Open,
                                             char Close) {
  std::optional<Span> Longest;
  size_t Depth = 0, Begin = 0;
  bool IsCounted = true;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (size_t Length = lengthOfOperator(Text.drop_front(I))) {
      I += Length - 1;
    } else if (Text[I] == Open) {
      if (!Depth++) {
        Begin = I + 1;
        IsCounted =
            Open == '<' || (I && !StringRef(" :,(").contains(Text[I - 1]));
      }
    } else if (Text[I] == Close && Depth && !--Depth) {
      Span Inside = {Begin, I};
      if (IsCounted && Text.slice(Begin, I) != Ellipsis &&
          columnsOf(Text.slice(Begin, I)) > 1 &&
          (!Longest || Inside.size() > Longest->size()))
        Longest = Inside;
    }
  }
  return Longest;
}

static void elideBrackets(std::string &Text, char Open, char Close,
                          size_t Width) {
  while (columnsOf(Text) > Width) {
    std::optional<Span> Inside = longestInBrackets(Text, Open, Close);
    if (!Inside)
      return;
    Text.replace(Inside->Begin, Inside->size(), Ellipsis);
  }
}

/// Returns the longest path in \p Text, that is a word with slashes.
static std::optional<Span> longestPath(StringRef Text) {
  std::optional<Span> Longest;
  for (size_t Begin = 0; Begin < Text.size();) {
    size_t End = std::min(Text.find_first_of(" (),", Begin), Text.size());
    Span Word = {Begin, End};
    if (Text.slice(Begin, End).drop_front(Begin != End).contains('/') &&
        (!Longest || Word.size() > Longest->size()))
      Longest = Word;
    Begin = End + 1;
  }
  return Longest;
}

/// Returns \p Path without \p Excess columns or as many as possible.
static std::string withoutFolders(StringRef Path, size_t Excess) {
  SmallVector<StringRef, 16> Parts;
  Path.split(Parts, '/');
  // An absolute path has an empty part first.
  size_t First = Parts[0].empty() ? 1 : 0;
  if (Parts.size() <= First + 2)
    return Path.str(); // One folder, or "events/s".
  std::string Head = join(ArrayRef(Parts).take_front(First + 1), "/") + "/";
  size_t Width = columnsOf(Path) - std::min(Excess, columnsOf(Path));
  for (size_t Rest = First + 2; Rest < Parts.size(); ++Rest) {
    std::string Tail = "/" + join(ArrayRef(Parts).drop_front(Rest), "/");
    std::string Text = Head + Ellipsis.str() + Tail;
    if (columnsOf(Text) <= Width)
      return Text;
  }
  return Ellipsis.str() + "/" + Parts.back().str();
}

static void elideFolders(std::string &Text, size_t Width) {
  while (columnsOf(Text) > Width) {
    std::optional<Span> Found = longestPath(Text);
    if (!Found)
      return;
    std::string Path = Text.substr(Found->Begin, Found->size());
    std::string Shorter = withoutFolders(Path, columnsOf(Text) - Width);
    if (columnsOf(Shorter) >= columnsOf(Path))
      return;
    Text.replace(Found->Begin, Found->size(), Shorter);
  }
}

/// Returns \p Text without leading scopes and what is before them: the type
/// that a template returns. The name of a function says most.
static std::string withoutScopes(std::string Text, size_t Width) {
  constexpr StringLiteral Anonymous = "(anonymous namespace)";
  for (size_t At; columnsOf(Text) > Width &&
                  (At = Text.find(Anonymous)) != std::string::npos;)
    Text.replace(At, Anonymous.size(), "(…)");
  std::string Rest = Text;
  for (size_t At = 0; columnsOf(Rest) > Width; At += 2) {
    At = Text.find("::", At);
    if (At == std::string::npos)
      break;
    Rest = Ellipsis.str() + Text.substr(At);
  }
  return Rest;
}

std::string udpc::elide(StringRef Whole, size_t Width) {
  std::string Text = Whole.str();
  elideBrackets(Text, '<', '>', Width);
  elideFolders(Text, Width);
  elideBrackets(Text, '(', ')', Width);
  if (columnsOf(Text) > Width && StringRef(Text).ends_with(") const"))
    Text.resize(Text.size() - StringRef(" const").size());
  if (columnsOf(Text) > Width)
    Text = withoutScopes(std::move(Text), Width);
  if (columnsOf(Text) <= Width)
    return Text;
  if (!Width)
    return "";
  // Of "folder/file.c:12" the file says most; "events/s" is no path.
  if (auto [Folders, File] = StringRef(Text).rsplit('/');
      File.contains('.') && !StringRef(Text).contains(' '))
    return Ellipsis.str() + suffix(Text, Width - 1).str();
  StringRef Front = prefix(Text, (Width - 1) / 2);
  return Front.str() + Ellipsis.str() +
         suffix(Text, Width - 1 - columnsOf(Front)).str();
}

std::string udpc::cutEnd(StringRef Text, size_t Width) {
  if (columnsOf(Text) <= Width)
    return Text.str();
  return Width ? prefix(Text, Width - 1).str() + Ellipsis.str() : "";
}

std::string udpc::wrapText(StringRef Text, size_t Columns, size_t Indent) {
  if (Columns == SIZE_MAX)
    return Text.str();
  std::string Wrapped;
  size_t Column = Indent;
  SmallVector<StringRef, 32> Words;
  Text.split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    size_t Width = columnsOf(Word);
    if (Column != Indent && Column + 1 + Width > Columns) {
      Wrapped += '\n' + std::string(Indent, ' ');
      Column = Indent;
    }
    if (Column != Indent) {
      Wrapped += ' ';
      ++Column;
    }
    Wrapped += Word;
    Column += Width;
  }
  return Wrapped;
}

std::string udpc::padded(StringRef Text, size_t Width) {
  size_t Columns = columnsOf(Text);
  return Text.str() + std::string(Width - std::min(Width, Columns), ' ');
}
