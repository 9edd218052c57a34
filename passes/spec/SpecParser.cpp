//===- SpecParser.cpp - The spec of events: YAML to model -----------------===//

#include "passes/spec/EventSpec.h"
#include "passes/spec/SignatureText.h"
#include "udpc/encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Walks the YAML tree and collects every mistake, so that one compilation
/// shows them all.
class SpecParser {
public:
  explicit SpecParser(MemoryBufferRef Buffer)
      : Buffer(Buffer), Stream(Buffer.getBuffer(), SM, /*ShowColors=*/false) {
    SM.setDiagHandler(
        [](const SMDiagnostic &D, void *Self) {
          static_cast<SpecParser *>(Self)->addError(
              D.getLineNo(), D.getColumnNo() + 1, D.getMessage());
        },
        this);
  }

  Expected<EventSpec> parse();

private:
  void addError(unsigned Line, unsigned Column, const Twine &Message) {
    Errors.push_back((Buffer.getBufferIdentifier() + ":" + Twine(Line) + ":" +
                      Twine(Column) + ": " + Message)
                         .str());
  }
  void addError(const yaml::Node &N, const Twine &Message) {
    auto [Line, Column] = SM.getLineAndColumn(N.getSourceRange().Start);
    addError(Line, Column, Message);
  }
  unsigned lineOf(const yaml::Node &N) const {
    return SM.getLineAndColumn(N.getSourceRange().Start).first;
  }

  /// The text of a scalar, or nothing after an error that says that
  /// \p Expected belongs here.
  std::optional<std::string> scalar(yaml::Node &N, const Twine &Expected);
  std::optional<unsigned> number(yaml::Node &N, unsigned Max,
                                 const Twine &Expected);
  /// One of \p Words, which \p Read knows.
  template <typename T>
  std::optional<T> word(yaml::Node &N, StringRef What, StringRef Words,
                        std::optional<T> (*Read)(StringRef));
  void unknownKey(yaml::Node &Key, StringRef Name, ArrayRef<StringRef> Known);

  void checkFidelity();
  void parseRoot(yaml::MappingNode &Root);
  void parseDefaults(yaml::Node &N);
  std::optional<Lowering> parseLowering(yaml::Node &N);
  std::optional<Fidelity> parseFidelity(yaml::Node &N);
  void parseEvents(yaml::Node &N);
  void parseEntry(yaml::MappingNode &Item);
  bool setGlob(yaml::Node &N, StringRef Text, SpecEntry &Entry);
  bool parseFunction(yaml::Node &N, SpecEntry &Entry);
  bool parseLine(yaml::Node &N, SpecEntry &Entry);
  /// For loops and spin loops, whose Kind is that of their executions.
  void parseLoop(yaml::Node &N, SpecEntry &Entry);
  void parsePlace(yaml::Node &N, SpecEntry &Entry);
  std::optional<std::string> parseNames(yaml::Node &N, StringRef Wanted);
  void addEntry(yaml::Node &NameNode, StringRef Event, yaml::Node *CounterNode,
                int Counter, SpecEntry Entry);

  MemoryBufferRef Buffer;
  SourceMgr SM;
  yaml::Stream Stream;
  EventSpec Spec;
  StringMap<unsigned> EventNumbers;
  std::vector<std::string> Errors;
};

} // namespace

/// The name of \p Known nearest to \p Name, or "" if none is near.
static StringRef nearest(StringRef Name, ArrayRef<StringRef> Known) {
  StringRef Best;
  unsigned BestDistance = std::max<size_t>(2, Name.size() / 3) + 1;
  for (StringRef K : Known) {
    unsigned D = Name.edit_distance_insensitive(K);
    if (D < BestDistance) {
      BestDistance = D;
      Best = K;
    }
  }
  return Best;
}

std::optional<std::string> SpecParser::scalar(yaml::Node &N,
                                              const Twine &Expected) {
  SmallString<64> Storage;
  if (auto *S = dyn_cast<yaml::ScalarNode>(&N)) {
    std::string Value = S->getValue(Storage).str();
    if (!Value.empty())
      return Value;
  } else if (auto *B = dyn_cast<yaml::BlockScalarNode>(&N)) {
    return B->getValue().trim().str();
  }
  addError(N, "expected " + Expected);
  return std::nullopt;
}

std::optional<unsigned> SpecParser::number(yaml::Node &N, unsigned Max,
                                           const Twine &Expected) {
  std::optional<std::string> Text = scalar(N, Expected);
  if (!Text)
    return std::nullopt;
  unsigned Value;
  if (!StringRef(*Text).getAsInteger(10, Value) && Value <= Max)
    return Value;
  addError(N, "'" + *Text + "' is not " + Expected);
  return std::nullopt;
}

void SpecParser::unknownKey(yaml::Node &Key, StringRef Name,
                            ArrayRef<StringRef> Known) {
  std::string Message = ("unknown key '" + Name + "'").str();
  if (StringRef Near = nearest(Name, Known); !Near.empty())
    Message += ("; did you mean '" + Near + "'?").str();
  else
    Message += "; expected one of: " + join(Known, ", ");
  addError(Key, Message);
}

Expected<EventSpec> SpecParser::parse() {
  Spec.File = Buffer.getBufferIdentifier().str();
  Spec.Text = Buffer.getBuffer().str();
  yaml::document_iterator Doc = Stream.begin();
  yaml::Node *Root = Doc == Stream.end() ? nullptr : Doc->getRoot();
  if (Root && isa<yaml::MappingNode>(Root))
    parseRoot(*cast<yaml::MappingNode>(Root));
  else if (Errors.empty())
    addError(1, 1,
             "expected a mapping with the keys 'version' and 'events', as in "
             "\"version: 1\"");
  checkFidelity();
  if (Errors.empty() && !Stream.failed())
    return std::move(Spec);
  return createStringError(inconvertibleErrorCode(), "%s",
                           join(Errors, "\n").c_str());
}

/// Only an instruction that changes nothing can leave a program as it is.
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
  static constexpr StringRef Known[] = {"version", "events", "defaults"};
  bool HasVersion = false, HasEvents = false;
  for (yaml::KeyValueNode &KV : Root) {
    yaml::Node *Key = KV.getKey(), *Value = KV.getValue();
    if (!Key || !Value)
      break;
    std::optional<std::string> Name = scalar(*Key, "a key");
    if (!Name)
      return;
    if (*Name == "version") {
      HasVersion = true;
      std::optional<unsigned> V = number(*Value, UINT_MAX, "a version number");
      if (V && *V != 1)
        addError(*Value, "version " + Twine(*V) +
                             " is not known; this udpc reads version 1");
    } else if (*Name == "events") {
      HasEvents = true;
      parseEvents(*Value);
    } else if (*Name == "defaults") {
      parseDefaults(*Value);
    } else {
      unknownKey(*Key, *Name, Known);
    }
    Value->skip();
  }
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
  for (yaml::KeyValueNode &KV : *Map) {
    yaml::Node *Key = KV.getKey(), *Value = KV.getValue();
    if (!Key || !Value)
      break;
    std::optional<std::string> Name = scalar(*Key, "a key");
    if (!Name)
      return;
    if (*Name == "lowering") {
      Spec.DefaultLowering =
          parseLowering(*Value).value_or(Spec.DefaultLowering);
    } else if (*Name == "fidelity") {
      Spec.DefaultFidelity =
          parseFidelity(*Value).value_or(Spec.DefaultFidelity);
    } else {
      unknownKey(*Key, *Name, Known);
    }
    Value->skip();
  }
}

template <typename T>
std::optional<T> SpecParser::word(yaml::Node &N, StringRef What,
                                  StringRef Words,
                                  std::optional<T> (*Read)(StringRef)) {
  std::optional<std::string> Text = scalar(N, Words);
  if (!Text)
    return std::nullopt;
  std::optional<T> Value = Read(*Text);
  if (!Value)
    addError(N, "unknown " + What + " '" + *Text + "'; expected " + Words);
  return Value;
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
  for (yaml::Node &Item : *List) {
    if (auto *Map = dyn_cast<yaml::MappingNode>(&Item))
      parseEntry(*Map);
    else
      addError(Item, "expected an event, as in \"- event: name\"");
    Item.skip();
  }
}

void SpecParser::parseEntry(yaml::MappingNode &Item) {
  static constexpr StringRef Known[] = {
      "event", "entry",   "return",  "unwind",   "line",
      "loop",  "spin",    "mark",    "in",       "at",
      "named", "command", "counter", "lowering", "fidelity"};
  size_t ErrorsBefore = Errors.size();
  SpecEntry Entry;
  std::optional<std::string> Event, In, Names;
  yaml::Node *EventNode = nullptr, *CounterNode = nullptr;
  yaml::Node *InNode = nullptr, *AtNode = nullptr, *NamedNode = nullptr;
  std::string Where;
  int Counter = -1;
  Entry.SpecLine = lineOf(Item);

  for (yaml::KeyValueNode &KV : Item) {
    yaml::Node *Key = KV.getKey(), *Value = KV.getValue();
    if (!Key || !Value)
      break;
    std::optional<std::string> Name = scalar(*Key, "a key");
    if (!Name)
      return;
    auto Kind = StringSwitch<std::optional<abi::SiteKind>>(*Name)
                    .Case("entry", abi::SiteKind::Entry)
                    .Case("return", abi::SiteKind::Return)
                    .Case("unwind", abi::SiteKind::Unwind)
                    .Case("line", abi::SiteKind::Line)
                    .Case("loop", abi::SiteKind::LoopExecution)
                    .Case("spin", abi::SiteKind::SpinExecution)
                    .Case("mark", abi::SiteKind::Mark)
                    .Default(std::nullopt);
    if (Kind) {
      if (!Where.empty())
        addError(*Key, "'" + *Name + "' and '" + Where +
                           "' in one item; write an item for each");
      Where = *Name;
      Entry.Kind = *Kind;
      if (Entry.isLine()) {
        parseLine(*Value, Entry);
      } else if (Entry.isLoop() || Entry.isSpin()) {
        parseLoop(*Value, Entry);
      } else if (Entry.isMark()) {
        Names = parseNames(*Value, "a glob over the names of marks");
        Entry.Pattern = Names.value_or("");
      } else {
        parseFunction(*Value, Entry);
      }
    } else if (*Name == "event") {
      EventNode = Value;
      Event = scalar(*Value, "the name of an event");
    } else if (*Name == "command") {
      std::optional<std::string> V = scalar(*Value, "inc or dec");
      if (V && *V != "inc" && *V != "dec")
        addError(*Value, "unknown command '" + *V + "'; expected inc or dec");
      if (V && *V == "dec")
        Entry.Command = abi::SiteCommand::Dec;
    } else if (*Name == "in") {
      InNode = Value;
      In = scalar(*Value, "a glob over function signatures");
    } else if (*Name == "at") {
      AtNode = Value;
      parsePlace(*Value, Entry);
    } else if (*Name == "named") {
      NamedNode = Value;
      Names = parseNames(*Value, "a glob over the names of spin loops");
    } else if (*Name == "lowering") {
      Entry.OwnLowering = parseLowering(*Value);
    } else if (*Name == "fidelity") {
      Entry.OwnFidelity = parseFidelity(*Value);
    } else if (*Name == "counter") {
      CounterNode = Value;
      if (auto V = number(*Value, encoding::MaxCounter,
                          "a counter number, 0 to 255"))
        Counter = *V;
    } else {
      unknownKey(*Key, *Name, Known);
    }
    Value->skip();
  }
  if (Stream.failed() || Errors.size() != ErrorsBefore)
    return;
  if (!Event)
    return addError(Item, "'event' is missing; expected the event's name");
  if (Where.empty())
    return addError(Item, "event '" + *Event +
                              "' has no place; expected one of: entry, "
                              "return, unwind, line, loop, spin, mark");
  bool IsPart = Entry.isLoop() || Entry.isSpin() || Entry.isMark();
  if (InNode && !IsPart)
    return addError(*InNode, "'in' belongs to 'loop', 'spin' or 'mark'");
  if (AtNode && !Entry.isLoop() && !Entry.isSpin() &&
      Entry.Kind != abi::SiteKind::Return)
    return addError(*AtNode, "'at' belongs to 'loop', 'spin' or 'return'");
  if (NamedNode && !Entry.isSpin())
    return addError(*NamedNode, "'named' belongs to 'spin'");
  if (IsPart &&
      !setGlob(InNode ? *InNode : *EventNode, In.value_or("*"), Entry))
    return;
  Entry.NameGlob = Names.value_or("");
  if (NamedNode)
    Entry.Pattern += ", named: " + Entry.NameGlob;
  if (InNode)
    Entry.Pattern += ", in: " + Entry.Literal;
  if (AtNode)
    Entry.Pattern += ", at: " + Entry.AtFile + ":" + utostr(Entry.Line);
  addEntry(*EventNode, *Event, CounterNode, Counter, std::move(Entry));
}

bool SpecParser::setGlob(yaml::Node &N, StringRef Text, SpecEntry &Entry) {
  Entry.Literal = Text.str();
  Entry.Glob =
      Entry.isLine() || Entry.Mangled ? Text.str() : signatureGlob(Text);
  if (Expected<GlobPattern> G = GlobPattern::create(Entry.Glob); !G) {
    addError(N, "'" + Text + "' is not a glob: " + toString(G.takeError()) +
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
    for (yaml::KeyValueNode &KV : *Map) {
      yaml::Node *Key = KV.getKey(), *Value = KV.getValue();
      if (!Key || !Value)
        break;
      std::optional<std::string> Name = scalar(*Key, "a key");
      if (!Name)
        return false;
      if (*Name == "mangled") {
        GlobNode = Value;
        Text = scalar(*Value, "a glob over linkage names");
      } else {
        unknownKey(*Key, *Name, Known);
      }
      Value->skip();
    }
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
  // From the right, since a file's name may hold colons.
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
  if (Rest.empty() || (!Entry.AllLines && !Entry.Line)) {
    addError(N, "'" + *Text + "' is no place in a file; expected " + Wanted);
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
    addError(N, "unknown kind of loop event '" + *Text +
                    "'; expected executions or iterations");
}

std::optional<std::string> SpecParser::parseNames(yaml::Node &N,
                                                  StringRef Wanted) {
  std::optional<std::string> Text = scalar(N, Wanted);
  if (!Text)
    return std::nullopt;
  if (Expected<GlobPattern> G = GlobPattern::create(*Text); !G) {
    addError(N, "'" + *Text + "' is not a glob: " + toString(G.takeError()));
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
    addError(N, "'" + *Text + "' is no place in a file; expected " + Wanted);
  Entry.AtFile = File.str();
}

void SpecParser::addEntry(yaml::Node &NameNode, StringRef Event,
                          yaml::Node *CounterNode, int Counter,
                          SpecEntry Entry) {
  auto [It, New] = EventNumbers.try_emplace(Event, Spec.Events.size());
  if (New)
    Spec.Events.push_back({Event.str(), -1});
  Entry.Event = It->second;
  if (Counter >= 0) {
    for (const SpecEvent &Other : Spec.Events)
      if (Other.Counter == Counter && Other.Name != Event)
        return addError(*CounterNode, "counter " + Twine(Counter) +
                                          " already belongs to event '" +
                                          Other.Name + "'");
    SpecEvent &E = Spec.Events[It->second];
    if (E.Counter >= 0 && E.Counter != Counter)
      return addError(*CounterNode, "event '" + Event +
                                        "' already has counter " +
                                        Twine(E.Counter));
    E.Counter = Counter;
  }
  Entry.Number = Spec.Entries.size();
  Spec.Entries.push_back(std::move(Entry));
}

Expected<EventSpec> EventSpec::parse(MemoryBufferRef Buffer) {
  return SpecParser(Buffer).parse();
}
