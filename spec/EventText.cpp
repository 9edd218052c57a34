//===- EventText.cpp - Events of the command line -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventText.h"
#include "spec/YamlCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

static bool isKeyCharacter(char C) { return isLower(C) || C == '_'; }

/// Returns the length of a key with a colon at the start of \p Text; 0 if there
/// is none. `std::` is no key.
static size_t keyLength(StringRef Text) {
  StringRef Key = Text.take_while(isKeyCharacter);
  StringRef Rest = Text.drop_front(Key.size());
  bool IsKey = !Key.empty() && Rest.starts_with(":") && !Rest.starts_with("::");
  return IsKey ? Key.size() + 1 : 0;
}

/// Splits \p Text before each key that follows a comma.
static SmallVector<StringRef> splitSettings(StringRef Text) {
  SmallVector<StringRef> Parts;
  size_t Begin = 0;
  for (size_t Comma = Text.find(','); Comma != StringRef::npos;
       Comma = Text.find(',', Comma + 1)) {
    StringRef Rest = Text.drop_front(Comma + 1);
    if (!keyLength(Rest.ltrim()))
      continue;
    Parts.push_back(Text.slice(Begin, Comma));
    Begin = Text.size() - Rest.ltrim().size();
  }
  Parts.push_back(Text.drop_front(Begin));
  return Parts;
}

static std::string quoted(StringRef Text) {
  std::string Quoted = "'";
  for (char C : Text)
    Quoted += C == '\'' ? std::string("''") : std::string(1, C);
  return Quoted + "'";
}

/// Returns the item of a spec that \p Option names; "" if it has no key.
static std::string itemOf(StringRef Option) {
  auto [Name, Settings] = Option.split('=');
  if (!all_of(
          Name,
          [](char C) { return isAlnum(C) || StringRef("_-.").contains(C); }) ||
      !keyLength(Settings))
    Name = Settings = Option;
  if (!keyLength(Settings))
    return "";
  std::string Item = "{event: " + quoted(Name);
  for (StringRef Part : splitSettings(Settings)) {
    size_t Length = keyLength(Part);
    Item += ", " + Part.take_front(Length).str() + " " +
            quoted(Part.drop_front(Length).trim());
  }
  return Item + "}";
}

static std::string specOf(ArrayRef<std::string> Items) {
  return "{version: 1, events: [" + join(Items, ", ") + "]}";
}

/// Returns the mistakes in \p Item, without their places in the text.
static Error checkItem(StringRef Option, const std::string &Item, SpecUse Use) {
  if (std::string Mistake = characterMistake(Option); !Mistake.empty())
    return createStringError("event '" + shortened(Option) +
                             "': the text has " + Mistake);
  if (Item.empty())
    return createStringError("event '" + Option +
                             "': expected a place, as in 'entry:main', "
                             "'line:a.c:12' or 'mine=loop:iterations, in: f' "
                             "(docs/spec.md)");
  Expected<EventSpec> Spec =
      EventSpec::parse(MemoryBufferRef(specOf(Item), "spec"));
  Error E = Spec ? Spec->check(Use) : Spec.takeError();
  if (!E)
    return E;
  std::string Text = toString(std::move(E));
  SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::string Mistakes;
  for (StringRef Line : Lines) {
    if (Line.consume_front("spec:"))
      Line = Line.drop_while([](char C) { return isDigit(C) || C == ':'; });
    Line = Line.ltrim();
    if (!Mistakes.empty())
      Mistakes += "\n";
    if (!Line.starts_with("event '"))
      Mistakes += ("event '" + Option + "': ").str();
    Mistakes += Line;
  }
  return createStringError(Mistakes);
}

Expected<std::string> udpc::specOfEvents(ArrayRef<std::string> Options,
                                         SpecUse Use) {
  std::vector<std::string> Items;
  Error Mistakes = Error::success();
  for (const std::string &Option : Options) {
    Items.push_back(itemOf(Option));
    Mistakes =
        joinErrors(std::move(Mistakes), checkItem(Option, Items.back(), Use));
  }
  if (Mistakes)
    return std::move(Mistakes);
  // Events of equal names, or counters, may contradict each other.
  std::string Text = specOf(Items);
  Expected<EventSpec> Spec = EventSpec::parse(MemoryBufferRef(Text, "events"));
  if (!Spec)
    return Spec.takeError();
  return Text;
}
