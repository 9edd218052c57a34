//===- BaselineText.cpp - Reads and writes the text of baselines ----------===//
//
// docs/check.md, "The file", has the grammar.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/check/Baseline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral FirstLine = "udpc baseline 1";

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Escapes tabs, line ends and backslashes: names are separated by tabs and end
/// with the line.
static std::string escaped(StringRef Name) {
  std::string Text;
  for (char C : Name)
    switch (C) {
    case '\\':
      Text += "\\\\";
      break;
    case '\t':
      Text += "\\t";
      break;
    case '\n':
      Text += "\\n";
      break;
    case '\r':
      Text += "\\r";
      break;
    default:
      Text += C;
    }
  return Text;
}

static void printCosts(raw_ostream &OS, ArrayRef<CostRange> Costs) {
  for (auto [I, Cost] : enumerate(Costs)) {
    OS << (I ? " " : "") << Cost.Least;
    if (Cost.varies())
      OS << ".." << Cost.Most;
  }
}

static void printRow(raw_ostream &OS, ArrayRef<CostRange> Costs,
                     ArrayRef<StringRef> Names) {
  printCosts(OS, Costs);
  for (StringRef Name : Names)
    OS << '\t' << escaped(Name);
  OS << '\n';
}

template <typename Map>
static void printNamed(raw_ostream &OS, StringRef Section, const Map &Rows) {
  if (Rows.empty())
    return;
  OS << '[' << Section << "]\n";
  for (const auto &[Name, Costs] : Rows)
    printRow(OS, Costs, {StringRef(Name)});
}

void Baseline::print(raw_ostream &OS) const {
  auto Head = [&](StringRef Key, StringRef Value) {
    if (!Value.empty())
      OS << Key << '\t' << escaped(Value) << '\n';
  };
  OS << FirstLine << "\n# Written by `udpc baseline`; `udpc check "
     << "--baseline=<this file>` compares a run with it.\n";
  for (const std::string &Event : Events)
    Head("event", Event);
  for (const std::string &Text : Measured)
    Head("measured", Text);
  Head("runs", std::to_string(NumRuns));
  Head("module", Selection.Module);
  Head("file", Selection.File);
  Head("function", Selection.Function);
  for (const std::string &Change : Selection.FileChanges)
    Head("mod-filename", Change);
  for (const std::string &Change : Selection.FunctionChanges)
    Head("mod-funcname", Change);
  std::string Least;
  raw_string_ostream(Least) << format("%g", LeastPercent);
  Head("least", Least + "%");
  OS << "[program]\n";
  printRow(OS, Total, {Program});
  printNamed(OS, "regions", Regions);
  printNamed(OS, "files", Files);
  auto PrintFunctions = [&](StringRef Section, const auto &Rows) {
    if (!Rows.empty())
      OS << '[' << Section << "]\n";
    for (const auto &[Key, Costs] : Rows)
      printRow(OS, Costs, {Key.File, Key.Name});
  };
  PrintFunctions("functions", Functions);
  PrintFunctions("inclusive", Inclusive);
  // The section says that calls were counted, even if there were none.
  if (HasCalls && Calls.empty())
    OS << "[calls without a profile]\n";
  printNamed(OS, "calls without a profile", Calls);
  if (!RegionCalls.empty())
    OS << "[calls of regions]\n";
  for (const auto &[Region, Numbers] : RegionCalls)
    for (const auto &[Function, N] : Numbers)
      printRow(OS, N, {Region, Function});
  if (!RegionFunctions.empty())
    OS << "[functions of regions]\n";
  for (const auto &[Region, OfRegion] : RegionFunctions)
    for (const auto &[Key, Costs] : OfRegion)
      printRow(OS, Costs, {Region, Key.File, Key.Name});
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
enum Section {
  Head,
  Program,
  Regions,
  Files,
  Functions,
  Inclusive,
  Calls,
  RegionCalls,
  RegionFunctions
};

class Reader {
public:
  Reader(StringRef Text, StringRef Name) : Rest(Text), Name(Name) {}
  Expected<Baseline> read();

private:
  Error wrong(const Twine &What) const {
    return createStringError(Name + ":" + Twine(LineNumber) + ": " + What);
  }
  /// Reads the next line that is not a comment. Returns false at the end.
  bool next(StringRef &Line);
  Error readHead(StringRef Line);
  Error readSection(StringRef Line);
  Error readRow(StringRef Line);
  bool addRow(ArrayRef<std::string> Names, const CostRanges &Costs);
  Error checkEnd() const;
  Expected<CostRanges> parseCosts(StringRef Text, size_t Number) const;
  Expected<std::vector<std::string>> parseNames(StringRef Text) const;
  Expected<std::string> unescaped(StringRef Text) const;

  StringRef Rest, Name;
  unsigned LineNumber = 0;
  Section In = Head;
  Baseline B;
};
} // namespace

bool Reader::next(StringRef &Line) {
  while (!Rest.empty()) {
    ++LineNumber;
    std::tie(Line, Rest) = Rest.split('\n');
    Line.consume_back("\r"); // Version control may convert line ends.
    if (!Line.empty() && !Line.starts_with("#"))
      return true;
  }
  return false;
}

Expected<std::string> Reader::unescaped(StringRef Text) const {
  std::string Name;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] != '\\') {
      Name += Text[I];
      continue;
    }
    size_t Known =
        ++I == Text.size() ? StringRef::npos : StringRef("\\tnr").find(Text[I]);
    if (Known == StringRef::npos)
      return wrong("'" + Text + "': \\ is followed by \\, t, n or r");
    Name += "\\\t\n\r"[Known];
  }
  return Name;
}

Error Reader::readHead(StringRef Line) {
  auto [Key, Text] = Line.split('\t');
  Expected<std::string> Value = unescaped(Text);
  if (!Value)
    return Value.takeError();
  if (Value->empty())
    return wrong("'" + Key + "' is followed by a tab and its value");
  if (Key == "event") {
    if (is_contained(B.Events, *Value))
      return wrong("event '" + *Value + "' is there twice");
    B.Events.push_back(*Value);
  } else if (Key == "measured") {
    B.Measured.push_back(*Value);
  } else if (Key == "runs") {
    if (StringRef(*Value).getAsInteger(10, B.NumRuns) || !B.NumRuns)
      return wrong("'" + *Value + "' is no number of runs");
  } else if (Key == "module") {
    B.Selection.Module = *Value;
  } else if (Key == "file") {
    B.Selection.File = *Value;
  } else if (Key == "function") {
    B.Selection.Function = *Value;
  } else if (Key == "mod-filename") {
    B.Selection.FileChanges.push_back(*Value);
  } else if (Key == "mod-funcname") {
    B.Selection.FunctionChanges.push_back(*Value);
  } else if (Key == "least") {
    StringRef Number = *Value;
    if (!Number.consume_back("%") || Number.getAsDouble(B.LeastPercent) ||
        !(B.LeastPercent >= 0 && B.LeastPercent <= 100))
      return wrong("'" + *Value + "' is no percentage");
  } else {
    return wrong("unknown line '" + Key + "'");
  }
  return Error::success();
}

Error Reader::readSection(StringRef Line) {
  Section Old = In;
  In = StringSwitch<Section>(Line)
           .Case("[program]", Program)
           .Case("[regions]", Regions)
           .Case("[files]", Files)
           .Case("[functions]", Functions)
           .Case("[inclusive]", Inclusive)
           .Case("[calls without a profile]", Calls)
           .Case("[calls of regions]", RegionCalls)
           .Case("[functions of regions]", RegionFunctions)
           .Default(Head);
  if (In == Head)
    return wrong("unknown section '" + Line + "'");
  if (In <= Old)
    return wrong("section '" + Line + "' is out of order");
  if (B.Events.empty())
    return wrong("no event is named");
  B.HasCalls |= In == Calls && B.Selection.isAllCode();
  return Error::success();
}

Expected<CostRanges> Reader::parseCosts(StringRef Text, size_t Number) const {
  CostRanges Costs;
  for (StringRef Word : split(Text, ' ')) {
    CostRange Cost;
    auto [Least, Most] = Word.split("..");
    if (Least.getAsInteger(10, Cost.Least))
      return wrong("'" + Word + "' is no count");
    Cost.Most = Cost.Least;
    if (Word.contains("..") &&
        (Most.getAsInteger(10, Cost.Most) || Cost.Most < Cost.Least))
      return wrong("'" + Word + "' is no range of counts");
    Costs.push_back(Cost);
  }
  if (Costs.size() != Number)
    return wrong(Twine(Costs.size()) + " counts instead of " + Twine(Number));
  return Costs;
}

/// Returns what the names of a row in \p In are.
static ArrayRef<StringLiteral> namesIn(Section In) {
  static constexpr StringLiteral Function[] = {"file", "function"},
                                 Call[] = {"region", "function"},
                                 OfRegion[] = {"region", "file", "function"},
                                 Other[] = {"name"};
  if (In == RegionFunctions)
    return OfRegion;
  if (In == RegionCalls)
    return Call;
  return In == Functions || In == Inclusive ? ArrayRef(Function) : Other;
}

Expected<std::vector<std::string>> Reader::parseNames(StringRef Text) const {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, '\t');
  ArrayRef<StringLiteral> Wanted = namesIn(In);
  if (Parts.size() != Wanted.size())
    return wrong("after the counts, each behind a tab: " + join(Wanted, ", "));
  std::vector<std::string> Names(Parts.size());
  for (auto [Name, Part] : zip_equal(Names, Parts))
    if (Error E = unescaped(Part).moveInto(Name))
      return std::move(E);
  return Names;
}

Error Reader::readRow(StringRef Line) {
  auto [Numbers, Text] = Line.split('\t');
  bool IsOfCalls = In == Calls || In == RegionCalls;
  Expected<CostRanges> Costs =
      parseCosts(Numbers, IsOfCalls ? 1 : B.Events.size());
  if (!Costs)
    return Costs.takeError();
  Expected<std::vector<std::string>> Names = parseNames(Text);
  if (!Names)
    return Names.takeError();
  if (!addRow(*Names, *Costs))
    return wrong("'" + Text + "' is there twice");
  if (In == RegionFunctions && !B.Regions.count(Names->front()))
    return wrong("no region '" + Names->front() + "'");
  return Error::success();
}

/// Returns whether it is new.
bool Reader::addRow(ArrayRef<std::string> Names, const CostRanges &Costs) {
  const std::string &First = Names.front();
  switch (In) {
  case Program: {
    bool IsNew = B.Total.empty();
    B.Total = Costs;
    B.Program = First;
    return IsNew;
  }
  case Regions:
    return B.Regions.insert({First, Costs}).second;
  case Files:
    return B.Files.insert({First, Costs}).second;
  case Functions:
    return B.Functions.insert({{First, Names[1]}, Costs}).second;
  case Inclusive:
    return B.Inclusive.insert({{First, Names[1]}, Costs}).second;
  case Calls:
    return B.Calls.insert({First, Costs.front()}).second;
  case RegionCalls:
    return B.RegionCalls[First].insert({Names[1], Costs.front()}).second;
  case RegionFunctions:
    return B.RegionFunctions[First]
        .insert({{Names[1], Names[2]}, Costs})
        .second;
  case Head:
    break;
  }
  llvm_unreachable("no section");
}

Error Reader::checkEnd() const {
  if (B.Total.empty())
    return wrong("the section [program] is missing: the file is not complete");
  if (!B.NumRuns)
    return wrong("the number of runs is missing");
  return Error::success();
}

Expected<Baseline> Reader::read() {
  StringRef Line;
  if (!next(Line) || Line != FirstLine)
    return wrong(Baseline::isBaseline(Line)
                     ? "'" + Line + "': this udpc reads version 1"
                     : "not a baseline: the first line is not '" + FirstLine +
                           "'");
  while (next(Line)) {
    // Git leaves these lines where both sides of a merge changed a line.
    for (StringRef Mark : {"<<<<<<<", "=======", ">>>>>>>"})
      if (Line.starts_with(Mark))
        return wrong("an unresolved merge; write the baseline anew");
    if (Error E = Line.starts_with("[") ? readSection(Line)
                  : In == Head          ? readHead(Line)
                                        : readRow(Line))
      return E;
  }
  if (Error E = checkEnd())
    return E;
  return std::move(B);
}

Expected<Baseline> Baseline::parse(StringRef Text, StringRef Name) {
  return Reader(Text, Name).read();
}
