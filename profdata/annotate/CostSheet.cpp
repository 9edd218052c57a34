//===- CostSheet.cpp - Costs prepared for display -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/CostSheet.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

static int64_t product(int64_t A, int64_t B) {
  int64_t Result;
  if (!MulOverflow(A, B, Result))
    return Result;
  return (A < 0) == (B < 0) ? INT64_MAX : INT64_MIN;
}

void CostSheet::addTo(Counts &To, ArrayRef<int64_t> More) {
  if (To.size() < More.size())
    To.resize(More.size());
  for (auto [I, N] : enumerate(More))
    To[I] = values::limitedAdd(To[I], N);
}

void CostSheet::addCentre(StringRef File, StringRef Function, uint32_t Line,
                          ArrayRef<int64_t> Counts, const EventSet &Excluded) {
  CentreCounts<int64_t> &Centre =
      Files[File.str()].Functions[Function.str()][Line];
  Centre.addCode(Excluded);
  addTo(Centre, Counts);
  addTo(Total, Counts);
}

static void addOnce(std::vector<std::string> &List, StringRef Text) {
  if (!is_contained(List, Text))
    List.push_back(Text.str());
}

static Error otherEvents(ArrayRef<std::string> One,
                         ArrayRef<std::string> Other) {
  return createStringError("it has other events (" + join(Other, " ") +
                           ") than what came before (" + join(One, " ") + ")");
}

Error CostSheet::add(const CostGraph &Profile, const SheetNames &Names) {
  if (Events.empty()) {
    Events = Profile.Events;
    Total.resize(numEvents());
  } else if (Events != Profile.Events) {
    return otherEvents(Events, Profile.Events);
  }
  for (const std::string &Description : Profile.Descriptions)
    addOnce(Descriptions, Description);
  if (!Profile.Command.empty())
    addOnce(Commands, Profile.Command);
  std::vector<std::string> Originals, Shown, Functions;
  for (const std::string &Name : Profile.Files) {
    Originals.push_back(Name.empty() ? UnknownFile.str() : Name);
    Shown.push_back(changedName(Originals.back(), Names.Files));
  }
  for (const CostGraph::Function &F : Profile.Functions)
    Functions.push_back(changedName(Names.Demangle ? demangle(F.Name) : F.Name,
                                    Names.Functions));
  for (const CostGraph::LineCosts &L : Profile.Lines) {
    Files[Shown[L.File]].Originals.insert(Originals[L.File]);
    addCentre(Shown[L.File], Functions[L.Function], L.Line,
              map_to_vector(L.Self, values::limited), L.Self.Impossible);
  }
  Base = Total;
  return Error::success();
}

Expected<CostSheet> CostSheet::difference(const CostSheet &Old,
                                          const CostSheet &New) {
  if (Old.Events != New.Events)
    return otherEvents(Old.Events, New.Events);
  CostSheet Result;
  Result.IsDifference = true;
  Result.Events = New.Events;
  Result.Total.resize(New.numEvents());
  for (const CostSheet *Sheet : {&Old, &New}) {
    for (const std::string &Description : Sheet->Descriptions)
      addOnce(Result.Descriptions, Description);
    Result.Commands.push_back(join(Sheet->Commands, ", "));
    for (const auto &[Name, F] : Sheet->Files) {
      Result.Files[Name].Originals.insert(F.Originals.begin(),
                                          F.Originals.end());
      for (const auto &[Function, FunctionLines] : F.Functions)
        for (const auto &[Line, LineCounts] : FunctionLines) {
          Counts Signed = LineCounts;
          if (Sheet == &Old)
            for (int64_t &N : Signed)
              N = values::limitedSubtract(0, N);
          Result.addCentre(Name, Function, Line, Signed, LineCounts.Impossible);
        }
    }
  }
  // Drop unchanged rows.
  for (auto &[Name, F] : Result.Files)
    for (auto Function = F.Functions.begin(); Function != F.Functions.end();) {
      Lines &All = Function->second;
      for (auto Line = All.begin(); Line != All.end();)
        Line = all_of(Line->second, [](int64_t N) { return N == 0; })
                   ? All.erase(Line)
                   : std::next(Line);
      Function =
          All.empty() ? F.Functions.erase(Function) : std::next(Function);
    }
  for (auto It = Result.Files.begin(); It != Result.Files.end();)
    It = It->second.Functions.empty() ? Result.Files.erase(It) : std::next(It);
  Result.Base = Old.Total;
  return Result;
}

size_t CostSheet::eventIndex(StringRef Event) const {
  return find(Events, Event) - Events.begin();
}

bool CostSheet::hasCounts(size_t Event) const {
  for (const auto &[Name, F] : Files)
    for (const auto &[Function, FunctionLines] : F.Functions)
      for (const auto &[Line, LineCounts] : FunctionLines)
        if (LineCounts[Event])
          return true;
  return false;
}

size_t CostSheet::eventTooLarge() const {
  auto InCounts = [](ArrayRef<int64_t> Counts) -> size_t {
    return find_if(Counts, values::isAtLimit) - Counts.begin();
  };
  // With changes of both signs, partial sums may overflow although the total
  // fits.
  size_t Event = std::min(InCounts(Total), InCounts(Base));
  for (const auto &[Name, F] : Files)
    for (const auto &[Function, FunctionLines] : F.Functions)
      for (const auto &[Line, LineCounts] : FunctionLines)
        Event = std::min(Event, InCounts(LineCounts));
  return Event;
}

double CostSheet::percent(int64_t Count, size_t Event) const {
  return Base[Event] ? 100.0 * Count / Base[Event] : 0;
}

static int64_t valueOf(const CostSheet::Derived &Event,
                       ArrayRef<int64_t> Counts) {
  int64_t N = 0;
  for (auto [Factor, Term] : Event.Terms)
    N = values::limitedAdd(N, product(Factor, Counts[Term]));
  return N;
}

/// Whether none of the terms of \p Event can happen.
static bool isImpossible(const CostSheet::Derived &Event,
                         const EventSet &Impossible) {
  return all_of(Event.Terms, [&](const std::pair<int64_t, size_t> &Term) {
    return Impossible.count(Term.second);
  });
}

void CostSheet::addDerived(StringRef Name, Derived Event) {
  for (Counts *C : {&Total, &Base})
    C->push_back(valueOf(Event, *C));
  for (auto &[FileName, F] : Files)
    for (auto &[Function, FunctionLines] : F.Functions)
      for (auto &[Line, LineCounts] : FunctionLines) {
        LineCounts.push_back(valueOf(Event, LineCounts));
        if (isImpossible(Event, LineCounts.Impossible))
          LineCounts.Impossible.insert(numEvents());
      }
  Events.push_back(Name.str());
  Computed.push_back(std::move(Event));
}

void CostSheet::derive(Counts &Counts) const {
  for (const Derived &Event : Computed)
    Counts.push_back(valueOf(Event, Counts));
}

CostSheet::Counts CostSheet::countsOf(const CostCounts &Costs) const {
  Counts Counts;
  for (StringRef Event : ArrayRef(Events).take_front(numRecorded()))
    for (unsigned E = 0; E != abi::NumCostEvents; ++E)
      if (Event == abi::CostEventNames[E])
        Counts.push_back(values::limited(Costs[E]));
  derive(Counts);
  return Counts;
}
