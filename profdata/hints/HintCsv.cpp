//===- HintCsv.cpp - Hints by address -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintCsv.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error wrong(const Twine &What) { return createStringError(What); }

static Error parseAddress(StringRef Text, uint64_t &Address) {
  StringRef Digits = Text;
  Digits.consume_front_insensitive("0x");
  if (Digits.empty() || !all_of(Digits, isHexDigit))
    return wrong(
        "expected the address of an instruction, as 0x401136, found '" +
        shownLine(Text) + "'");
  if (Digits.getAsInteger(16, Address))
    return wrong("the address '" + shownLine(Text) +
                 "' does not fit into 64 bits");
  return Error::success();
}

static Error parseDelta(StringRef Text, int64_t &Delta) {
  StringRef Digits = Text;
  bool Negative = Digits.consume_front("-");
  if (!Negative)
    Digits.consume_front("+");
  bool Hex = Digits.consume_front_insensitive("0x");
  if (Digits.empty() ||
      !all_of(Digits, [&](char C) { return Hex ? isHexDigit(C) : isDigit(C); }))
    return wrong("expected a delta in bytes, as 256 or -0x40, found '" +
                 shownLine(Text) + "'");
  uint64_t Size;
  uint64_t Most = static_cast<uint64_t>(INT64_MAX) + Negative;
  if (Digits.getAsInteger(Hex ? 16 : 10, Size) || Size > Most)
    return wrong("the delta '" + shownLine(Text) +
                 "' does not fit into 64 bits with a sign");
  Delta = static_cast<int64_t>(Negative ? 0 - Size : Size);
  return Error::success();
}

/// Returns the text of a field. Some programs put quotes around all fields.
static StringRef fieldText(StringRef Field) {
  Field = Field.trim();
  if (Field.size() > 1 && Field.starts_with("\"") && Field.ends_with("\""))
    return Field.drop_front().drop_back().trim();
  return Field;
}

static Expected<AddressHint> parseLine(StringRef Line) {
  SmallVector<StringRef, 4> Fields;
  Line.split(Fields, ',');
  if (Fields.size() != 3)
    return wrong("expected '0xPC,delta,type', found '" + shownLine(Line) + "'" +
                 (Line.find_first_of(",\"") == StringRef::npos &&
                          Line.find_first_of(";\t") != StringRef::npos
                      ? "; fields are separated by commas"
                      : ""));
  AddressHint Result;
  if (Error E = parseAddress(fieldText(Fields[0]), Result.Address))
    return std::move(E);
  std::optional<Hint> What = hintOfWord(fieldText(Fields[2]).lower());
  if (What)
    Result.What = *What;
  if (Error E = parseDelta(fieldText(Fields[1]), Result.What.Delta))
    return std::move(E);
  if (!What)
    return wrong("expected a type of prefetch (" + hintTypeWords() +
                 "), found '" + shownLine(fieldText(Fields[2])) + "'");
  if (std::string Mistake = mistakeOfDelta(Result.What); !Mistake.empty())
    return wrong(Mistake);
  return Result;
}

/// Whether \p Line is a header line: three fields, none of which is valid.
static bool isHead(StringRef Line) {
  SmallVector<StringRef, 4> Fields;
  Line.split(Fields, ',');
  uint64_t Address;
  int64_t Delta;
  auto Fails = [](Error E) {
    bool Failed = static_cast<bool>(E);
    consumeError(std::move(E));
    return Failed;
  };
  return Fields.size() == 3 &&
         Fails(parseAddress(fieldText(Fields[0]), Address)) &&
         Fails(parseDelta(fieldText(Fields[1]), Delta)) &&
         !hintOfWord(fieldText(Fields[2]).lower());
}

Error udpc::readHintCsv(MemoryBufferRef Buffer,
                        function_ref<Error(AddressHint)> Each) {
  // Spreadsheets write a byte order mark.
  StringRef Text = Buffer.getBuffer();
  if (Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff"))
    return wrong(Buffer.getBufferIdentifier() +
                 ": UTF-16; save it as UTF-8 or ASCII");
  Text.consume_front("\xef\xbb\xbf");
  // Comments may be indented, so comments and blank lines are skipped here.
  bool IsFirst = true;
  MemoryBufferRef Lines(Text, Buffer.getBufferIdentifier());
  for (line_iterator Line(Lines, false); !Line.is_at_eof(); ++Line) {
    StringRef Text = Line->trim();
    if (Text.empty() || Text.starts_with("#"))
      continue;
    if (std::exchange(IsFirst, false) && isHead(Text))
      continue;
    auto InLine = [&](Error E) {
      return createStringError(Buffer.getBufferIdentifier() + ":" +
                               Twine(Line.line_number()) + ": " +
                               toString(std::move(E)));
    };
    Expected<AddressHint> Hint = parseLine(Text);
    if (!Hint)
      return InLine(Hint.takeError());
    Hint->Line = Line.line_number();
    Hint->HasPrefix = Text.ltrim("\" \t").starts_with_insensitive("0x");
    if (Error E = Each(*Hint))
      return InLine(std::move(E));
  }
  return Error::success();
}

std::string udpc::hintCsvLine(uint64_t Address, const Hint &H) {
  return ("0x" + Twine(utohexstr(Address, true)) + "," + Twine(H.Delta) + "," +
          H.word() + "\n")
      .str();
}
