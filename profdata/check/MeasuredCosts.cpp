//===- MeasuredCosts.cpp - The costs of one run, for baselines ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/MeasuredCosts.h"
#include "profdata/annotate/EventSheet.h"
#include "profdata/cache/ProfileRegions.h"
#include "profdata/cache/UnprofiledCalls.h"
#include "profdata/events/EventReport.h"
#include "udpc/values.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

using values::limited;

namespace {
/// Adds up costs by program, file and function.
class CostSum {
public:
  CostSum(Baseline &B, const CostSelector &Selector)
      : B(B), Selector(Selector) {
    B.NumRuns = 1;
    B.Total.resize(B.Events.size());
  }

  /// Adds costs of \p Function, defined in \p Home at \p Line (0 if unknown),
  /// in code of \p File.
  void add(StringRef File, StringRef Home, StringRef Function, unsigned Line,
           ArrayRef<int64_t> Costs);

  /// Adds the costs of a function and everything that it calls, if any code of
  /// the function has been added.
  void addInclusive(StringRef Home, StringRef Function,
                    ArrayRef<int64_t> Costs);

private:
  /// The names are cached, since they are repeated often.
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
  for (auto [I, N] : enumerate(Costs))
    To[I].add({N, N});
}

void CostSum::add(StringRef File, StringRef Home, StringRef Function,
                  unsigned Line, ArrayRef<int64_t> Costs) {
  const std::string &Path = fileName(File), &Name = functionName(Function);
  if (!Selector.matches(Path, Name))
    return;
  DefinedFunction Key{fileName(Home), Name};
  addTo(B.Total, Costs);
  addTo(B.Files[Path], Costs);
  addTo(B.Functions[Key], Costs);
  if (!Line)
    return;
  auto [First, IsNew] = B.Lines.try_emplace(Key, Line);
  if (!IsNew)
    First->second = std::min(First->second, Line);
}

void CostSum::addInclusive(StringRef Home, StringRef Function,
                           ArrayRef<int64_t> Costs) {
  DefinedFunction Key{fileName(Home), functionName(Function)};
  if (B.Functions.count(Key))
    addTo(B.Inclusive[Key], Costs);
}

/// Returns the file name of the program that \p Command starts.
static std::string programOf(StringRef Command) {
  return sys::path::filename(Command.split(' ').first).str();
}

/// Returns the descriptions of caches without aligning spaces: "D1 cache: 32768
/// B, 64 B, 8-way associative".
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

static SmallVector<int64_t> limitedCosts(const CostGraph::Counts &Counts) {
  return map_to_vector(Counts, limited);
}

Expected<Baseline> udpc::measuredCosts(const CostGraph &Graph,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector) {
  Baseline B;
  B.Program = programOf(Graph.Command);
  B.Events = Graph.Events;
  B.Measured = measuredBy(Graph.Descriptions);
  B.Selection = Selection;
  CostSum Sum(B, Selector);
  for (const CostGraph::LineCosts &Line : Graph.Lines) {
    const CostGraph::Function &F = Graph.Functions[Line.Function];
    Sum.add(Graph.Files[Line.File], Graph.Files[F.File], F.Name,
            F.Line ? F.Line : Line.Line, limitedCosts(Line.Self));
  }
  if (!Graph.Arcs.empty())
    for (const CostGraph::Function &F : Graph.Functions)
      Sum.addInclusive(Graph.Files[F.File], F.Name, limitedCosts(F.Inclusive));
  if (Error E = nothingIsSelected(B))
    return E;
  return B;
}

static CallNumbers callNumbers(const UnprofiledCalls &Calls) {
  CallNumbers Numbers;
  for (const auto &[Symbol, N] : Calls.callees())
    Numbers[demangle(Symbol)].add({limited(N), limited(N)});
  if (int64_t N = limited(Calls.throughPointers()))
    Numbers["(through pointers)"] = {N, N};
  return Numbers;
}

/// Adds the selected costs of each region, including the regions inside it.
static Error addRegions(const CacheProfile &Profile,
                        const CostSelection &Selection,
                        const CostSelector &Selector, Baseline &B) {
  ProfileRegions Regions;
  Regions.add(Profile);
  for (const RegionTotal &Region : Regions.byName()) {
    CostRanges &Costs = B.Regions[Region.name().str()];
    Costs.resize(B.Events.size());
    CacheProfile Part = Profile;
    if (Error E = keepRegion(Part, Region.name()))
      return E;
    const std::string Name = Region.name().str();
    if (Expected<Baseline> Selected =
            measuredCosts(CostGraph::of(Part, {}), Selection, Selector)) {
      Costs = Selected->Total;
      B.RegionFunctions[Name] = std::move(Selected->Functions);
    } else { // Nothing of the region is selected.
      consumeError(Selected.takeError());
    }
    if (!Selection.isAllCode())
      continue;
    for (auto [Cost, Event] : zip_equal(Costs, B.Events))
      for (unsigned E = 0; E != abi::NumCostEvents; ++E)
        if (Event == abi::CostEventNames[E])
          Cost.Least = Cost.Most = limited(Region.Inclusive[E]);
    UnprofiledCalls Calls;
    Calls.add(Part);
    B.RegionCalls[Name] = callNumbers(Calls);
  }
  return Error::success();
}

Expected<Baseline> udpc::measuredCosts(CacheProfile Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector) {
  if (!Selection.Module.empty())
    if (Error E = Profile.keepModules(Selection.Module))
      return createStringError("--module: " + toString(std::move(E)));
  Expected<Baseline> B =
      measuredCosts(CostGraph::of(Profile, {}), Selection, Selector);
  if (!B)
    return B;
  if (Error E = addRegions(Profile, Selection, Selector, *B))
    return E;
  UnprofiledCalls Calls;
  Calls.add(Profile);
  B->HasCalls = Selection.isAllCode();
  if (Calls.instructions())
    B->WithoutCalls =
        100.0 * Calls.instructionsWithoutCalls() / Calls.instructions();
  B->TimeSamples = limited(Calls.timeSamples());
  B->UnprofiledSamples = limited(Calls.unprofiledSamples());
  B->Calls = callNumbers(Calls);
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
  CostSheet Sheet = eventSheet(Report, Report);
  Baseline B;
  B.Program = programOf(Profile.command());
  B.Events = Sheet.Events;
  B.Measured = {"events"};
  B.Selection = Selection;
  CostSum Sum(B, Selector);
  for (const auto &[Path, Of] : Sheet.Files)
    for (const auto &[Name, Lines] : Of.Functions)
      for (const auto &[Line, Counts] : Lines)
        Sum.add(Path, Path, Name, Line, Counts);
  if (Error E = nothingIsSelected(B))
    return E;
  return B;
}
