//===- SpecParser.cpp - The spec of events: YAML to model -----------------===//

#include "profdata/PathGlob.h"
#include "spec/EventSpec.h"
#include "spec/SignatureText.h"
#include "spec/YamlReader.h"
#include "udpc/encoding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace udpc;

namespace {

/// A key that says where an event happens, and the kind of site that it means.
struct KindKey {
  StringRef Key;
  abi::SiteKind Kind;
};

/// The maximum length of an event name, in bytes.
constexpr size_t MaxEventName = 255;

/// The largest period, and warm-up: their sum is still a signed number.
constexpr uint64_t MaxPeriod = uint64_t(1) << 62;

/// An item of the list of events during parsing.
struct Item {
  SpecEntry Entry;
  std::optional<std::string> Event, In, Names;
  yaml::Node *EventNode = nullptr, *CounterNode = nullptr;
  yaml::Node *EveryNode = nullptr, *BitsNode = nullptr;
  /// The first of the keys that belong to `every`, and its name.
  yaml::Node *EveryPart = nullptr;
  std::string EveryPartName;
  EveryRule Every;
  yaml::Node *InNode = nullptr, *AtNode = nullptr, *NamedNode = nullptr;
  std::string Where; ///< The key that gives the place of the event.
  int Counter = -1;
};

/// Those that have a key of their own.
SmallVector<KindKey> readKindKeys() {
  SmallVector<KindKey> Result;
  for (KindKey K : std::initializer_list<KindKey>{
#define UDPC_SITE_KIND(Name, Number, Words, Key, Place)                        \
  {Key, abi::SiteKind::Name},
#include "udpc/site_kinds.inc"
       })
    if (!K.Key.empty())
      Result.push_back(K);
  return Result;
}

/// Whether the phase of that name is random.
std::optional<bool> phaseOf(StringRef Word) {
  return StringSwitch<std::optional<bool>>(Word)
      .Case("fixed", false)
      .Case("random", true)
      .Default(std::nullopt);
}

std::string everyActionWords() {
  static constexpr StringLiteral Words[] = {
#define UDPC_EVERY_ACTION(Name, Number, Word, Help) Word,
#include "udpc/every_actions.inc"
  };
  return join(ArrayRef(Words).drop_back(), ", ") + " or " +
         Words[abi::NumEveryActions - 1].str();
}

/// The grammar of specs.
class SpecParser : YamlReader {
public:
  using YamlReader::YamlReader;
  Expected<EventSpec> parse();

private:
  void checkFidelity();
  void checkEvery();
  void parseRoot(yaml::MappingNode &Root);
  void parseDefaults(yaml::Node &N);
  std::optional<Lowering> parseLowering(yaml::Node &N);
  std::optional<Fidelity> parseFidelity(yaml::Node &N);
  void parseEvents(yaml::Node &N);
  void parseEntry(yaml::MappingNode &Map);
  bool takeKey(StringRef Name, yaml::Node &Key, yaml::Node &Value, Item &I);
  void setPlace(StringRef Name, abi::SiteKind Kind, yaml::Node &Key,
                yaml::Node &Value, Item &I);
  bool setGlob(yaml::Node &N, StringRef Text, SpecEntry &Entry);
  bool parseFunction(yaml::Node &N, SpecEntry &Entry);
  bool parseLine(yaml::Node &N, SpecEntry &Entry);
  /// For loops and spin loops, whose Kind is that of their executions.
  void parseLoop(yaml::Node &N, SpecEntry &Entry);
  void parsePlace(yaml::Node &N, SpecEntry &Entry);
  bool takeEveryKey(StringRef Name, yaml::Node &Key, yaml::Node &Value,
                    Item &I);
  void addEvery(const Item &I, SpecEvent &E);
  std::optional<std::string> parseNames(yaml::Node &N, StringRef Wanted);
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
  if (Root && isa<yaml::MappingNode>(Root))
    parseRoot(*cast<yaml::MappingNode>(Root));
  else if (Errors.empty())
    addError(1, 1,
             "expected a mapping with the keys 'version' and 'events', as in "
             "\"version: 1\"");
  checkFidelity();
  checkEvery();
  if (Errors.empty() && !Stream.failed())
    return std::move(Spec);
  return createStringError(errorText());
}

/// Only an instruction without effects leaves the program unchanged.
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

/// Code that counts up is all that can see an N-th occurrence.
void SpecParser::checkEvery() {
  for (const SpecEntry &E : Spec.Entries) {
    const SpecEvent &Event = Spec.Events[E.Event];
    if (!Event.Every)
      continue;
    if (E.Command == abi::SiteCommand::Dec)
      addError(E.SpecLine, 1,
               "event '" + Event.Name +
                   "': an event with 'every' only counts up; give this entry "
                   "an event of its own, or leave 'every' out");
    if (E.OwnLowering == Lowering::Instruction ||
        E.OwnFidelity == Fidelity::Transparent)
      addError(E.SpecLine, 1,
               "event '" + Event.Name +
                   "': instructions cannot see each N-th occurrence; write "
                   "lowering: inline or call, or leave 'every' out");
  }
}

void SpecParser::parseRoot(yaml::MappingNode &Root) {
  static constexpr StringRef Known[] = {"version", "events", "defaults"};
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
    addError(Root, "'events' is missing; expected a list of events");
}

void SpecParser::parseDefaults(yaml::Node &N) {
  static constexpr StringRef Known[] = {"fidelity", "lowering"};
  auto *Map = dyn_cast<yaml::MappingNode>(&N);
  if (!Map)
    return addError(N, "expected a mapping with 'fidelity' or 'lowering'");
  forEachKey(*Map, Known, [&](StringRef Name, yaml::Node &, yaml::Node &Value) {
    if (Name == "lowering")
      Spec.DefaultLowering =
          parseLowering(Value).value_or(Spec.DefaultLowering);
    else if (Name == "fidelity")
      Spec.DefaultFidelity =
          parseFidelity(Value).value_or(Spec.DefaultFidelity);
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
  append_range(Known,
               ArrayRef<StringRef>{"in", "at", "named", "command", "counter",
                                   "lowering", "fidelity", "every", "bits",
                                   "warmup", "phase", "action"});
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
  if (I.EveryNode && I.BitsNode)
    return addError(*I.BitsNode, "'bits' and 'every' in one item; 'bits: 16' "
                                 "is 'every: 65536'");
  if (I.EveryPart && !I.EveryNode && !I.BitsNode)
    return addError(*I.EveryPart,
                    "'" + I.EveryPartName + "' belongs to 'every' or 'bits'");
  if (I.NamedNode && !Entry.isSpin())
    return addError(*I.NamedNode, "'named' belongs to 'spin'");
  if (IsPart &&
      !setGlob(I.InNode ? *I.InNode : *I.EventNode, I.In.value_or("*"), Entry))
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
    parsePlace(Value, I.Entry);
  } else if (Name == "named") {
    I.NamedNode = &Value;
    I.Names = parseNames(Value, "a glob over the names of spin loops");
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
    return takeEveryKey(Name, Key, Value, I);
  }
  return true;
}

bool SpecParser::takeEveryKey(StringRef Name, yaml::Node &Key,
                              yaml::Node &Value, Item &I) {
  EveryRule &Rule = I.Every;
  if (Name == "every") {
    I.EveryNode = &Key;
    Rule.Period = number(Value, MaxPeriod,
                         "how many occurrences, or 0 for a period that the "
                         "program sets")
                      .value_or(0);
    return true;
  }
  if (Name == "bits") {
    I.BitsNode = &Key;
    std::optional<uint64_t> Bits = number(Value, 64, "a width, 8 to 64");
    if (Bits && *Bits < 8)
      addError(Value, "'" + Twine(*Bits) +
                          "' is too small a width; expected "
                          "8 to 64");
    // A counter of 64 bits does not wrap in a lifetime.
    if (Bits && *Bits < 64)
      Rule.Period = uint64_t(1) << *Bits;
    return true;
  }
  if (Name == "warmup")
    Rule.Warmup = number(Value, MaxPeriod, "how many occurrences").value_or(0);
  else if (Name == "phase")
    Rule.HasRandomPhase =
        word(Value, "phase", "fixed or random", phaseOf).value_or(false);
  else if (Name == "action")
    Rule.Action = word(Value, "action", everyActionWords(), everyActionOf)
                      .value_or(Rule.Action);
  else
    return false;
  if (!I.EveryPart) {
    I.EveryPart = &Key;
    I.EveryPartName = Name.str();
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
    parseLine(Value, Entry);
    return;
  case PlaceKind::Function:
    parseFunction(Value, Entry);
    return;
  case PlaceKind::Loop:
  case PlaceKind::Spin:
    parseLoop(Value, Entry);
    return;
  case PlaceKind::Mark:
    I.Names = parseNames(Value, "a glob over the names of marks");
    Entry.Pattern = I.Names.value_or("");
    return;
  }
}

bool SpecParser::setGlob(yaml::Node &N, StringRef Text, SpecEntry &Entry) {
  Entry.Literal = Text.str();
  Entry.Glob =
      Entry.isLine() || Entry.Mangled ? Text.str() : signatureGlob(Text);
  Error E = Entry.isLine() ? PathGlob::create(Entry.Glob).takeError()
                           : GlobPattern::create(Entry.Glob).takeError();
  if (E) {
    addError(N, "'" + shortened(Text) +
                    "' is not a glob: " + toString(std::move(E)) +
                    "; write \\[ for a literal bracket");
    return false;
  }
  return true;
}

bool SpecParser::parseFunction(yaml::Node &N, SpecEntry &Entry) {
  static constexpr StringRef Known[] = {"mangled"};
  StringRef Wanted = "a glob over function signatures, as in \"ns::f(*\"";
  yaml::Node *GlobNode = &N;
  std::optional<std::string> Text;
  if (auto *Map = dyn_cast<yaml::MappingNode>(&N)) {
    auto Take = [&](StringRef Name, yaml::Node &, yaml::Node &Value) {
      if (Name != "mangled")
        return false;
      GlobNode = &Value;
      Text = scalar(Value, "a glob over linkage names");
      return true;
    };
    if (!forEachKey(*Map, Known, Take))
      return false;
    if (!Text) {
      addError(N, "expected " + Wanted + ", or \"mangled: _Z*\"");
      return false;
    }
    Entry.Mangled = true;
    Entry.Pattern = "mangled:" + *Text;
  } else {
    Text = scalar(N, Wanted);
    if (!Text)
      return false;
    Entry.Pattern = *Text;
    StringRef Rest = *Text;
    if (Rest.consume_front("mangled:")) {
      Entry.Mangled = true;
      Text = Rest.trim().str();
    }
  }
  return setGlob(*GlobNode, *Text, Entry);
}

bool SpecParser::parseLine(yaml::Node &N, SpecEntry &Entry) {
  StringRef Wanted = "file:line, file:line:column or file:*";
  std::optional<std::string> Text = scalar(N, Wanted);
  if (!Text)
    return false;
  Entry.Pattern = *Text;
  auto IsNumber = [](StringRef S) { return !S.empty() && all_of(S, isDigit); };
  // From the right, since a file name may contain colons.
  auto [Rest, Last] = StringRef(*Text).rsplit(':');
  unsigned Number = 0;
  if (Last == "*") {
    Entry.AllLines = true;
  } else if (!Last.getAsInteger(10, Number) && Number) {
    auto [File, Middle] = Rest.rsplit(':');
    unsigned Line = 0;
    if (!Middle.empty() && !Middle.getAsInteger(10, Line) && Line) {
      Entry.Line = Line;
      Entry.Column = Number;
      Rest = File;
    } else {
      Entry.Line = Number;
    }
  }
  // The rest of `a.c:0:3` and `a.c:3:*` is no file.
  if (Rest.empty() || (!Entry.AllLines && !Entry.Line) ||
      IsNumber(Rest.rsplit(':').second)) {
    addError(N, "'" + shortened(*Text) + "' is no place in a file; expected " +
                    Wanted);
    return false;
  }
  return setGlob(N, Rest, Entry);
}

void SpecParser::parseLoop(yaml::Node &N, SpecEntry &Entry) {
  std::optional<std::string> Text = scalar(N, "executions or iterations");
  if (!Text)
    return;
  Entry.Pattern = *Text;
  if (*Text == "iterations")
    Entry.Kind = Entry.isSpin() ? abi::SiteKind::SpinIteration
                                : abi::SiteKind::LoopIteration;
  else if (*Text != "executions")
    addError(N, "unknown kind of loop event '" + shortened(*Text) +
                    "'; expected executions or iterations");
}

std::optional<std::string> SpecParser::parseNames(yaml::Node &N,
                                                  StringRef Wanted) {
  std::optional<std::string> Text = scalar(N, Wanted);
  if (!Text)
    return std::nullopt;
  if (Expected<GlobPattern> G = GlobPattern::create(*Text); !G) {
    addError(N, "'" + shortened(*Text) +
                    "' is not a glob: " + toString(G.takeError()));
    return std::nullopt;
  }
  return Text;
}

void SpecParser::parsePlace(yaml::Node &N, SpecEntry &Entry) {
  static constexpr StringRef Wanted =
      "file:line, where the loop or return statement begins";
  std::optional<std::string> Text = scalar(N, Wanted);
  if (!Text)
    return;
  auto [File, Line] = StringRef(*Text).rsplit(':');
  if (File.empty() || Line.getAsInteger(10, Entry.Line) || !Entry.Line)
    addError(N, "'" + shortened(*Text) + "' is no place in a file; expected " +
                    Wanted);
  Entry.AtFile = File.str();
}

/// The rule holds for all entries of the event; one of them is enough to give
/// it.
void SpecParser::addEvery(const Item &I, SpecEvent &E) {
  yaml::Node *Given = I.EveryNode ? I.EveryNode : I.BitsNode;
  if (!Given)
    return;
  if (E.Every && !(*E.Every == I.Every))
    return addError(*Given, "event '" + E.Name + "' has another rule in line " +
                                Twine(E.EveryLine) +
                                "; give 'every' and what belongs to it once");
  E.Every = I.Every;
  E.EveryLine = I.Entry.SpecLine;
}

void SpecParser::addEntry(Item I) {
  StringRef Event = *I.Event;
  auto [It, New] = EventNumbers.try_emplace(Event, Spec.Events.size());
  if (New)
    Spec.Events.push_back({Event.str(), -1, std::nullopt, 0});
  I.Entry.Event = It->second;
  if (I.Counter >= 0) {
    for (const SpecEvent &Other : Spec.Events)
      if (Other.Counter == I.Counter && Other.Name != Event)
        return addError(*I.CounterNode, "counter " + Twine(I.Counter) +
                                            " already belongs to event '" +
                                            Other.Name + "'");
    SpecEvent &E = Spec.Events[It->second];
    if (E.Counter >= 0 && E.Counter != I.Counter)
      return addError(*I.CounterNode, "event '" + Event +
                                          "' already has counter " +
                                          Twine(E.Counter));
    E.Counter = I.Counter;
  }
  addEvery(I, Spec.Events[It->second]);
  I.Entry.Number = Spec.Entries.size();
  Spec.Entries.push_back(std::move(I.Entry));
}

Expected<EventSpec> EventSpec::parse(MemoryBufferRef Buffer) {
  return SpecParser(Buffer).parse();
}
