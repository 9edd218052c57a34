//===- CachegrindParser.cpp - Parses Cachegrind's format ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "profdata/costs/ValgrindText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;
using namespace udpc;
using namespace udpc::valgrind;

namespace {

/// Reads a file line by line. The header comes first, in this order: desc:
/// lines, cmd:, events:. Names and costs follow, then the summary. Blank lines
/// and comments may be anywhere.
class Parser : LineParser {
public:
  Parser(StringRef Text, StringRef Name)
      : LineParser(Text, Name, "Cachegrind") {}

  Expected<CostGraph> parse();

private:
  /// Reads the next significant line. False at the end of the file.
  Expected<bool> next();
  Error parseHeader();
  Error parseEvents(StringRef Words);
  Error parseCosts();
  Error parseSummary(StringRef Words);
  /// Parses the counts at the front of \p Words. A missing count or a dot is 0,
  /// and its event is added to \p Impossible.
  Error parseCounts(StringRef Words, CostGraph::Counts &Counts,
                    EventSet &Impossible);
  Expected<StringRef> parseName(StringRef Text, ShortNames &Known);

  CostGraph Out;
  CostGraph::Counts Sum; ///< Of all counts up to here.
  ShortNames FileNames, FunctionNames;
  std::optional<StringRef> File, Function;
};

} // namespace

Expected<bool> Parser::next() {
  while (true) {
    Expected<bool> More = nextLine();
    if (!More || !*More)
      return More;
    if (!Line.empty() && Line.front() != '#' &&
        Line.find_first_not_of(Blanks) != StringRef::npos)
      return true;
  }
}

Expected<StringRef> Parser::parseName(StringRef Text, ShortNames &Known) {
  StringRef Name, Again;
  if (Error E = Known.resolve(Text).moveInto(Name))
    return error(toString(std::move(E)));
  // Files are written without numbers, so such a name would be lost.
  uint64_t Number;
  Again = Name;
  if (Name.data() != Text.data() && ShortNames::takeNumber(Again, Number))
    return error(quoted(Text) + " has two numbers");
  return Name;
}

Error Parser::parseCounts(StringRef Words, CostGraph::Counts &Counts,
                          EventSet &Impossible) {
  Counts.assign(Out.Events.size(), 0);
  Impossible.clear();
  size_t I = 0;
  for (StringRef Word = takeWord(Words); !Word.empty();
       Word = takeWord(Words), ++I) {
    if (I == Counts.size())
      return error("more counts than the " + Twine(Counts.size()) +
                   " events of the 'events:' line");
    // Old versions wrote a dot where an event cannot happen.
    if (Word == ".") {
      Impossible.insert(I);
      continue;
    }
    if (!all_of(Word, isDigit)) {
      StringRef Digits = Word;
      if (Digits.consume_front("-") && !Digits.empty() &&
          all_of(Digits, isDigit))
        return error("the count " + quoted(Word) +
                     " is negative: a difference that cg_diff made; give "
                     "the two files instead");
      return error(quoted(Word) + " is not a count");
    }
    if (Word.getAsInteger(10, Counts[I]))
      return error("the count " + quoted(Word) + " is too large");
  }
  for (; I != Counts.size(); ++I)
    Impossible.insert(I);
  return Error::success();
}

Error Parser::parseEvents(StringRef Words) {
  if (Error E = valgrind::parseEvents(Words).moveInto(Out.Events))
    return error(toString(std::move(E)));
  Sum.assign(Out.Events.size(), 0);
  return Error::success();
}

Error Parser::parseHeader() {
  bool HasCommand = false;
  while (true) {
    Expected<bool> More = next();
    if (!More)
      return More.takeError();
    StringRef Text = *More ? Line : "";
    if (!HasCommand && Text.consume_front("desc:")) {
      Out.Descriptions.push_back(Text.ltrim(Blanks).str());
    } else if (!HasCommand) {
      if (Text.starts_with("version:") || Text.starts_with("creator:"))
        return error("this is in Callgrind's format, not in Cachegrind's");
      if (!Text.consume_front("cmd:"))
        return error("a 'desc:' or 'cmd:' line is expected; files in "
                     "Cachegrind's format begin with them");
      Out.Command = Text.ltrim(Blanks).str();
      HasCommand = true;
    } else {
      if (!Text.consume_front("events:"))
        return error("the 'events:' line is expected after 'cmd:'");
      return parseEvents(Text);
    }
  }
}

Error Parser::parseSummary(StringRef Words) {
  SmallVector<StringRef> Split;
  SplitString(Words, Split, Blanks);
  CostGraph::Counts Summary;
  EventSet Excluded;
  if (Error E = parseCounts(Words, Summary, Excluded))
    return E;
  if (Split.size() != Summary.size())
    return error("the summary has " + Twine(Split.size()) + " counts for " +
                 Twine(Summary.size()) + " events");
  for (size_t I = 0; I != Summary.size(); ++I)
    if (Summary[I] != Sum[I])
      return error("the summary has " + Twine(Summary[I]) + " " +
                   Out.Events[I] + ", but the lines before it add up to " +
                   Twine(Sum[I]));
  Expected<bool> More = next();
  if (!More)
    return More.takeError();
  if (*More)
    return error("nothing is expected after the summary");
  return Error::success();
}

Error Parser::parseCosts() {
  CostGraph::Counts Counts;
  EventSet Excluded;
  while (true) {
    Expected<bool> More = next();
    if (!More)
      return More.takeError();
    if (!*More)
      return error("the 'summary:' line is missing: the file is cut off");
    StringRef Text = Line;
    if (isDigit(Text.front())) {
      StringRef Digits = Text.take_while(isDigit);
      Text = Text.drop_front(Digits.size());
      if (!Text.empty() && !Blanks.contains(Text.front()))
        return error(quoted(Line) + " does not begin with a line number");
      uint32_t Number;
      if (Digits.getAsInteger(10, Number))
        return error("the line number " + quoted(Digits) + " is too large");
      if (Error E = parseCounts(Text, Counts, Excluded))
        return E;
      if (!File)
        return error("costs before the first 'fl=' line");
      if (!Function)
        return error("costs without a 'fn=' line after 'fl='");
      if (Error E = addTo(Sum, Counts, Out.Events))
        return E;
      // Code of another file is a function of that file: the format does not
      // say where functions are defined.
      uint32_t In = Out.file(*File == UnknownFile ? StringRef() : *File);
      Out.addSelf(Out.function(Out.module(""), In, *Function), In, Number,
                  Counts, Excluded);
    } else if (Text.consume_front("fn=")) {
      if (!File)
        return error("a 'fn=' line before the first 'fl=' line");
      Expected<StringRef> Called = parseName(Text, FunctionNames);
      if (!Called)
        return Called.takeError();
      Function = *Called;
    } else if (Text.consume_front("fl=") || Text.consume_front("fi=") ||
               Text.consume_front("fe=")) {
      Expected<StringRef> Called = parseName(Text, FileNames);
      if (!Called)
        return Called.takeError();
      // fi= and fe= continue the function with code of another file.
      if (Line.starts_with("fl="))
        Function.reset();
      File = *Called;
    } else if (Text.consume_front("summary:")) {
      return parseSummary(Text);
    } else {
      return error(quoted(Text) +
                   " is not a line of Cachegrind's format (fl=, fn=, counts, "
                   "summary:)");
    }
  }
}

Expected<CostGraph> Parser::parse() {
  if (Error E = parseHeader())
    return E;
  if (Error E = parseCosts())
    return E;
  Out.finish();
  return std::move(Out);
}

Expected<CostGraph> CostGraph::parseCachegrind(StringRef Text, StringRef Name) {
  return Parser(Text, Name).parse();
}
