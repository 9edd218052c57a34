//===- CallgrindParser.cpp - Parses Callgrind's format --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "profdata/costs/ValgrindText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::valgrind;

namespace {

class Parser : LineParser {
public:
  Parser(StringRef Text, StringRef Name)
      : LineParser(Text, Name, "Callgrind") {}

  Expected<CostGraph> parse();

private:
  /// The words of the 'positions:' line.
  using Position = SmallVector<uint64_t, 3>;
  /// The meaning of the next line of costs.
  enum class LineKind { Self, Call, Jump };

  Error parseLine();
  Error parseHeader(StringRef Key, StringRef Words);
  Error parseEvents(StringRef Words);
  Error parsePositions(StringRef Words);
  Error parseTotals(StringRef Words);
  Error parseSpecification(StringRef Key, StringRef Value);
  Error parseCalls(StringRef Words);
  Error parseJump(StringRef Words, bool Conditional);
  Error parseCosts(StringRef Words);

  /// Parses a position at the front of \p Words, relative to the last one.
  Error parsePosition(StringRef &Words, Position &P);
  Error parseCounts(StringRef Words, CostGraph::Counts &Counts);
  Error parseNumber(StringRef Word, uint64_t &Number);
  Expected<uint32_t> currentFunction();

  CostGraph Out;
  bool HasBody = false; ///< Whether costs may follow.
  /// Whether a 'totals:' line must follow. Valgrind writes one after each part,
  /// other writers do not.
  bool NeedsTotals = false, IsOfValgrind = false;
  unsigned NumPositions = 1, LinePosition = 0;
  bool HasLines = true;
  Position Last = Position(1, 0);
  ShortNames ModuleNames, FileNames, FunctionNames;

  StringRef Module, Home, File, Function;
  struct {
    std::optional<StringRef> Module, File, Function;
  } Called; ///< The callee of the next 'calls=' line.
  std::optional<StringRef> TargetFile; ///< The target's file of the next jump.
  bool LeavesFunction = false; ///< Whether the next jump leaves the function.
  bool HasFile = false, HasFunction = false;
  std::optional<uint32_t> Current; ///< The function that the costs belong to.
  LineKind Next = LineKind::Self;
  uint32_t Callee = 0;
  uint64_t Calls = 0;
  std::optional<CostGraph::Jump> Jump; ///< Without its place.
  CostGraph::Counts Counts;
  /// The sum of the self costs of this part of the file.
  CostGraph::Counts PartTotal;
};

} // namespace

Error Parser::parseNumber(StringRef Word, uint64_t &Number) {
  StringRef Digits = Word;
  unsigned Base = Digits.consume_front("0x") ? 16 : 10;
  if (Digits.empty() ||
      !(Base == 16 ? all_of(Digits, isHexDigit) : all_of(Digits, isDigit)))
    return error(quoted(Word) + " is not a number");
  if (Digits.getAsInteger(Base, Number))
    return error("the number " + quoted(Word) + " is too large");
  return Error::success();
}

Error Parser::parsePosition(StringRef &Words, Position &P) {
  P.assign(NumPositions, 0);
  for (unsigned I = 0; I != NumPositions; ++I) {
    StringRef Word = takeWord(Words), Distance = Word;
    if (Word == "*") {
      P[I] = Last[I];
      continue;
    }
    bool Forward = Distance.consume_front("+");
    bool Relative = Forward || Distance.consume_front("-");
    if (Word.empty())
      return error("a position has " + Twine(NumPositions) +
                   " numbers here, as the 'positions:' line says");
    if (Error E = parseNumber(Distance, P[I]))
      return E;
    if (Relative)
      P[I] = Forward ? Last[I] + P[I] : Last[I] - P[I];
    if (Relative && (Forward ? P[I] < Last[I] : P[I] > Last[I]))
      return error(quoted(Word) + " leads out of the range of positions");
    if (I == LinePosition && HasLines && P[I] > UINT32_MAX)
      return error("the line number " + Twine(P[I]) + " is too large");
  }
  return Error::success();
}

Error Parser::parseCounts(StringRef Words, CostGraph::Counts &Counts) {
  Counts.assign(Out.Events.size(), 0);
  for (size_t I = 0;; ++I) {
    StringRef Word = takeWord(Words);
    if (Word.empty())
      return Error::success();
    if (I == Counts.size())
      return error("more counts than the " + Twine(Counts.size()) +
                   " events of the 'events:' line");
    if (Error E = parseNumber(Word, Counts[I]))
      return E;
  }
}

Error Parser::parseEvents(StringRef Words) {
  std::vector<std::string> Events;
  if (Error E = valgrind::parseEvents(Words).moveInto(Events))
    return error(toString(std::move(E)));
  if (HasBody && Events != Out.Events)
    return error("this part has other events than the parts before it");
  Out.Events = std::move(Events);
  PartTotal.assign(Out.Events.size(), 0);
  HasBody = true;
  NeedsTotals = IsOfValgrind;
  return Error::success();
}

Error Parser::parsePositions(StringRef Words) {
  NumPositions = 0;
  HasLines = false;
  for (StringRef W = takeWord(Words); !W.empty(); W = takeWord(Words)) {
    if (NumPositions == 3 || !StringSwitch<bool>(W)
                                  .Cases({"instr", "addr", "bb", "line"}, true)
                                  .Default(false))
      return error("'positions:' is followed by 'instr', 'bb' or 'line'");
    if (W == "line") {
      HasLines = true;
      LinePosition = NumPositions;
    }
    ++NumPositions;
  }
  if (!NumPositions)
    return error("the 'positions:' line is empty");
  Last.assign(NumPositions, 0);
  return Error::success();
}

Error Parser::parseTotals(StringRef Words) {
  CostGraph::Counts Totals;
  if (Error E = parseCounts(Words, Totals))
    return E;
  for (size_t I = 0; I != Totals.size(); ++I)
    if (Totals[I] != PartTotal[I])
      return error("the totals have " + Twine(Totals[I]) + " " + Out.Events[I] +
                   ", but the lines before them add up to " +
                   Twine(PartTotal[I]));
  PartTotal.assign(Out.Events.size(), 0);
  NeedsTotals = false;
  return Error::success();
}

Error Parser::parseHeader(StringRef Key, StringRef Words) {
  if (Key == "version") {
    uint64_t Version;
    if (Error E = parseNumber(Words, Version))
      return E;
    if (Version != 1)
      return error("version " + Twine(Version) +
                   " of Callgrind's format; version 1 is read");
  } else if (Key == "part") {
    // Each part numbers its names anew.
    ModuleNames.clear();
    FileNames.clear();
    FunctionNames.clear();
    HasFile = HasFunction = false;
    Current.reset();
    Called = {};
    TargetFile.reset();
    LeavesFunction = false;
    Module = "";
    Last.assign(NumPositions, 0);
  } else if (Key == "creator") {
    IsOfValgrind = Words.starts_with("callgrind");
  } else if (Key == "cmd") {
    Out.Command = Words.str();
  } else if (Key == "desc") {
    if (!is_contained(Out.Descriptions, Words))
      Out.Descriptions.push_back(Words.str());
  } else if (Key == "positions") {
    return parsePositions(Words);
  } else if (Key == "events") {
    return parseEvents(Words);
  } else if (Key == "totals") {
    if (!HasBody)
      return error("'totals:' before the 'events:' line");
    return parseTotals(Words);
  } else if (Key != "pid" && Key != "thread" && Key != "event" &&
             Key != "summary") {
    return error(quoted(Key + ":") + " is not in Callgrind's format");
  }
  return Error::success();
}

Expected<uint32_t> Parser::currentFunction() {
  if (!HasFunction)
    return error("costs before the first 'fn=' line");
  if (!Current)
    Current = Out.function(Out.module(Module), Out.file(Home), Function);
  return *Current;
}

Error Parser::parseSpecification(StringRef Key, StringRef Value) {
  if (!HasBody)
    return error("the 'events:' line must come before functions and costs");
  if (Key == "calls")
    return parseCalls(Value);
  if (Key == "jump" || Key == "jcnd")
    return parseJump(Value, Key == "jcnd");
  ShortNames *Known =
      StringSwitch<ShortNames *>(Key)
          .Cases({"ob", "cob"}, &ModuleNames)
          .Cases({"fl", "fi", "fe", "cfi", "cfl", "jfi"}, &FileNames)
          .Cases({"fn", "cfn", "jfn"}, &FunctionNames)
          .Default(nullptr);
  if (!Known)
    return error(quoted(Key + "=") +
                 " is not in Callgrind's format (ob=, fl=, fi=, fe=, fn=, "
                 "cob=, cfi=, cfl=, cfn=, calls=, jump=, jcnd=, jfi=, jfn=)");
  StringRef Text;
  if (Error E = Known->resolve(Value).moveInto(Text))
    return error(toString(std::move(E)));
  if (Key == "ob") {
    Module = Text;
    Current.reset();
  } else if (Key == "fl") {
    Home = File = Text;
    HasFile = true;
    HasFunction = false;
    Current.reset();
  } else if (Key == "fi" || Key == "fe") {
    if (!HasFunction)
      return error(quoted(Key + "=") + " continues a function; there is none");
    File = Text;
  } else if (Key == "fn") {
    if (!HasFile)
      return error("'fn=' before the first 'fl=' line");
    // After inlined code, a function without a file of its own is at home.
    File = Home;
    Function = Text;
    HasFunction = true;
    Current.reset();
  } else if (Key == "cob") {
    Called.Module = Text;
  } else if (Key == "cfi" || Key == "cfl") {
    Called.File = Text;
  } else if (Key == "cfn") {
    Called.Function = Text;
  } else if (Key == "jfi") {
    TargetFile = Text;
  } else if (Key == "jfn") {
    LeavesFunction = true;
  }
  return Error::success();
}

Error Parser::parseCalls(StringRef Words) {
  if (!Called.Function)
    return error("'calls=' without a 'cfn=' line before it");
  if (Error E = currentFunction().takeError())
    return E;
  if (Error E = parseNumber(takeWord(Words), Calls))
    return E;
  Callee = Out.function(Out.module(Called.Module.value_or(Module)),
                        Out.file(Called.File.value_or(File)), *Called.Function);
  Called = {};
  Next = LineKind::Call;
  // Some writers omit the callee's position.
  Position Target;
  if (Words.trim(Blanks).empty())
    return Error::success();
  if (Error E = parsePosition(Words, Target))
    return E;
  if (HasLines && !Out.Functions[Callee].Line)
    Out.Functions[Callee].Line = Target[LinePosition];
  return Error::success();
}

Error Parser::parseJump(StringRef Words, bool Conditional) {
  if (Error E = currentFunction().takeError())
    return E;
  StringRef Jumped = takeWord(Words);
  CostGraph::Jump New = {};
  New.IsConditional = Conditional;
  if (Conditional) {
    // "followed/executed", which older manuals print with a blank.
    auto [Followed, Executed] = Jumped.split('/');
    if (Error E = parseNumber(Followed, New.Taken))
      return E;
    Jumped = Executed;
  }
  if (Error E = parseNumber(Jumped, Conditional ? New.Executed : New.Taken))
    return E;
  Position Target;
  if (Error E = parsePosition(Words, Target))
    return E;
  Next = LineKind::Jump;
  New.TargetFile = Out.file(TargetFile.value_or(File));
  New.TargetLine = HasLines ? Target[LinePosition] : 0;
  Jump.reset();
  if (!std::exchange(LeavesFunction, false) && New.TargetLine)
    Jump = New;
  TargetFile.reset();
  return Error::success();
}

Error Parser::parseCosts(StringRef Words) {
  if (!HasBody)
    return error("costs before the 'events:' line");
  Expected<uint32_t> F = currentFunction();
  if (!F)
    return F.takeError();
  Position P;
  if (Error E = parsePosition(Words, P))
    return E;
  Last = P;
  LineKind What = std::exchange(Next, LineKind::Self);
  if (Error E = parseCounts(Words, Counts))
    return E;
  uint32_t Line = HasLines ? P[LinePosition] : 0;
  uint32_t AtFile = Out.file(File);
  if (What == LineKind::Jump) {
    if (Jump) {
      Jump->Function = *F;
      Jump->File = AtFile;
      Jump->Line = Line;
      Out.addJump(*Jump);
    }
    return Error::success();
  }
  if (What == LineKind::Call) {
    Out.addArc(*F, Callee, AtFile, Line, Calls, Counts);
    return Error::success();
  }
  if (Error E = addTo(PartTotal, Counts, Out.Events))
    return E;
  Out.addSelf(*F, AtFile, Line, Counts);
  return Error::success();
}

Error Parser::parseLine() {
  StringRef Text = Line.ltrim(Blanks);
  if (Text.empty() || Text.front() == '#')
    return Error::success();
  if (isDigit(Text.front()) || StringRef("+-*").contains(Text.front()))
    return parseCosts(Text);
  StringRef Key = Text.take_while(isAlpha);
  StringRef Value = Text.drop_front(Key.size());
  if (Next != LineKind::Self)
    return error("a line with a position must follow 'calls=', 'jump=' and "
                 "'jcnd='");
  if (!Key.empty() && Value.consume_front("="))
    return parseSpecification(Key, Value);
  if (!Key.empty() && Value.consume_front(":"))
    return parseHeader(Key, Value.trim(Blanks));
  return error(quoted(Text) + " is not a line of Callgrind's format");
}

Expected<CostGraph> Parser::parse() {
  Expected<bool> More = nextLine();
  for (; More && *More; More = nextLine())
    if (Error E = parseLine())
      return E;
  if (!More)
    return More.takeError();
  if (!HasBody)
    return error("the 'events:' line is missing: the file is cut off");
  if (NeedsTotals)
    return error("the 'totals:' line is missing: the file is cut off");
  if (Next != LineKind::Self)
    return error("the file is cut off after 'calls=', 'jump=' or 'jcnd='");
  Out.finish();
  return std::move(Out);
}

Expected<CostGraph> CostGraph::parseCallgrind(StringRef Text, StringRef Name) {
  return Parser(Text, Name).parse();
}
