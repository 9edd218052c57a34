//===- Baseline.cpp - The costs that later runs are compared with ---------===//

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
  widenAll(Calls, Run.Calls, CostRange());
  HasCalls &= Run.HasCalls;
  WithoutCalls = std::max(WithoutCalls, Run.WithoutCalls);
  TimeSamples += Run.TimeSamples;
  UnprofiledSamples += Run.UnprofiledSamples;
  Lines.insert(Run.Lines.begin(), Run.Lines.end());
  NumRuns += Run.NumRuns;
  return Error::success();
}

void Baseline::removeSmall() {
  auto IsSmall = [&](const CostRanges &Costs) {
    return none_of(zip_equal(Costs, Total), [&](const auto &Pair) {
      const auto &[Cost, Of] = Pair;
      return Cost.Most && 100.0L * Cost.Most >= LeastPercent * Of.Most;
    });
  };
  auto Remove = [&](auto &Map) {
    for (auto It = Map.begin(); It != Map.end();)
      It = IsSmall(It->second) ? Map.erase(It) : std::next(It);
  };
  Remove(Files);
  Remove(Functions);
  Remove(Inclusive);
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
  for (auto *Rows : {&Functions, &Inclusive}) {
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
