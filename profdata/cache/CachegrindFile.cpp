//===- CachegrindFile.cpp - Files in Cachegrind's format ------------------===//

#include "profdata/cache/CachegrindFile.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;
using namespace udpc;

/// The command of a sum of runs with different commands.
static constexpr StringLiteral SeveralCommands = "(several commands)";

void CachegrindFile::add(StringRef File, StringRef Function, uint32_t Line,
                         const Counts &Count, const EventSet &Excluded) {
  CentreCounts<uint64_t> &To = Files[File.str()][Function.str()][Line];
  To.addCode(Excluded);
  To.resize(Events.size());
  Summary.resize(Events.size());
  for (size_t I = 0, E = std::min(Count.size(), Events.size()); I != E; ++I) {
    To[I] = SaturatingAdd(To[I], Count[I]);
    Summary[I] = SaturatingAdd(Summary[I], Count[I]);
  }
}

static Error tooLarge(StringRef Event) {
  return createStringError("the counts of " + Event +
                           " add up to 2^64 or more");
}

Error CachegrindFile::checkSums() const {
  for (const auto &[Event, Sum] : zip(Events, Summary))
    if (Sum == UINT64_MAX)
      return tooLarge(Event);
  return Error::success();
}

Error CachegrindFile::add(const CachegrindFile &Other) {
  if (Events.empty()) {
    *this = Other;
    return Error::success();
  }
  if (Events != Other.Events)
    return createStringError(
        "the events are not the same: " + join(Events, " ") + " and " +
        join(Other.Events, " "));
  for (const std::string &D : Other.Descriptions)
    if (!is_contained(Descriptions, D))
      Descriptions.push_back(D);
  if (Command != Other.Command)
    Command = SeveralCommands.str();
  for (size_t I = 0; I != Events.size(); ++I) {
    bool Overflow = false;
    SaturatingAdd(Summary[I], Other.Summary[I], &Overflow);
    if (Overflow)
      return tooLarge(Events[I]);
  }
  for (const auto &[File, Functions] : Other.Files)
    for (const auto &[Function, Lines] : Functions)
      for (const auto &[Line, Count] : Lines)
        add(File, Function, Line, Count, Count.Impossible);
  return Error::success();
}

/// Returns Cachegrind's description of a cache.
static std::string describe(StringRef Name, const abi::CacheGeometry &G) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << left_justify((Name + " cache:").str(), 18);
  if (!G.Size) {
    OS << "not the same in all runs";
    return Text;
  }
  OS << G.Size << " B, " << G.LineSize << " B, ";
  if (G.Associativity == 1)
    OS << "direct-mapped";
  else
    OS << G.Associativity << "-way associative";
  return Text;
}

std::vector<unsigned> CachegrindFile::eventsOf(const CacheProfile &Profile,
                                               const Options &O) {
  std::vector<unsigned> Events = {abi::EventIr, abi::EventDr, abi::EventDw};
  if (Profile.simulatesCaches()) {
    Events.resize(abi::EventBc);
    std::iota(Events.begin(), Events.end(), 0);
  }
  if (O.MiddleLevel && Profile.simulatesMiddleLevel())
    for (auto [L2, LL] : {std::pair(abi::EventI2mr, abi::EventILmr),
                          std::pair(abi::EventD2mr, abi::EventDLmr),
                          std::pair(abi::EventD2mw, abi::EventDLmw)})
      Events.insert(llvm::find(Events, LL), L2);
  if (Profile.simulatesBranches())
    append_range(Events,
                 std::initializer_list<unsigned>{abi::EventBc, abi::EventBcm,
                                                 abi::EventBi, abi::EventBim});
  else if (O.Branches)
    append_range(Events,
                 std::initializer_list<unsigned>{abi::EventBc, abi::EventBi});
  return Events;
}

CachegrindFile CachegrindFile::headOf(const CacheProfile &Profile,
                                      const Options &O) {
  CachegrindFile Out;
  if (Profile.simulatesCaches())
    Out.Descriptions = {describe("I1", Profile.Caches.I1),
                        describe("D1", Profile.Caches.D1),
                        describe("LL", Profile.Caches.LL)};
  else // cg_merge requires at least one description.
    Out.Descriptions = {"Caches:           not simulated"};
  if (O.MiddleLevel && Profile.simulatesMiddleLevel())
    Out.Descriptions.insert(Out.Descriptions.begin() + 2,
                            describe("L2", Profile.Caches.L2));
  if (std::string Mixture = describeMixture(Profile.Caches); !Mixture.empty())
    Out.Descriptions.push_back("Mixture:          " + Mixture);
  Out.Command = Profile.Command;
  if (Out.Command.empty() && Profile.NumRuns > 1)
    Out.Command = SeveralCommands.str();
  std::vector<unsigned> Shown = eventsOf(Profile, O);
  for (unsigned E : Shown)
    Out.Events.push_back(abi::CostEventNames[E]);
  Out.Summary.assign(Shown.size(), 0);
  return Out;
}

StringRef CachegrindFile::functionOf(const CostTable &Table,
                                     const FrameCosts &Costs,
                                     const Options &O) {
  const abi::CodeRec &Code = Table.Functions[Table.Lines[Costs.Line].Function];
  StringRef Name = Table.string(O.Demangle ? Code.Name : Code.Symbol);
  if (O.Inlined && Costs.Frame != abi::NoIndex) {
    const abi::FrameRec &Frame = Table.Frames[Costs.Frame];
    // The name of the outermost frame is the function's name in keys, without
    // symbol suffixes.
    if (Frame.Parent != abi::NoIndex)
      Name = Table.string(O.Demangle ? Frame.Name : Frame.Function);
  }
  return Name.empty() ? "???" : Name;
}

CachegrindFile CachegrindFile::of(const CacheProfile &Profile, Options O) {
  CachegrindFile Out = headOf(Profile, O);
  std::vector<unsigned> Shown = eventsOf(Profile, O);
  std::vector<FrameCosts> All = costsOf(Profile, O.Thread);
  Counts Count(Shown.size());
  for (const FrameCosts &C : All) {
    const CostTable &Table = Profile.Units[C.Unit];
    const abi::LineRec &Line = Table.Lines[C.Line];
    for (size_t I = 0; I != Shown.size(); ++I)
      Count[I] = C.Counts[Shown[I]];
    Out.add(Table.string(Line.File), functionOf(Table, C, O), Line.Line, Count);
  }
  return Out;
}

bool CachegrindFile::isCachegrindFile(StringRef Bytes) {
  while (Bytes.starts_with("#") || Bytes.starts_with("\n"))
    Bytes = Bytes.split('\n').second;
  // Callgrind's format is accepted too: the parser reports the error.
  for (StringRef Start : {"desc:", "cmd:", "version:", "creator:"})
    if (Bytes.starts_with(Start))
      return true;
  return false;
}

/// Prints the counts of a line. Omits the impossible events after the last
/// possible one: old versions of cg_annotate show a missing count as a dot, and
/// the newest version, which refuses dots, as 0.
static void printCounts(raw_ostream &OS, const CachegrindFile::Counts &Counts,
                        size_t NumEvents, const EventSet &Impossible = {}) {
  while (NumEvents > 1 && Impossible.count(NumEvents - 1))
    --NumEvents;
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
  for (const auto &[File, Functions] : Files)
    for (const auto &[Function, Lines] : Functions) {
      if (Lines.empty())
        continue;
      // Each function is preceded by its file, as in the runtime's output.
      OS << "fl=" << oneLine(File) << "\nfn=" << oneLine(Function) << '\n';
      for (const auto &[Line, Count] : Lines) {
        OS << Line;
        printCounts(OS, Count, Events.size(), Count.Impossible);
      }
    }
  OS << "summary:";
  printCounts(OS, Summary, Events.size());
}
