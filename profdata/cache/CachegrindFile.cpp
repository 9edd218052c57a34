//===- CachegrindFile.cpp - Files in Cachegrind's format ------------------===//

#include "profdata/cache/CachegrindFile.h"
#include "profdata/ProfileFile.h"
#include "profdata/cache/CacheProfile.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static constexpr StringLiteral Blanks = " \t";

/// Messages quote what the file has, which may be anything.
static std::string printable(std::string Text) {
  for (char &C : Text)
    if (static_cast<unsigned char>(C) < ' ' || C == 0x7f)
      C = '?';
  return Text;
}

namespace {

/// Reads a file line by line. The header comes first and in order: desc: lines,
/// cmd:, events:; then names and costs; then the summary. Blank lines and
/// comments may be anywhere.
class Parser {
public:
  Parser(StringRef Text, StringRef Name) : Rest(Text), Name(Name) {}

  Expected<CachegrindFile> parse();

private:
  /// Names by the number that stands for them in "(number) name".
  using ShortNames = DenseMap<uint64_t, StringRef>;

  Error error(const Twine &What) const {
    return createStringError(inconvertibleErrorCode(),
                             Name + ":" +
                                 Twine(std::max<size_t>(LineNumber, 1)) + ": " +
                                 printable(What.str()));
  }

  /// The next line that says something; false at the end of the file.
  Expected<bool> next();
  Error parseHeader();
  Error parseEvents(StringRef Words);
  Error parseCosts();
  Error parseSummary(StringRef Words);
  /// The counts at the front of \p Words, as many as there are, and 0 for the
  /// rest.
  Error parseCounts(StringRef Words, CachegrindFile::Counts &Counts);
  Expected<StringRef> parseName(StringRef Text, ShortNames &Known);

  StringRef Rest, Line;
  StringRef Name;
  size_t LineNumber = 0;
  CachegrindFile Out;
  ShortNames FileNames, FunctionNames;
  std::map<std::string, CachegrindFile::Lines> *Functions = nullptr;
  StringRef Function;
  bool HasFunction = false;
};

} // namespace

Expected<bool> Parser::next() {
  while (!Rest.empty()) {
    std::tie(Line, Rest) = Rest.split('\n');
    ++LineNumber;
    if (Line.contains('\0'))
      return error("a NUL byte: this is not a text file");
    if (Line.ends_with("\r"))
      return error("the line ends with CR LF; Cachegrind's files have LF");
    if (!Line.empty() && Line.front() != '#' &&
        Line.find_first_not_of(Blanks) != StringRef::npos)
      return true;
  }
  return false;
}

Expected<StringRef> Parser::parseName(StringRef Text, ShortNames &Known) {
  StringRef After = Text;
  uint64_t Number;
  auto TakeNumber = [&Number](StringRef &S) {
    StringRef R = S;
    if (!R.consume_front("(") || R.empty() || !isDigit(R.front()) ||
        R.consumeInteger(10, Number) || !R.consume_front(")") ||
        !(R.empty() || Blanks.contains(R.front())))
      return false;
    S = R;
    return true;
  };
  if (!TakeNumber(After))
    return Text;
  // DenseMap keeps the two greatest keys for itself.
  if (Number >= UINT64_MAX - 1)
    return error("the number in '" + Text + "' is too large");
  StringRef Called = After.ltrim(Blanks);
  if (Called.empty()) {
    auto It = Known.find(Number);
    if (It == Known.end())
      return error("'" + Text + "' is not named before");
    return It->second;
  }
  StringRef Again = Called;
  if (TakeNumber(Again))
    return error("'" + Text + "' has two numbers");
  Known[Number] = Called;
  return Called;
}

Error Parser::parseCounts(StringRef Words, CachegrindFile::Counts &Counts) {
  Counts.assign(Out.Events.size(), 0);
  size_t I = 0;
  for (Words = Words.ltrim(Blanks); !Words.empty();
       Words = Words.ltrim(Blanks), ++I) {
    StringRef Word =
        Words.take_until([](char C) { return Blanks.contains(C); });
    Words = Words.drop_front(Word.size());
    if (I == Counts.size())
      return error("more counts than the " + Twine(Counts.size()) +
                   " events of the 'events:' line");
    // Old versions wrote a dot where an event cannot happen.
    if (Word == ".")
      continue;
    if (!all_of(Word, isDigit)) {
      StringRef Digits = Word;
      if (Digits.consume_front("-") && !Digits.empty() &&
          all_of(Digits, isDigit))
        return error("the count '" + Word +
                     "' is negative: a difference that cg_diff made; give "
                     "the two files instead");
      return error("'" + Word + "' is not a count");
    }
    if (Word.getAsInteger(10, Counts[I]))
      return error("the count '" + Word + "' is too large");
  }
  return Error::success();
}

Error Parser::parseEvents(StringRef Words) {
  SmallVector<StringRef> Events;
  SplitString(Words, Events, Blanks);
  if (Events.empty())
    return error("the 'events:' line names no event");
  StringSet<> Seen;
  for (StringRef E : Events) {
    if (!Seen.insert(E).second)
      return error("the event '" + E + "' is named twice");
    Out.Events.push_back(E.str());
  }
  Out.Summary.assign(Events.size(), 0);
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
  CachegrindFile::Counts Said;
  if (Error E = parseCounts(Words, Said))
    return E;
  if (Split.size() != Said.size())
    return error("the summary has " + Twine(Split.size()) + " counts for " +
                 Twine(Said.size()) + " events");
  for (size_t I = 0; I != Said.size(); ++I)
    if (Said[I] != Out.Summary[I])
      return error("the summary has " + Twine(Said[I]) + " " + Out.Events[I] +
                   ", but the lines before it add up to " +
                   Twine(Out.Summary[I]));
  Expected<bool> More = next();
  if (!More)
    return More.takeError();
  if (*More)
    return error("nothing is expected after the summary");
  return Error::success();
}

Error Parser::parseCosts() {
  CachegrindFile::Lines *Lines = nullptr;
  CachegrindFile::Counts Counts;
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
        return error("'" + Digits + Text.take_front(1) +
                     "' is not a line number");
      uint32_t Number;
      if (Digits.getAsInteger(10, Number))
        return error("the line number '" + Digits + "' is too large");
      if (Error E = parseCounts(Text, Counts))
        return E;
      if (!Functions)
        return error("costs before the first 'fl=' line");
      if (!HasFunction)
        return error("costs without a 'fn=' line after 'fl='");
      if (!Lines)
        Lines = &(*Functions)[Function.str()];
      CachegrindFile::Counts &To = (*Lines)[Number];
      To.resize(Counts.size());
      for (size_t I = 0; I != Counts.size(); ++I) {
        bool Overflow = false;
        Out.Summary[I] = SaturatingAdd(Out.Summary[I], Counts[I], &Overflow);
        if (Overflow)
          return error("the counts of " + Out.Events[I] +
                       " add up to 2^64 or more");
        To[I] += Counts[I];
      }
    } else if (Text.consume_front("fn=")) {
      if (!Functions)
        return error("a 'fn=' line before the first 'fl=' line");
      Expected<StringRef> Called = parseName(Text, FunctionNames);
      if (!Called)
        return Called.takeError();
      Function = *Called;
      HasFunction = true;
      Lines = nullptr;
    } else if (Text.consume_front("fl=") || Text.consume_front("fi=") ||
               Text.consume_front("fe=")) {
      Expected<StringRef> Called = parseName(Text, FileNames);
      if (!Called)
        return Called.takeError();
      // With fi= and fe= the function goes on: its code is of another file.
      if (Line.starts_with("fl="))
        HasFunction = false;
      Functions = &Out.Files[Called->str()];
      Lines = nullptr;
    } else if (Text.consume_front("summary:")) {
      return parseSummary(Text);
    } else {
      return error("'" + Text.take_front(40) +
                   "' is not a line of Cachegrind's format (fl=, fn=, counts, "
                   "summary:)");
    }
  }
}

Expected<CachegrindFile> Parser::parse() {
  if (Error E = parseHeader())
    return E;
  if (Error E = parseCosts())
    return E;
  return std::move(Out);
}

Expected<CachegrindFile> CachegrindFile::parse(StringRef Text, StringRef Name) {
  return Parser(Text, Name).parse();
}

static Expected<std::unique_ptr<MemoryBuffer>> readBytes(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             File + ": " + Buffer.getError().message());
  return std::move(*Buffer);
}

Expected<CachegrindFile> CachegrindFile::read(StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readBytes(File);
  if (!Buffer)
    return Buffer.takeError();
  return parse((*Buffer)->getBuffer(), File);
}

//===----------------------------------------------------------------------===//
// Adding up and writing
//===----------------------------------------------------------------------===//

void CachegrindFile::add(StringRef File, StringRef Function, uint32_t Line,
                         const Counts &Count) {
  Counts &To = Files[File.str()][Function.str()][Line];
  To.resize(Events.size());
  Summary.resize(Events.size());
  for (size_t I = 0, E = std::min(Count.size(), Events.size()); I != E; ++I) {
    To[I] += Count[I];
    Summary[I] += Count[I];
  }
}

/// Cachegrind's words for a cache.
static std::string describe(StringRef Name, const abi::CacheGeometry &G) {
  std::string Text;
  raw_string_ostream(Text) << left_justify((Name + " cache:").str(), 17)
                           << G.Size << " B, " << G.LineSize << " B, "
                           << G.Associativity << "-way associative";
  return Text;
}

CachegrindFile CachegrindFile::of(const CacheProfile &Profile, Options O) {
  static constexpr StringLiteral EventNames[] = {
      "Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw", "D1mw", "DLmw"};
  static_assert(std::size(EventNames) == abi::NumCostEvents);
  SmallVector<unsigned> Shown;
  CachegrindFile Out;
  if (Profile.simulatesCaches()) {
    Out.Descriptions = {describe("I1", Profile.Caches.I1),
                        describe("D1", Profile.Caches.D1),
                        describe("LL", Profile.Caches.LL)};
    for (unsigned E = 0; E != abi::NumCostEvents; ++E)
      Shown.push_back(E);
  } else {
    Shown = {abi::EventIr, abi::EventDr, abi::EventDw};
  }
  for (unsigned E : Shown)
    Out.Events.push_back(EventNames[E].str());
  Out.Summary.assign(Shown.size(), 0);
  Out.Command = Profile.Command;

  std::vector<FrameCosts> All = costsOf(Profile, O.Thread);
  Counts Count(Shown.size());
  for (const FrameCosts &C : All) {
    const CostTable &Table = Profile.Units[C.Unit];
    const abi::LineRec &Line = Table.Lines[C.Line];
    const abi::CodeRec &Code = Table.Functions[Line.Function];
    StringRef Name = Table.string(O.Demangle ? Code.Name : Code.Symbol);
    if (O.Inlined && C.Frame != abi::NoIndex) {
      const abi::FrameRec &Frame = Table.Frames[C.Frame];
      Name = Table.string(O.Demangle ? Frame.Name : Frame.Function);
    }
    for (size_t I = 0; I != Shown.size(); ++I)
      Count[I] = C.Counts[Shown[I]];
    Out.add(Table.string(Line.File), Name, Line.Line, Count);
  }
  return Out;
}

Expected<CachegrindFile> CachegrindFile::readAny(StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readBytes(File);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Bytes = (*Buffer)->getBuffer();
  if (hasMagic(Bytes, abi::ProfileMagic))
    return invalidProfile(File, "an event profile, which has no costs; `udpc "
                                "report` shows it");
  if (!CacheProfile::isCacheProfile(Bytes))
    return parse(Bytes, File);
  Expected<CacheProfile> Profile = CacheProfile::decode(Bytes, File);
  if (!Profile)
    return Profile.takeError();
  return of(*Profile);
}

/// Names come from debug information and command lines, which may have
/// anything in them; a line is a line.
static std::string oneLine(StringRef Text) {
  std::string Line = Text.str();
  for (char &C : Line)
    if (C == '\n' || C == '\r' || C == '\0')
      C = ' ';
  return Line;
}

static void printCounts(raw_ostream &OS, const CachegrindFile::Counts &Counts,
                        size_t NumEvents) {
  for (size_t I = 0; I != NumEvents; ++I)
    OS << ' ' << (I < Counts.size() ? Counts[I] : 0);
  OS << '\n';
}

void CachegrindFile::print(raw_ostream &OS) const {
  for (const std::string &D : Descriptions)
    OS << "desc: " << oneLine(D) << '\n';
  OS << "cmd: " << oneLine(Command) << "\nevents:";
  for (const std::string &E : Events)
    OS << ' ' << E;
  OS << '\n';
  for (const auto &[File, Functions] : Files) {
    // At once before a function, as the newest cg_annotate wants it.
    bool HasFile = false;
    for (const auto &[Function, Lines] : Functions) {
      if (Lines.empty())
        continue;
      if (!HasFile)
        OS << "fl=" << oneLine(File) << '\n';
      HasFile = true;
      OS << "fn=" << oneLine(Function) << '\n';
      for (const auto &[Line, Count] : Lines) {
        OS << Line;
        printCounts(OS, Count, Events.size());
      }
    }
  }
  OS << "summary:";
  printCounts(OS, Summary, Events.size());
}
