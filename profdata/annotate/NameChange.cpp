//===- NameChange.cpp - Renames files and functions -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/NameChange.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

static Error wrong(StringRef Text, const Twine &What) {
  return createStringError("'" + Text + "': " + What +
                           "; write s/old/new/, flags g and i, or old=new");
}

/// Removes the text before the next unescaped \p Delimiter from \p Text and
/// appends it to \p Part. Returns false if there is no delimiter.
static bool takePart(StringRef &Text, char Delimiter, std::string &Part) {
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == Delimiter) {
      Text = Text.drop_front(I + 1);
      return true;
    }
    if (Text[I] == '\\' && I + 1 != Text.size()) {
      ++I;
      if (Text[I] != Delimiter)
        Part += '\\';
    }
    Part += Text[I];
  }
  return false;
}

/// Returns the replacement of a match: \p New with \0 to \9 replaced by \p
/// Groups.
static std::string filledIn(StringRef New, ArrayRef<StringRef> Groups) {
  std::string Out;
  for (size_t I = 0; I != New.size(); ++I) {
    if (New[I] != '\\' || I + 1 == New.size()) {
      Out += New[I];
      continue;
    }
    char C = New[++I];
    if (isDigit(C))
      Out += Groups[C - '0'];
    else
      Out += C;
  }
  return Out;
}

/// Returns the highest group number in \p New.
static unsigned highestGroup(StringRef New) {
  unsigned Highest = 0;
  for (size_t I = 0; I + 1 < New.size(); ++I)
    if (New[I] == '\\') {
      ++I;
      if (isDigit(New[I]))
        Highest = std::max<unsigned>(Highest, New[I] - '0');
    }
  return Highest;
}

Expected<NameChange> NameChange::parse(StringRef Text) {
  NameChange Change;
  if (Text.size() < 2 || Text[0] != 's' || !isPunct(Text[1]) ||
      Text[1] == '\\' || Text[1] == '_' || Text[1] == '.') {
    auto [Old, New] = Text.split('=');
    if (Old.empty() || Old.size() == Text.size())
      return wrong(Text, "no change of names");
    Change.Old = Old.str();
    Change.New = New.str();
    return Change;
  }
  StringRef Rest = Text.drop_front(2);
  char Delimiter = Text[1];
  if (!takePart(Rest, Delimiter, Change.Old) ||
      !takePart(Rest, Delimiter, Change.New))
    return wrong(Text, "a '" + Twine(Delimiter) + "' is missing");
  if (Change.Old.empty())
    return wrong(Text, "nothing to look for");
  unsigned Flags = Regex::NoFlags;
  for (char Flag : Rest)
    if (Flag == 'g')
      Change.All = true;
    else if (Flag == 'i')
      Flags |= Regex::IgnoreCase;
    else
      return wrong(Text, "unknown flag '" + Twine(Flag) + "'");
  auto Pattern = std::make_shared<Regex>(Change.Old,
                                         static_cast<Regex::RegexFlags>(Flags));
  std::string Why;
  if (!Pattern->isValid(Why))
    return wrong(Text, "no regular expression: " + Why);
  unsigned Highest = highestGroup(Change.New);
  if (Highest > Pattern->getNumMatches())
    return wrong(Text, "there is no group \\" + Twine(Highest));
  Change.Pattern = std::move(Pattern);
  return Change;
}

std::string NameChange::apply(StringRef Name) const {
  if (!Pattern)
    return Name.starts_with(Old) ? New + Name.drop_front(Old.size()).str()
                                 : Name.str();
  std::string Out;
  SmallVector<StringRef, 10> Groups;
  StringRef Rest = Name;
  while (Pattern->match(Rest, &Groups)) {
    // Groups that did not participate have no text.
    Out += Rest.take_front(Groups[0].data() - Rest.data());
    Out += filledIn(New, Groups);
    size_t Done = Groups[0].end() - Rest.data();
    // An empty match would repeat forever.
    if (Groups[0].empty() && Done < Rest.size())
      Out += Rest[Done++];
    bool AtEnd = Done >= Rest.size();
    Rest = Rest.drop_front(std::min(Done, Rest.size()));
    // '^' matches only at the beginning of the name.
    if (!All || AtEnd || StringRef(Old).starts_with("^"))
      break;
  }
  return Out + Rest.str();
}

std::string udpc::changedName(StringRef Name, ArrayRef<NameChange> Changes) {
  std::string Changed = Name.str();
  for (const NameChange &Change : Changes)
    Changed = Change.apply(Changed);
  return Changed;
}
