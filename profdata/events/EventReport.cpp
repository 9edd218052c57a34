//===- EventReport.cpp - Computes the counts of events from slots ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventReport.h"
#include "profdata/events/OnTimes.h"
#include "profdata/events/TableVersions.h"
#include "profdata/events/UnusedFunctions.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

namespace {

/// The key of a row: sites of several units with the same key are one row.
/// Lines do not depend on the function, functions not on the line.
struct RowKey {
  std::string File;
  unsigned Line; ///< 0 for functions.
  unsigned Column;
  std::string Function; ///< Linkage name; "" for lines.
  abi::SiteKind Kind;
  abi::SiteCommand Command;

  bool operator<(const RowKey &O) const {
    return std::tie(File, Line, Column, Function, Kind, Command) <
           std::tie(O.File, O.Line, O.Column, O.Function, O.Kind, O.Command);
  }
};

struct RowSum {
  unsigned Line = 0;               ///< For functions: the first known line.
  std::set<std::string> Functions; ///< Linkage names.
  struct RegionSum {
    int64_t Total = 0;
    ThreadShares Threads;
    ModuleShares Modules;
  };
  /// Indexed by the number of the set of regions (Computation::RegionSets).
  std::map<unsigned, std::map<CodeRegion, RegionSum>> Regions;
  /// The set of regions of each source file of a module, and whether a source
  /// file has several sets: then they are of several builds, between which the
  /// function was changed.
  std::map<std::pair<StringRef, StringRef>, unsigned> SetOfSource;
  bool HasVersions = false;

  void addSource(StringRef Module, StringRef SourceFile, unsigned Set) {
    auto [It, IsNew] = SetOfSource.try_emplace({Module, SourceFile}, Set);
    HasVersions |= !IsNew && It->second != Set;
  }
  /// The modules that have the code, with counts of 0.
  ModuleShares Modules;
};

struct EventSum {
  int Counter = -1;
  std::map<RowKey, RowSum> Rows;
};

class Computation {
public:
  Computation(const EventProfile &Profile,
              function_ref<bool(StringRef)> IsSelected)
      : Profile(Profile), IsSelected(IsSelected), Unused(Profile) {}
  EventReport run();

private:
  unsigned eventNumber(const SiteTable &Unit, uint32_t Event);
  RowKey keyOf(const SiteTable &Unit, const abi::SiteRec &S) const;
  /// Returns the regions of each row in \p Unit.
  std::map<std::pair<unsigned, RowKey>, std::set<CodeRegion>>
  regionsOf(const SiteTable &Unit);
  void addUnit(uint32_t Number, const SiteTable &Unit);
  void addEntries(const SiteTable &Unit);
  ReportRow finishRow(const RowKey &Key, const RowSum &Sum) const;
  std::vector<ReportRow> finishRows(const EventSum &Sum) const;

  const EventProfile &Profile;
  function_ref<bool(StringRef)> IsSelected;
  const UnusedFunctions Unused;
  /// Whether the profile adds up runs of several builds.
  const bool HasVersions = versionsOf(Profile).any();
  /// If it does: numbers of the sets of regions that rows have in a table. In
  /// rows of several builds only regions of the same set are compared, since
  /// those of other sets were counted in other runs.
  std::map<std::set<CodeRegion>, unsigned> RegionSets;
  std::vector<std::string> Names;
  std::map<std::string, unsigned> Numbers;
  std::vector<EventSum> Sums;
  std::vector<std::pair<UnmatchedEntry, uint64_t>> Entries;
  std::map<std::tuple<std::string, unsigned, std::string, abi::SiteKind,
                      std::string>,
           size_t>
      EntryNumbers;
};

} // namespace

static void limitedAddTo(int64_t &To, int64_t Count) {
  To = values::limitedAdd(To, Count);
}

int64_t ReportRow::contribution(int64_t Count) const {
  return Command == abi::SiteCommand::Dec ? values::limitedSubtract(0, Count)
                                          : Count;
}

void ReportEvent::addContribution(const ReportRow &Row) {
  limitedAddTo(Total, Row.contribution(Row.Count));
  for (auto [Thread, Count] : Row.Threads)
    limitedAddTo(Threads[Thread], Row.contribution(Count));
  for (const auto &[Module, Count] : Row.Modules)
    limitedAddTo(Modules[Module], Row.contribution(Count));
}

std::optional<double> ReportRow::rate() const {
  if (!OnTime || *OnTime <= 0)
    return std::nullopt;
  return static_cast<double>(Count) * 1e9 / static_cast<double>(*OnTime);
}

bool ReportEvent::hasOnTimes() const {
  return any_of(Rows, [](const ReportRow &R) { return R.OnTime.has_value(); });
}

bool ReportEvent::overflowed() const {
  return values::isAtLimit(Total) || any_of(Rows, [](const ReportRow &R) {
           return values::isAtLimit(R.Count);
         });
}

unsigned Computation::eventNumber(const SiteTable &Unit, uint32_t Event) {
  const abi::EventRec &E = Unit.events()[Event];
  auto [It, New] =
      Numbers.try_emplace(Unit.string(E.Name).str(), unsigned(Names.size()));
  if (New) {
    Names.push_back(It->first);
    Sums.emplace_back();
    Sums.back().Counter = E.Counter;
  }
  return It->second;
}

RowKey Computation::keyOf(const SiteTable &Unit, const abi::SiteRec &S) const {
  auto Kind = static_cast<abi::SiteKind>(S.Kind);
  bool IsLine = Kind == abi::SiteKind::Line;
  return {Unit.string(S.File).str(),
          IsLine ? S.Line : 0,
          IsLine ? S.Column : 0,
          IsLine ? std::string() : Unit.string(S.Function).str(),
          Kind,
          static_cast<abi::SiteCommand>(S.Command)};
}

std::map<std::pair<unsigned, RowKey>, std::set<CodeRegion>>
Computation::regionsOf(const SiteTable &Unit) {
  std::map<std::pair<unsigned, RowKey>, std::set<CodeRegion>> Regions;
  for (const abi::SiteRec &S : Unit.sites()) {
    std::set<CodeRegion> &Of =
        Regions[{eventNumber(Unit, S.Event), keyOf(Unit, S)}];
    for (const abi::CandidateRec &C : Unit.candidates(S))
      Of.insert(regionOf(C));
  }
  return Regions;
}

void Computation::addUnit(uint32_t Number, const SiteTable &Unit) {
  for (uint32_t I = 0; I != Unit.events().size(); ++I)
    eventNumber(Unit, I);

  std::vector<std::pair<uint64_t, std::vector<uint64_t>>> Values;
  std::vector<uint64_t> All(Unit.numSlots());
  for (const auto &[Thread, Counts] : Profile.threads()) {
    std::vector<uint64_t> Slots(Unit.numSlots());
    bool Any = false;
    for (auto It = Counts.lower_bound({Number, 0});
         It != Counts.end() && It->first.first == Number; ++It) {
      Slots[It->first.second] = It->second;
      uint64_t &Sum = All[It->first.second];
      Sum = Unit.addSlots(It->first.second, Sum, It->second);
      Any = true;
    }
    if (Any)
      Values.push_back({Thread, Unit.values(std::move(Slots))});
  }
  All = Unit.values(std::move(All));

  std::map<std::pair<unsigned, RowKey>, std::set<CodeRegion>> OwnRegions;
  if (HasVersions)
    OwnRegions = regionsOf(Unit);
  for (const abi::SiteRec &S : Unit.sites()) {
    if (Unused.has(Number, S))
      continue;
    RowKey Key = keyOf(Unit, S);
    unsigned Event = eventNumber(Unit, S.Event);
    unsigned Set = 0;
    if (HasVersions)
      Set = RegionSets.try_emplace(OwnRegions[{Event, Key}], RegionSets.size())
                .first->second;
    RowSum &Row = Sums[Event].Rows[Key];
    if (HasVersions)
      Row.addSource(Profile.modules()[Number], Unit.sourceFile(), Set);
    Row.Functions.insert(Unit.string(S.Function).str());
    Row.Modules.try_emplace(Profile.modules()[Number], 0);
    if (S.Line && (!Row.Line || S.Line < Row.Line))
      Row.Line = S.Line;
    for (const abi::CandidateRec &C : Unit.candidates(S)) {
      RowSum::RegionSum &R = Row.Regions[Set][regionOf(C)];
      if (C.Value == abi::ZeroValue)
        continue;
      limitedAddTo(R.Total, static_cast<int64_t>(All[C.Value]));
      limitedAddTo(R.Modules[Profile.modules()[Number]],
                   static_cast<int64_t>(All[C.Value]));
      for (const auto &[Thread, V] : Values)
        if (V[C.Value])
          limitedAddTo(R.Threads[Thread], static_cast<int64_t>(V[C.Value]));
    }
  }
}

void Computation::addEntries(const SiteTable &Unit) {
  for (const abi::EntryRec &E : Unit.entries()) {
    UnmatchedEntry U;
    U.Event = Unit.string(Unit.events()[E.Event].Name).str();
    U.Kind = static_cast<abi::SiteKind>(E.Kind);
    U.Pattern = Unit.string(E.Pattern).str();
    U.SpecFile = Unit.string(E.SpecFile).str();
    U.SpecLine = E.SpecLine;
    U.Flags = E.Flags;
    auto [It, New] = EntryNumbers.try_emplace(
        {U.SpecFile, U.SpecLine, U.Event, U.Kind, U.Pattern}, Entries.size());
    if (New)
      Entries.push_back({std::move(U), 0});
    auto &[Entry, NumSites] = Entries[It->second];
    if (E.Flags & abi::RefusedEntry && !(Entry.Flags & abi::RefusedEntry))
      Entry.Flags = E.Flags;
    NumSites += E.NumSites;
  }
}

template <typename Shares>
static void addShares(Shares &To, const Shares &From) {
  for (const auto &[Of, Count] : From)
    limitedAddTo(To[Of], Count);
}

using RegionSums = std::map<CodeRegion, RowSum::RegionSum>;

/// Returns the regions of all sets, joined.
static RegionSums joined(const RowSum &Sum) {
  RegionSums All;
  for (const auto &[Set, Regions] : Sum.Regions)
    for (const auto &[Where, R] : Regions) {
      RowSum::RegionSum &To = All[Where];
      limitedAddTo(To.Total, R.Total);
      addShares(To.Threads, R.Threads);
      addShares(To.Modules, R.Modules);
    }
  return All;
}

/// Adds the largest count of \p Regions to \p Row.
static void addLargest(ReportRow &Row, const RegionSums &Regions) {
  // Of equal regions the first decides, so that the result does not depend on
  // the order of units.
  const RowSum::RegionSum *Deciding = nullptr;
  for (const auto &[Where, R] : Regions)
    if (!Deciding || R.Total > Deciding->Total)
      Deciding = &R;
  // A line cannot be executed a negative number of times.
  if (!Deciding ||
      values::countOf(Deciding->Total, static_cast<uint8_t>(Row.Kind)) !=
          Deciding->Total)
    return;
  limitedAddTo(Row.Count, Deciding->Total);
  addShares(Row.Threads, Deciding->Threads);
  addShares(Row.Modules, Deciding->Modules);
}

ReportRow Computation::finishRow(const RowKey &Key, const RowSum &Sum) const {
  ReportRow Row;
  Row.Kind = Key.Kind;
  Row.Command = Key.Command;
  Row.File = Key.File;
  Row.Line = Sum.Line;
  Row.Column = Key.Column;
  if (Sum.Functions.size() == 1) {
    Row.LinkageName = *Sum.Functions.begin();
    Row.Function = demangle(Row.LinkageName);
  }
  Row.Modules = Sum.Modules;
  if (Sum.Regions.size() > 1 && !Sum.HasVersions)
    addLargest(Row, joined(Sum));
  else
    for (const auto &[Set, Regions] : Sum.Regions)
      addLargest(Row, Regions);
  return Row;
}

/// Returns the rows of an event. The sites of an event with `every` may count
/// together, in a site without a place, and then have no candidates themselves:
/// they are omitted. If there is only one such site, the count is shown at its
/// place.
std::vector<ReportRow> Computation::finishRows(const EventSum &Sum) const {
  std::vector<ReportRow> All, Rows, Uncounted;
  for (const auto &[Key, Row] : Sum.Rows)
    All.push_back(finishRow(Key, Row));
  auto IsTogether = [](const ReportRow &Row) {
    return Row.File.empty() && Row.Function.empty();
  };
  if (none_of(All, IsTogether))
    return All;
  for (auto [Entry, Row] : zip_equal(Sum.Rows, All))
    (Entry.second.Regions.empty() ? Uncounted : Rows).push_back(std::move(Row));
  auto Together = find_if(Rows, IsTogether);
  if (Together == Rows.end() || Uncounted.size() != 1)
    return Rows;
  ReportRow &Place = Uncounted.front();
  Together->Kind = Place.Kind;
  Together->File = std::move(Place.File);
  Together->Line = Place.Line;
  Together->Column = Place.Column;
  Together->Function = std::move(Place.Function);
  Together->LinkageName = std::move(Place.LinkageName);
  return Rows;
}

EventReport Computation::run() {
  for (const auto &[Number, Unit] : enumerate(Profile.units())) {
    if (!IsSelected(Profile.modules()[Number]))
      continue;
    addUnit(Number, Unit);
    addEntries(Unit);
  }
  EventReport Report;
  for (size_t I = 0; I != Names.size(); ++I) {
    ReportEvent Event;
    Event.Name = Names[I];
    Event.Counter = Sums[I].Counter;
    for (ReportRow &Row : finishRows(Sums[I])) {
      Event.addContribution(Row);
      limitedAddTo(Event.Whole, Row.Count);
      Event.Rows.push_back(std::move(Row));
    }
    // Functions are sorted by name here; reports sort by place.
    sort(Event.Rows, [](const ReportRow &A, const ReportRow &B) {
      return std::tie(A.File, A.Line, A.Column, A.Function, A.Kind, A.Command) <
             std::tie(B.File, B.Line, B.Column, B.Function, B.Kind, B.Command);
    });
    Report.Events.push_back(std::move(Event));
  }
  joinOnTimes(Report);
  // Each event lists the main thread and all threads with any counts.
  std::set<uint64_t> Threads = {0};
  for (const ReportEvent &Event : Report.Events)
    for (auto [Thread, Count] : Event.Threads)
      Threads.insert(Thread);
  for (ReportEvent &Event : Report.Events)
    for (uint64_t Thread : Threads)
      Event.Threads.try_emplace(Thread, 0);
  for (ReportEvent &Event : Report.Events)
    for (const std::string &Module : Profile.modules())
      if (IsSelected(Module))
        Event.Modules.try_emplace(Module, 0);
  for (auto &[Entry, NumSites] : Entries)
    if (!NumSites)
      Report.Unmatched.push_back(std::move(Entry));
  return Report;
}

EventReport EventReport::compute(const EventProfile &Profile,
                                 function_ref<bool(StringRef)> IsSelected) {
  return Computation(Profile, IsSelected).run();
}
