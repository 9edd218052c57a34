//===- Baseline.cpp - The costs that later runs are compared with ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/Baseline.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

void CostRange::add(const CostRange &Other) {
  Least = values::limitedAdd(Least, Other.Least);
  Most = values::limitedAdd(Most, Other.Most);
}

void CostRange::widen(const CostRange &Other) {
  Least = std::min(Least, Other.Least);
  Most = std::max(Most, Other.Most);
}

size_t Baseline::eventIndex(StringRef Event) const {
  return find(Events, Event) - Events.begin();
}

static void widen(CostRanges &To, const CostRanges &Other) {
  for (auto [I, Range] : enumerate(To))
    Range.widen(Other[I]);
}
static void widen(CostRange &To, const CostRange &Other) { To.widen(Other); }
static void widen(CallNumbers &To, const CallNumbers &Other);

/// Widens each range of \p To by the range in \p Run, or by \p None if \p Run
/// lacks the row.
template <typename Map>
static void widenAll(Map &To, const Map &Run,
                     const typename Map::mapped_type &None) {
  for (auto &[Key, Costs] : To) {
    auto Found = Run.find(Key);
    widen(Costs, Found == Run.end() ? None : Found->second);
  }
  for (const auto &[Key, Costs] : Run)
    if (auto [Row, IsNew] = To.try_emplace(Key, None); IsNew)
      widen(Row->second, Costs);
}

static void widen(CallNumbers &To, const CallNumbers &Other) {
  widenAll(To, Other, CostRange());
}

Error Baseline::add(const Baseline &Run) {
  if (!NumRuns) {
    *this = Run;
    return Error::success();
  }
  if (Events != Run.Events)
    return createStringError("it has other events (" + join(Run.Events, " ") +
                             ") than the first (" + join(Events, " ") + ")");
  if (Measured != Run.Measured)
    return createStringError("it was measured in another way (" +
                             join(Run.Measured, "; ") + ") than the first (" +
                             join(Measured, "; ") + ")");
  CostRanges None(Events.size());
  widen(Total, Run.Total);
  widenAll(Files, Run.Files, None);
  widenAll(Functions, Run.Functions, None);
  widenAll(Inclusive, Run.Inclusive, None);
  widenAll(Regions, Run.Regions, None);
  widen(Calls, Run.Calls);
  widenAll(RegionCalls, Run.RegionCalls, CallNumbers());
  // Each region of either side, in which both may have functions.
  for (const auto &[Region, Functions] : Run.RegionFunctions)
    RegionFunctions.try_emplace(Region);
  for (auto &[Region, Functions] : RegionFunctions)
    if (auto Found = Run.RegionFunctions.find(Region);
        Found != Run.RegionFunctions.end())
      widenAll(Functions, Found->second, None);
    else
      widenAll(Functions, {}, None);
  HasCalls &= Run.HasCalls;
  WithoutCalls = std::max(WithoutCalls, Run.WithoutCalls);
  TimeSamples += Run.TimeSamples;
  UnprofiledSamples += Run.UnprofiledSamples;
  Lines.insert(Run.Lines.begin(), Run.Lines.end());
  NumRuns += Run.NumRuns;
  return Error::success();
}

void Baseline::removeSmall() {
  auto IsSmall = [&](const CostRanges &Costs, const CostRanges &Whole) {
    return none_of(zip_equal(Costs, Whole), [&](const auto &Pair) {
      const auto &[Cost, Of] = Pair;
      return Cost.Most && 100.0L * Cost.Most >= LeastPercent * Of.Most;
    });
  };
  auto Remove = [&](auto &Map, const CostRanges &Whole) {
    for (auto It = Map.begin(); It != Map.end();)
      It = IsSmall(It->second, Whole) ? Map.erase(It) : std::next(It);
  };
  Remove(Files, Total);
  Remove(Functions, Total);
  Remove(Inclusive, Total);
  for (auto &[Region, OfRegion] : RegionFunctions)
    Remove(OfRegion, Regions.at(Region));
}

static void addTo(CostRanges &To, const CostRanges &More) {
  if (To.empty()) {
    To = More;
    return;
  }
  for (auto [Sum, Cost] : zip_equal(To, More))
    Sum.add(Cost);
}

void Baseline::rename(ArrayRef<NameChange> FileChanges,
                      ArrayRef<NameChange> FunctionChanges) {
  auto Renamed = [&](const DefinedFunction &Key) {
    return DefinedFunction{changedName(Key.File, FileChanges),
                           changedName(Key.Name, FunctionChanges)};
  };
  std::map<std::string, CostRanges> NewFiles;
  for (const auto &[File, Costs] : Files)
    addTo(NewFiles[changedName(File, FileChanges)], Costs);
  Files = std::move(NewFiles);
  std::vector<std::map<DefinedFunction, CostRanges> *> Maps = {&Functions,
                                                               &Inclusive};
  for (auto &[Region, OfRegion] : RegionFunctions)
    Maps.push_back(&OfRegion);
  for (auto *Rows : Maps) {
    std::map<DefinedFunction, CostRanges> NewRows;
    for (const auto &[Key, Costs] : *Rows)
      addTo(NewRows[Renamed(Key)], Costs);
    *Rows = std::move(NewRows);
  }
  std::map<DefinedFunction, unsigned> NewLines;
  for (const auto &[Key, Line] : Lines) {
    unsigned &First = NewLines.try_emplace(Renamed(Key), Line).first->second;
    First = std::min(First, Line);
  }
  Lines = std::move(NewLines);
}

bool Baseline::isBaseline(StringRef Bytes) {
  return Bytes.starts_with("udpc baseline ");
}
