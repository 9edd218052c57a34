//===- MeasuredCosts.cpp - The costs of one run, for baselines ------------===//

#include "profdata/check/MeasuredCosts.h"
#include "profdata/EventReport.h"
#include "profdata/annotate/EventSheet.h"
#include "profdata/cache/UnprofiledCalls.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

static int64_t limited(uint64_t N) {
  return static_cast<int64_t>(std::min<uint64_t>(N, INT64_MAX));
}
static int64_t limited(int64_t N) { return N; }

namespace {
/// Adds the costs of places up by program, file and function.
class CostSum {
public:
  CostSum(Baseline &B, const CostSelector &Selector)
      : B(B), Selector(Selector) {
    B.NumRuns = 1;
    B.Total.resize(B.Events.size());
  }

  /// Costs of \p Function, defined in \p Home at line \p Line (0: unknown), by
  /// code of \p File.
  void add(StringRef File, StringRef Home, StringRef Function, unsigned Line,
           ArrayRef<int64_t> Costs);

private:
  /// Names are repeated often.
  const std::string &fileName(StringRef File) {
    auto [It, IsNew] = FileNames.try_emplace(File);
    if (IsNew)
      It->second = Selector.fileName(File.empty() ? "???" : File);
    return It->second;
  }
  const std::string &functionName(StringRef Function) {
    auto [It, IsNew] = FunctionNames.try_emplace(Function);
    if (IsNew)
      It->second = Selector.functionName(Function.empty() ? "???" : Function);
    return It->second;
  }
  void addTo(CostRanges &To, ArrayRef<int64_t> Costs);

  Baseline &B;
  const CostSelector &Selector;
  StringMap<std::string> FileNames, FunctionNames;
};
} // namespace

void CostSum::addTo(CostRanges &To, ArrayRef<int64_t> Costs) {
  To.resize(Costs.size());
  for (auto [I, N] : enumerate(Costs)) {
    int64_t Sum;
    if (AddOverflow(To[I].Least, N, Sum))
      Sum = N < 0 ? INT64_MIN : INT64_MAX;
    To[I] = {Sum, Sum};
  }
}

void CostSum::add(StringRef File, StringRef Home, StringRef Function,
                  unsigned Line, ArrayRef<int64_t> Costs) {
  const std::string &Path = fileName(File), &Name = functionName(Function);
  if (!Selector.matches(Path, Name))
    return;
  FunctionKey Key{fileName(Home), Name};
  addTo(B.Total, Costs);
  addTo(B.Files[Path], Costs);
  addTo(B.Functions[Key], Costs);
  if (!Line)
    return;
  auto [First, IsNew] = B.Lines.try_emplace(Key, Line);
  if (!IsNew)
    First->second = std::min(First->second, Line);
}

/// The name of the program that \p Command starts: its executable's, without
/// the folder and the arguments.
static std::string programOf(StringRef Command) {
  return sys::path::filename(Command.split(' ').first).str();
}

/// "D1 cache: 32768 B, 64 B, 8-way associative", without the spaces that align.
static std::vector<std::string> measuredBy(ArrayRef<std::string> Descriptions) {
  std::vector<std::string> Texts;
  for (StringRef Description : Descriptions) {
    if (!Description.split(':').first.ends_with(" cache"))
      continue;
    SmallVector<StringRef> Words;
    SplitString(Description, Words);
    Texts.push_back(join(Words, " "));
  }
  if (Texts.empty())
    Texts.push_back("no caches");
  return Texts;
}

static Error nothingIsSelected(const Baseline &B) {
  if (!B.Functions.empty())
    return Error::success();
  return createStringError(
      B.Selection == CostSelection()
          ? "it has no costs"
          : "--file, --function and --module leave nothing of it");
}

Expected<Baseline> udpc::measuredCosts(CacheProfile Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector) {
  if (!Selection.Module.empty())
    if (Error E = Profile.keepModules(Selection.Module))
      return createStringError("--module: " + toString(std::move(E)));
  CachegrindFile Head = CachegrindFile::headOf(Profile);
  Baseline B;
  B.Program = programOf(Profile.Command);
  B.Events = Head.Events;
  B.Measured = measuredBy(Head.Descriptions);
  B.Selection = Selection;
  CostSum Sum(B, Selector);
  std::vector<unsigned> Events = CachegrindFile::eventsOf(Profile);
  std::vector<int64_t> Costs(Events.size());
  for (const FrameCosts &C : costsOf(Profile)) {
    const CostTable &Table = Profile.Units[C.Unit];
    const abi::LineRec &Line = Table.Lines[C.Line];
    const abi::CodeRec &Code = Table.Functions[Line.Function];
    for (auto [I, Event] : enumerate(Events))
      Costs[I] = limited(C.Counts[Event]);
    Sum.add(Table.string(Line.File), Table.string(Code.File),
            Table.string(Code.Name), Code.Line, Costs);
  }
  UnprofiledCalls Calls;
  Calls.add(Profile);
  for (const auto &[Symbol, N] : Calls.callees())
    B.Calls[demangle(Symbol)].Most += limited(N);
  if (Calls.throughPointers())
    B.Calls[""].Most = limited(Calls.throughPointers());
  for (auto &[Name, N] : B.Calls)
    N.Least = N.Most;
  if (Error E = nothingIsSelected(B))
    return E;
  return B;
}

/// The costs of \p Sheet-like \p Files.
template <typename Functions>
static void addFile(CostSum &Sum, StringRef File, const Functions &Of) {
  for (const auto &[Function, Lines] : Of)
    for (const auto &[Line, Counts] : Lines)
      Sum.add(File, File, Function, Line,
              map_to_vector(Counts, [](auto N) { return limited(N); }));
}

Expected<Baseline> udpc::measuredCosts(const CachegrindFile &Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector) {
  if (!Selection.Module.empty())
    return createStringError("--module needs a cache profile "
                             "(udpc.<pid>.cache): Cachegrind's files do not "
                             "record what was in which module");
  Baseline B;
  B.Program = programOf(Profile.Command);
  B.Events = Profile.Events;
  B.Measured = measuredBy(Profile.Descriptions);
  B.Selection = Selection;
  CostSum Sum(B, Selector);
  for (const auto &[File, Functions] : Profile.Files)
    addFile(Sum, File, Functions);
  if (Error E = nothingIsSelected(B))
    return E;
  return B;
}

Expected<Baseline> udpc::measuredCosts(const EventProfile &Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector) {
  std::optional<PathGlob> Module;
  if (!Selection.Module.empty())
    if (Error E = PathGlob::create(Selection.Module).moveInto(Module))
      return createStringError("--module: " + toString(std::move(E)));
  EventReport Report = EventReport::compute(Profile, [&](StringRef Path) {
    return !Module || Module->matches(Path);
  });
  SiteColumns Sites;
  CostSheet Sheet = eventSheet(Report, Report, Sites);
  Baseline B;
  B.Program = programOf(Profile.command());
  B.Events = Sheet.Events;
  B.Measured = {"events"};
  B.Selection = Selection;
  CostSum Sum(B, Selector);
  for (const auto &[File, Of] : Sheet.Files)
    addFile(Sum, File, Of.Functions);
  if (Error E = nothingIsSelected(B))
    return E;
  return B;
}
