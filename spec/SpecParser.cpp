//===- SpecParser.cpp - The spec of events: YAML to model -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventSpec.h"
#include "spec/EveryParser.h"
#include "spec/PlaceParser.h"
#include "spec/RegionParser.h"
#include "spec/YamlReader.h"
#include "udpc/encoding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

namespace {

/// A key that names the place of an event, and the site kind that it means.
struct KindKey {
  StringRef Key;
  abi::SiteKind Kind;
};

/// The maximum length of an event name, in bytes.
constexpr size_t MaxEventName = 255;

/// An item of the list of events during parsing.
struct Item {
  SpecEntry Entry;
  std::optional<std::string> Event, In, Names;
  yaml::Node *EventNode = nullptr, *CounterNode = nullptr;
  EveryItem Every;
  yaml::Node *InNode = nullptr, *AtNode = nullptr, *NamedNode = nullptr;
  std::string Where; ///< The key that gives the place of the event.
  int Counter = -1;
};

/// Returns the site kinds that have a key in specs.
SmallVector<KindKey> readKindKeys() {
  SmallVector<KindKey> Result;
  for (KindKey K : std::initializer_list<KindKey>{
#define UDPC_SITE_KIND(Name, Number, Words, Key, Place)                        \
  {Key, abi::SiteKind::Name},
#include "udpc/lists/site_kinds.inc"
       })
    if (!K.Key.empty())
      Result.push_back(K);
  return Result;
}

/// Parses a spec.
class SpecParser : YamlReader {
public:
  using YamlReader::YamlReader;
  Expected<EventSpec> parse();

private:
  void checkFidelity();
  void parseRoot(yaml::MappingNode &Root);
  void parseDefaults(yaml::Node &N);
  std::optional<Lowering> parseLowering(yaml::Node &N);
  std::optional<Fidelity> parseFidelity(yaml::Node &N);
  void parseEvents(yaml::Node &N);
  void parseEntry(yaml::MappingNode &Map);
  bool takeKey(StringRef Name, yaml::Node &Key, yaml::Node &Value, Item &I);
  void setPlace(StringRef Name, abi::SiteKind Kind, yaml::Node &Key,
                yaml::Node &Value, Item &I);
  void addEntry(Item I);

  EventSpec Spec;
  StringMap<unsigned> EventNumbers;
  const SmallVector<KindKey> KindKeys = readKindKeys();
};

} // namespace

Expected<EventSpec> SpecParser::parse() {
  Spec.File = Buffer.getBufferIdentifier().str();
  Spec.Text = Buffer.getBuffer().str();
  if (!check())
    return createStringError(errorText());
  yaml::document_iterator Doc = Stream.begin();
  yaml::Node *Root = Doc == Stream.end() ? nullptr : Doc->getRoot();
  if (isa_and_nonnull<yaml::MappingNode>(Root))
    parseRoot(*cast<yaml::MappingNode>(Root));
  else if (Errors.empty())
    addError(1, 1,
             "expected a mapping with the keys 'version' and 'events', as in "
             "\"version: 1\"");
  checkFidelity();
  checkEvery(*this, Spec);
  if (Errors.empty() && !Stream.failed())
    return std::move(Spec);
  return createStringError(errorText());
}

/// Reports transparent entries that would change the program: only an
/// instruction without effects leaves it unchanged.
void SpecParser::checkFidelity() {
  for (const SpecEntry &E : Spec.Entries) {
    if (Spec.fidelityOf(E) != Fidelity::Transparent)
      continue;
    StringRef Event = Spec.Events[E.Event].Name;
    Lowering L = Spec.loweringOf(E);
    if (L == Lowering::Inline || L == Lowering::Call)
      addError(E.SpecLine, 1,
               "event '" + Event +
                   "': fidelity: transparent needs lowering: instruction");
    if (E.Kind == abi::SiteKind::Unwind)
      addError(E.SpecLine, 1,
               "event '" + Event +
                   "': unwind needs code of its own and cannot be "
                   "transparent; write fidelity: exact");
    if (E.Column)
      addError(E.SpecLine, 1,
               "event '" + Event +
                   "': a line with a column cannot be transparent; write "
                   "fidelity: exact, or leave the column out");
    if (E.isReturnStatement())
      addError(E.SpecLine, 1,
               "event '" + Event +
                   "': a return statement cannot be transparent; write "
                   "fidelity: exact, or leave 'at' out");
  }
}

void SpecParser::parseRoot(yaml::MappingNode &Root) {
  static constexpr StringRef Known[] = {"version", "events", "regions",
                                        "defaults"};
  bool HasVersion = false, HasEvents = false;
  auto Take = [&](StringRef Name, yaml::Node &, yaml::Node &Value) {
    if (Name == "version") {
      HasVersion = true;
      std::optional<uint64_t> V = number(Value, UINT_MAX, "a version number");
      if (V && *V != 1)
        addError(Value, "version " + Twine(*V) +
                            " is not known; this udpc reads version 1");
    } else if (Name == "events") {
      HasEvents = true;
      parseEvents(Value);
    } else if (Name == "regions") {
      HasEvents = true;
      parseRegions(*this, Value, Spec.Regions);
    } else if (Name == "defaults") {
      parseDefaults(Value);
    } else {
      return false;
    }
    return true;
  };
  if (!forEachKey(Root, Known, Take))
    return;
  if (Stream.failed() || !Errors.empty())
    return;
  if (!HasVersion)
    addError(Root, "'version' is missing; expected \"version: 1\"");
  if (!HasEvents)
    addError(Root, "'events' is missing; expected a list of events, or "
                   "one of regions, 'regions'");
}

static std::optional<bool> truthOf(StringRef Word) {
  return StringSwitch<std::optional<bool>>(Word)
      .Case("true", true)
      .Case("false", false)
      .Default(std::nullopt);
}

void SpecParser::parseDefaults(yaml::Node &N) {
  static constexpr StringRef Known[] = {"fidelity", "late", "lowering"};
  auto *Map = dyn_cast<yaml::MappingNode>(&N);
  if (!Map)
    return addError(N, "expected a mapping with 'fidelity', 'late' or "
                       "'lowering'");
  forEachKey(*Map, Known, [&](StringRef Name, yaml::Node &, yaml::Node &Value) {
    if (Name == "lowering")
      Spec.DefaultLowering =
          parseLowering(Value).value_or(Spec.DefaultLowering);
    else if (Name == "fidelity")
      Spec.DefaultFidelity =
          parseFidelity(Value).value_or(Spec.DefaultFidelity);
    else if (Name == "late")
      Spec.LateCounts = word(Value, "late", "true or false", truthOf)
                            .value_or(Spec.LateCounts);
    else
      return false;
    return true;
  });
}

std::optional<Lowering> SpecParser::parseLowering(yaml::Node &N) {
  return word(N, "lowering", "auto, inline, call or instruction",
              udpc::loweringOf);
}

std::optional<Fidelity> SpecParser::parseFidelity(yaml::Node &N) {
  return word(N, "fidelity", "exact or transparent", udpc::fidelityOf);
}

void SpecParser::parseEvents(yaml::Node &N) {
  auto *List = dyn_cast<yaml::SequenceNode>(&N);
  if (!List)
    return addError(N, "expected a list of events, each as \"- event: name\"");
  bool IsEmpty = true;
  for (yaml::Node &Item : *List) {
    IsEmpty = false;
    if (auto *Map = dyn_cast<yaml::MappingNode>(&Item))
      parseEntry(*Map);
    else
      addError(Item, "expected an event, as in \"- event: name\"");
    Item.skip();
  }
  if (IsEmpty)
    addError(N, "no events: nothing would be counted; name one, as in "
                "\"- event: name\", or compile without a spec");
}

void SpecParser::parseEntry(yaml::MappingNode &Map) {
  SmallVector<StringRef> Known = {"event"};
  for (const KindKey &K : KindKeys)
    Known.push_back(K.Key);
  append_range(Known, ArrayRef<StringRef>{"in", "at", "named", "command",
                                          "counter", "lowering", "fidelity"});
  append_range(Known, EveryItem::keys());
  size_t ErrorsBefore = Errors.size();
  Item I;
  SpecEntry &Entry = I.Entry;
  Entry.SpecLine = lineOf(Map);
  forEachKey(Map, Known,
             [&](StringRef Name, yaml::Node &Key, yaml::Node &Value) {
               return takeKey(Name, Key, Value, I);
             });
  if (Stream.failed() || Errors.size() != ErrorsBefore)
    return;
  if (!I.Event)
    return addError(Map, "'event' is missing; expected the event's name");
  if (I.Where.empty())
    return addError(
        Map,
        "event '" + *I.Event + "' has no place; expected one of: " +
            join(map_range(KindKeys, [](const KindKey &K) { return K.Key; }),
                 ", "));
  bool IsPart = Entry.isLoop() || Entry.isSpin() || Entry.isMark();
  if (I.InNode && !IsPart)
    return addError(*I.InNode, "'in' belongs to 'loop', 'spin' or 'mark'");
  if (I.AtNode && !Entry.isLoop() && !Entry.isSpin() &&
      Entry.Kind != abi::SiteKind::Return)
    return addError(*I.AtNode, "'at' belongs to 'loop', 'spin' or 'return'");
  if (!I.Every.check(*this))
    return;
  if (I.NamedNode && !Entry.isSpin())
    return addError(*I.NamedNode, "'named' belongs to 'spin'");
  if (IsPart && !setGlob(*this, I.InNode ? *I.InNode : *I.EventNode,
                         I.In.value_or("*"), Entry))
    return;
  Entry.NameGlob = I.Names.value_or("");
  if (I.NamedNode)
    Entry.Pattern += ", named: " + Entry.NameGlob;
  if (I.InNode)
    Entry.Pattern += ", in: " + Entry.Literal;
  if (I.AtNode)
    Entry.Pattern += ", at: " + Entry.AtFile + ":" + utostr(Entry.Line);
  addEntry(std::move(I));
}

bool SpecParser::takeKey(StringRef Name, yaml::Node &Key, yaml::Node &Value,
                         Item &I) {
  const KindKey *Kind =
      find_if(KindKeys, [&](const KindKey &K) { return K.Key == Name; });
  if (Kind != KindKeys.end()) {
    setPlace(Name, Kind->Kind, Key, Value, I);
  } else if (Name == "event") {
    I.EventNode = &Value;
    I.Event = scalar(Value, "the name of an event");
    if (I.Event && I.Event->size() > MaxEventName)
      addError(Value, "the event's name '" + shortened(*I.Event) + "' has " +
                          Twine(I.Event->size()) + " characters; at most " +
                          Twine(MaxEventName) + " are allowed");
  } else if (Name == "command") {
    std::optional<std::string> V = scalar(Value, "inc or dec");
    if (V && *V != "inc" && *V != "dec")
      addError(Value,
               "unknown command '" + shortened(*V) + "'; expected inc or dec");
    if (V && *V == "dec")
      I.Entry.Command = abi::SiteCommand::Dec;
  } else if (Name == "in") {
    I.InNode = &Value;
    I.In = scalar(Value, "a glob over function signatures");
  } else if (Name == "at") {
    I.AtNode = &Value;
    parseBeginning(*this, Value, I.Entry);
  } else if (Name == "named") {
    I.NamedNode = &Value;
    I.Names = parseNames(*this, Value, "a glob over the names of spin loops");
  } else if (Name == "lowering") {
    I.Entry.OwnLowering = parseLowering(Value);
  } else if (Name == "fidelity") {
    I.Entry.OwnFidelity = parseFidelity(Value);
  } else if (Name == "counter") {
    I.CounterNode = &Value;
    if (auto V =
            number(Value, encoding::MaxCounter, "a counter number, 0 to 255"))
      I.Counter = *V;
  } else {
    return I.Every.take(*this, Name, Key, Value);
  }
  return true;
}

void SpecParser::setPlace(StringRef Name, abi::SiteKind Kind, yaml::Node &Key,
                          yaml::Node &Value, Item &I) {
  SpecEntry &Entry = I.Entry;
  if (!I.Where.empty())
    addError(Key, "'" + Name + "' and '" + I.Where +
                      "' in one item; write an item for each");
  I.Where = Name.str();
  Entry.Kind = Kind;
  switch (Entry.place()) {
  case PlaceKind::Line:
    parseLine(*this, Value, Entry);
    return;
  case PlaceKind::Function:
    parseFunction(*this, Value, Entry);
    return;
  case PlaceKind::Loop:
  case PlaceKind::Spin:
    parseLoop(*this, Value, Entry);
    return;
  case PlaceKind::Mark:
    I.Names = parseNames(*this, Value, "a glob over the names of marks");
    Entry.Pattern = I.Names.value_or("");
    return;
  case PlaceKind::Address:
    parseAddress(*this, Value, Entry);
    return;
  }
}

void SpecParser::addEntry(Item I) {
  StringRef Event = *I.Event;
  auto [It, New] = EventNumbers.try_emplace(Event, Spec.Events.size());
  if (New)
    Spec.Events.push_back({Event.str(), -1, std::nullopt, 0});
  I.Entry.Event = It->second;
  if (I.Counter >= 0) {
    for (const CountedEvent &Other : Spec.Events)
      if (Other.Counter == I.Counter && Other.Name != Event)
        return addError(*I.CounterNode, "counter " + Twine(I.Counter) +
                                            " already belongs to event '" +
                                            Other.Name + "'");
    CountedEvent &E = Spec.Events[It->second];
    if (E.Counter >= 0 && E.Counter != I.Counter)
      return addError(*I.CounterNode, "event '" + Event +
                                          "' already has counter " +
                                          Twine(E.Counter));
    E.Counter = I.Counter;
  }
  I.Every.addTo(*this, Spec.Events[It->second], I.Entry.SpecLine);
  I.Entry.Number = Spec.Entries.size();
  Spec.Entries.push_back(std::move(I.Entry));
}

Expected<EventSpec> EventSpec::parse(MemoryBufferRef Buffer) {
  return SpecParser(Buffer).parse();
}
