//===- ValgrindText.cpp - Common parts of Valgrind's formats --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/ValgrindText.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::valgrind;

std::string valgrind::quoted(const Twine &Text) {
  constexpr size_t Longest = 60;
  std::string All = Text.str();
  return "'" + All.substr(0, Longest) + (All.size() > Longest ? "...'" : "'");
}

StringRef valgrind::takeWord(StringRef &Text) {
  Text = Text.ltrim(Blanks);
  StringRef Word = Text.take_until([](char C) { return Blanks.contains(C); });
  Text = Text.drop_front(Word.size());
  return Word;
}

Expected<std::vector<std::string>> valgrind::parseEvents(StringRef Words) {
  // Each line of costs allocates a count for each event.
  constexpr size_t MaxEvents = 64;
  std::vector<std::string> Events;
  StringSet<> Seen;
  for (StringRef E = takeWord(Words); !E.empty(); E = takeWord(Words)) {
    if (!Seen.insert(E).second)
      return createStringError("the event " + quoted(E) + " is named twice");
    Events.push_back(E.str());
  }
  if (Events.empty())
    return createStringError("the 'events:' line names no event");
  if (Events.size() > MaxEvents)
    return createStringError("the 'events:' line names " +
                             Twine(Events.size()) + " events; more than " +
                             Twine(MaxEvents) + " are not read");
  return Events;
}

bool ShortNames::takeNumber(StringRef &Text, uint64_t &Number) {
  StringRef After = Text;
  if (!After.consume_front("(") || After.empty() || !isDigit(After.front()) ||
      After.consumeInteger(10, Number) || !After.consume_front(")") ||
      !(After.empty() || Blanks.contains(After.front())))
    return false;
  Text = After;
  return true;
}

Expected<StringRef> ShortNames::resolve(StringRef Text) {
  StringRef Name = Text;
  uint64_t Number;
  if (!takeNumber(Name, Number))
    return Text;
  // DenseMap reserves the two largest keys.
  if (Number >= UINT64_MAX - 1)
    return createStringError("the number in " + quoted(Text) + " is too large");
  Name = Name.ltrim(Blanks);
  if (!Name.empty())
    return Names[Number] = Name;
  auto It = Names.find(Number);
  if (It == Names.end())
    return createStringError(quoted(Text) + " is not named before");
  return It->second;
}

Error LineParser::error(const Twine &What) const {
  return createStringError(File + ":" + Twine(std::max<size_t>(Number, 1)) +
                           ": " + shownText(What.str()));
}

Error LineParser::addTo(MutableArrayRef<uint64_t> Sums,
                        ArrayRef<uint64_t> Counts,
                        ArrayRef<std::string> Events) const {
  for (auto [Sum, Count, Event] : zip_equal(Sums, Counts, Events)) {
    bool Overflow = false;
    Sum = SaturatingAdd(Sum, Count, &Overflow);
    if (Overflow)
      return error("the counts of " + Event + " add up to 2^64 or more");
  }
  return Error::success();
}

Expected<bool> LineParser::nextLine() {
  if (Rest.empty())
    return false;
  std::tie(Line, Rest) = Rest.split('\n');
  ++Number;
  if (Line.contains('\0'))
    return error("a NUL byte: this is not a text file");
  if (Line.ends_with("\r"))
    return error("the line ends with CR LF; " + Format + "'s files have LF");
  return true;
}
