//===- CostCheck.cpp - Compares a run with a baseline ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/CallCheck.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using namespace udpc;

StringRef udpc::costLevelName(CostLevel Level) {
  static constexpr StringLiteral Names[] = {"program", "region",   "function",
                                            "file",    "function", "inclusive"};
  return Names[static_cast<unsigned>(Level)];
}

bool CheckedRow::isOver() const {
  return IsMissing ||
         any_of(Costs, [](const CheckedCost &C) { return C.IsOver; });
}

bool CostCheck::isOver() const {
  return AllCalls.IsOver ||
         any_of(Rows, [](const CheckedRow &R) { return R.isOver(); }) ||
         any_of(Calls, [](const CheckedCalls &C) { return C.IsOver; });
}

std::vector<const CheckedRow *>
CostCheck::changed(CostLevel Level, size_t Event, StringRef Region) const {
  std::vector<const CheckedRow *> Changed;
  for (const CheckedRow &R : Rows)
    if (R.Level == Level && R.Region == Region && R.Costs[Event].Change)
      Changed.push_back(&R);
  llvm::sort(Changed, [&](const CheckedRow *A, const CheckedRow *B) {
    int64_t OfA = A->Costs[Event].Change, OfB = B->Costs[Event].Change;
    return std::tie(OfB, A->Key) < std::tie(OfA, B->Key);
  });
  return Changed;
}

int64_t udpc::changeOf(const CostRange &Old, const CostRange &New) {
  if (New.Least > Old.Most)
    return values::limitedSubtract(New.Least, Old.Most);
  if (New.Most < Old.Least)
    return values::limitedSubtract(New.Most, Old.Least);
  return 0;
}

namespace {
class Comparison {
public:
  Comparison(const Baseline &Old, const Baseline &New,
             const CheckOptions &Options)
      : Old(Old), New(New), Options(Options) {}

  Expected<CostCheck> run();

private:
  using FunctionRow = std::pair<const DefinedFunction, CostRanges>;

  Error checkEvents();
  Error checkLevels() const;
  CheckedRow row(CostLevel Level, CheckedRow::State What, DefinedFunction Key,
                 const CostRanges *OldCosts, const CostRanges *NewCosts) const;
  void compareFiles();
  void compareFunctions(CostLevel Level,
                        const std::map<DefinedFunction, CostRanges> &OldRows,
                        const std::map<DefinedFunction, CostRanges> &NewRows,
                        const CostRanges &OldWhole);
  void compareRegions();
  void compareFunctionsOf(StringRef OldRegion, StringRef NewRegion);
  void pair(CostLevel Level, CheckedRow::State What,
            function_ref<std::string(const FunctionRow &)> Identity);
  /// Whether the baseline omits rows with costs as small as \p Costs in \p
  /// Whole.
  bool mayBeUnlisted(const CostRanges &Costs, const CostRanges &Whole) const;

  const Baseline &Old, &New;
  const CheckOptions &Options;
  CostCheck Result;
  std::map<DefinedFunction, CostRanges> OldRegions, NewRegions;
  /// Functions or regions of only one side.
  std::vector<const FunctionRow *> Gone, Appeared;
};
} // namespace

/// Whether \p Event depends on the caches, unlike counts of executed
/// instructions and accesses.
static bool isMiss(StringRef Event) {
  return Event.ends_with("mr") || Event.ends_with("mw");
}

Error Comparison::checkEvents() {
  if (Old.Events != New.Events)
    return createStringError("the baseline has the events " +
                             join(Old.Events, " ") + ", the profile " +
                             join(New.Events, " "));
  Result.Events = Old.Events;
  Result.Limits.resize(Old.Events.size());
  for (const CostLimit &Limit : Options.Limits) {
    if (Limit.isOfCalls(Old.Events)) {
      if (!Limit.Increase.IsAny && !(Old.HasCalls && New.HasCalls))
        return createStringError(
            "--limit: " + Limit.Event + ": the " +
            (Old.HasCalls ? "profile" : "baseline") +
            " does not say what calls of code without a profile there were");
      continue;
    }
    size_t Event = Old.eventIndex(Limit.Event);
    if (Event == Old.Events.size())
      return createStringError("--limit: no event '" + Limit.Event +
                               "'; there are: " + join(Old.Events, " ") +
                               ", and calls, calls:<function>, allocations");
    Result.Limits[Event] = &Limit;
    if (Old.Measured != New.Measured && isMiss(Limit.Event))
      return createStringError(
          Limit.Event +
          " cannot be compared: the baseline is of other caches "
          "(" +
          join(Old.Measured, "; ") + ") than the profile (" +
          join(New.Measured, "; ") + ")");
  }
  for (const auto &[Name, Amount] : Options.Floor.Events)
    if (Old.eventIndex(Name) == Old.Events.size())
      return createStringError("--least: no event '" + Name +
                               "'; there are: " + join(Old.Events, " "));
  return Error::success();
}

CheckedRow Comparison::row(CostLevel Level, CheckedRow::State What,
                           DefinedFunction Key, const CostRanges *OldCosts,
                           const CostRanges *NewCosts) const {
  CheckedRow Row;
  Row.Level = Level;
  Row.What = What;
  bool IsLimited = is_contained(Options.Levels, Level);
  for (size_t I = 0; I != Result.Events.size(); ++I) {
    CheckedCost Cost;
    if (OldCosts)
      Cost.Old = (*OldCosts)[I];
    if (NewCosts)
      Cost.New = (*NewCosts)[I];
    Cost.Change = changeOf(Cost.Old, Cost.New);
    if (const CostLimit *Limit = Result.Limits[I]; Limit && IsLimited) {
      int64_t Whole = Old.Total[I].Most;
      // An increase over 0 exceeds any percentage, so percentages for new rows
      // are relative to the program.
      bool IsNew = What == CheckedRow::New || !Cost.Old.Most;
      int64_t Base = IsNew ? Whole : Cost.Old.Most;
      bool HasFloor = Level == CostLevel::File || isOfFunctions(Level);
      Cost.IsOver =
          Cost.Change > 0 &&
          !(Level == CostLevel::Region && What == CheckedRow::New) &&
          Limit->Increase.isExceeded(Cost.Change, Base) &&
          (!HasFloor ||
           Options.Floor.of(Limit->Event).isExceeded(Cost.Change, Whole));
    }
    Row.Costs.push_back(Cost);
  }
  Row.Key = std::move(Key);
  return Row;
}

bool Comparison::mayBeUnlisted(const CostRanges &Costs,
                               const CostRanges &Whole) const {
  return all_of(zip_equal(Costs, Whole), [&](const auto &Pair) {
    const auto &[Cost, Of] = Pair;
    return 100.0L * Cost.Least <= Old.LeastPercent * Of.Most;
  });
}

void Comparison::compareFiles() {
  for (const auto &[Name, Costs] : Old.Files) {
    auto Found = New.Files.find(Name);
    bool IsGone = Found == New.Files.end();
    Result.Rows.push_back(
        row(CostLevel::File, IsGone ? CheckedRow::Gone : CheckedRow::Common,
            {Name, ""}, &Costs, IsGone ? nullptr : &Found->second));
  }
  for (const auto &[Name, Costs] : New.Files)
    if (!Old.Files.count(Name) && !mayBeUnlisted(Costs, Old.Total))
      Result.Rows.push_back(
          row(CostLevel::File, CheckedRow::New, {Name, ""}, nullptr, &Costs));
}

/// Compares benchmarks, tests and other regions. One that is new exceeds no
/// limit, and one that is gone may have been left out by mistake.
void Comparison::compareRegions() {
  auto Keyed = [](const std::map<std::string, CostRanges> &Regions) {
    std::map<DefinedFunction, CostRanges> Rows;
    for (const auto &[Name, Costs] : Regions)
      Rows[{"", Name}] = Costs;
    return Rows;
  };
  OldRegions = Keyed(Old.Regions);
  NewRegions = Keyed(New.Regions);
  compareFunctions(CostLevel::Region, OldRegions, NewRegions, Old.Total);
  std::vector<std::pair<std::string, std::string>> Pairs;
  for (CheckedRow &Row : Result.Rows)
    if (Row.Level == CostLevel::Region && Row.What == CheckedRow::Gone)
      Row.IsMissing = is_contained(Options.Levels, CostLevel::Region) &&
                      none_of(Options.MayBeGone, [&](const GlobPattern &Glob) {
                        return Glob.match(Row.Key.Name);
                      });
    else if (Row.isOfBothSides() && Row.Level == CostLevel::Region)
      Pairs.push_back({Row.oldName(), Row.Key.Name});
  for (const auto &[OldName, NewName] : Pairs)
    compareFunctionsOf(OldName, NewName);
}

/// Compares the functions of a region, if both sides know them.
void Comparison::compareFunctionsOf(StringRef OldRegion, StringRef NewRegion) {
  auto OldRows = Old.RegionFunctions.find(OldRegion.str()),
       NewRows = New.RegionFunctions.find(NewRegion.str());
  if (OldRows == Old.RegionFunctions.end() ||
      NewRows == New.RegionFunctions.end())
    return;
  size_t First = Result.Rows.size();
  compareFunctions(CostLevel::RegionFunction, OldRows->second, NewRows->second,
                   Old.Regions.at(OldRegion.str()));
  for (CheckedRow &Row : drop_begin(Result.Rows, First))
    Row.Region = NewRegion.str();
}

/// Pairs removed with new rows whose \p Identity is the same, is not "",
/// and occurs once on each side.
void Comparison::pair(CostLevel Level, CheckedRow::State What,
                      function_ref<std::string(const FunctionRow &)> Identity) {
  auto Index = [&](ArrayRef<const FunctionRow *> Rows) {
    std::map<std::string, const FunctionRow *> ByIdentity;
    for (const FunctionRow *Row : Rows) {
      std::string Text = Identity(*Row);
      if (auto [It, IsNew] = ByIdentity.try_emplace(Text, Row); !IsNew)
        It->second = nullptr; // Ambiguous.
    }
    ByIdentity.erase("");
    return ByIdentity;
  };
  auto OldRows = Index(Gone), NewRows = Index(Appeared);
  std::set<const FunctionRow *> Paired;
  for (const auto &[Text, NewRow] : NewRows) {
    auto Found = OldRows.find(Text);
    if (!NewRow || Found == OldRows.end() || !Found->second)
      continue;
    CheckedRow Row = row(Level, What, NewRow->first, &Found->second->second,
                         &NewRow->second);
    Row.Was = Found->second->first;
    Result.Rows.push_back(std::move(Row));
    Paired.insert({NewRow, Found->second});
  }
  auto IsPaired = [&](const FunctionRow *Row) { return Paired.count(Row); };
  erase_if(Gone, IsPaired);
  erase_if(Appeared, IsPaired);
}

void Comparison::compareFunctions(
    CostLevel Level, const std::map<DefinedFunction, CostRanges> &OldRows,
    const std::map<DefinedFunction, CostRanges> &NewRows,
    const CostRanges &OldWhole) {
  Gone.clear();
  Appeared.clear();
  for (const FunctionRow &Row : OldRows) {
    auto Found = NewRows.find(Row.first);
    if (Found == NewRows.end())
      Gone.push_back(&Row);
    else
      Result.Rows.push_back(row(Level, CheckedRow::Common, Row.first,
                                &Row.second, &Found->second));
  }
  for (const FunctionRow &Row : NewRows)
    if (!OldRows.count(Row.first) &&
        (Level == CostLevel::Region || !mayBeUnlisted(Row.second, OldWhole)))
      Appeared.push_back(&Row);
  pair(Level, CheckedRow::Moved,
       [](const FunctionRow &Row) { return Row.first.Name; });
  // Pair functions in the same file that have exactly the same costs and
  // another name.
  pair(Level, CheckedRow::Renamed, [](const FunctionRow &Row) {
    // Whatever costs nothing looks alike.
    if (all_of(Row.second, [](const CostRange &C) { return !C.Most; }))
      return std::string();
    std::string Text = Row.first.File;
    for (const CostRange &Cost : Row.second)
      Text +=
          "\t" + std::to_string(Cost.Least) + "\t" + std::to_string(Cost.Most);
    return Text;
  });
  for (const FunctionRow *Row : Gone)
    Result.Rows.push_back(
        row(Level, CheckedRow::Gone, Row->first, &Row->second, nullptr));
  for (const FunctionRow *Row : Appeared)
    Result.Rows.push_back(
        row(Level, CheckedRow::New, Row->first, nullptr, &Row->second));
}

/// Fails if a side lacks a level with limits, which could never be exceeded.
Error Comparison::checkLevels() const {
  auto Check = [](StringRef Level, StringRef What, bool OldHas,
                  bool NewHas) -> Error {
    if (OldHas && NewHas)
      return Error::success();
    return createStringError("--per=" + Level + ": the " +
                             (OldHas ? "profile" : "baseline") + " has no " +
                             What);
  };
  if (is_contained(Options.Levels, CostLevel::Inclusive))
    if (Error E = Check("inclusive", "calls", !Old.Inclusive.empty(),
                        !New.Inclusive.empty()))
      return E;
  // By default, regions are checked if there are any.
  if (is_contained(Options.Levels, CostLevel::Region) &&
      !is_contained(Options.Levels, CostLevel::Program))
    return Check("region", "regions", !Old.Regions.empty(),
                 !New.Regions.empty());
  return Error::success();
}

Expected<CostCheck> Comparison::run() {
  if (Error E = checkEvents())
    return E;
  if (Error E = checkLevels())
    return E;
  Result.Rows.push_back(row(CostLevel::Program, CheckedRow::Common,
                            {"", New.Program}, &Old.Total, &New.Total));
  compareRegions();
  compareFiles();
  compareFunctions(CostLevel::Function, Old.Functions, New.Functions,
                   Old.Total);
  if (!Old.Inclusive.empty() && !New.Inclusive.empty())
    compareFunctions(CostLevel::Inclusive, Old.Inclusive, New.Inclusive,
                     Old.Total);
  compareCalls(Old, New, Options, Result);
  Result.WithoutCalls = New.WithoutCalls;
  Result.TimeSamples = New.TimeSamples;
  Result.UnprofiledSamples = New.UnprofiledSamples;
  for (CheckedRow &Row : Result.Rows)
    if (auto Found = New.Lines.find(Row.Key); Found != New.Lines.end())
      Row.Line = Found->second;
  Result.NumVarying = count_if(Old.Functions, [](const FunctionRow &Row) {
    return any_of(Row.second, [](const CostRange &C) { return C.varies(); });
  });
  llvm::sort(Result.Rows, [](const CheckedRow &A, const CheckedRow &B) {
    return std::tie(A.Level, A.Region, A.Key) <
           std::tie(B.Level, B.Region, B.Key);
  });
  return std::move(Result);
}

Expected<CostCheck> CostCheck::compare(const Baseline &Old, const Baseline &New,
                                       const CheckOptions &Options) {
  return Comparison(Old, New, Options).run();
}
