//===- EventSelection.cpp - A profile of some events and sites ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventSelection.h"
#include "profdata/events/UnusedFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include <tuple>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Matching sites
//===----------------------------------------------------------------------===//

namespace {

/// Event, file, line, column and command: the sites of a line with the same key
/// are one row of a report.
using LineKey =
    std::tuple<StringRef, StringRef, uint32_t, uint32_t, abi::SiteCommand>;

/// Matches sites like EventFilter matches the rows of a report, which join
/// sites.
class SiteMatcher {
public:
  SiteMatcher(const EventProfile &Profile, const EventFilter &Filter);
  /// Whether the row of site \p S in unit number \p Number matches. Sites that
  /// reports leave out do not.
  bool matches(uint32_t Number, const abi::SiteRec &S);

private:
  static LineKey lineKey(const SiteTable &Unit, const abi::SiteRec &S);

  const EventProfile &Profile;
  const EventFilter &Filter;
  const UnusedFunctions Unused;
  /// The linkage name of the function of a line; "" if there are several
  /// functions.
  std::map<LineKey, StringRef> LineFunctions;
  StringMap<std::string> Demangled;
};

} // namespace

static StringRef eventName(const SiteTable &Unit, uint32_t Event) {
  return Unit.string(Unit.events()[Event].Name);
}

LineKey SiteMatcher::lineKey(const SiteTable &Unit, const abi::SiteRec &S) {
  return {eventName(Unit, S.Event), Unit.string(S.File), S.Line, S.Column,
          static_cast<abi::SiteCommand>(S.Command)};
}

SiteMatcher::SiteMatcher(const EventProfile &Profile, const EventFilter &Filter)
    : Profile(Profile), Filter(Filter), Unused(Profile) {
  for (const auto &[Number, Unit] : enumerate(Profile.units())) {
    if (!Filter.matchesModule(Profile.modules()[Number]))
      continue;
    for (const abi::SiteRec &S : Unit.sites())
      if (isLine(S) && !Unused.has(Number, S)) {
        StringRef Function = Unit.string(S.Function);
        auto [It, IsNew] =
            LineFunctions.try_emplace(lineKey(Unit, S), Function);
        if (It->second != Function)
          It->second = "";
      }
  }
}

bool SiteMatcher::matches(uint32_t Number, const abi::SiteRec &S) {
  const SiteTable &Unit = Profile.units()[Number];
  if (!Filter.matchesEvent(eventName(Unit, S.Event)) || Unused.has(Number, S))
    return false;
  if (!Filter.choosesRows())
    return true;
  StringRef Function =
      isLine(S) ? LineFunctions.at(lineKey(Unit, S)) : Unit.string(S.Function);
  auto [It, IsNew] = Demangled.try_emplace(Function);
  if (IsNew)
    It->second = demangle(Function);
  return Filter.matchesRow(It->second, Unit.string(S.File));
}

//===----------------------------------------------------------------------===//
// Parts of units
//===----------------------------------------------------------------------===//

namespace {

/// Builds a table of some of a unit's sites.
class PartBuilder {
public:
  /// \p IsEventKept selects the events, whether they have sites in the unit or
  /// not.
  PartBuilder(const SiteTable &Unit, std::vector<const abi::SiteRec *> Sites,
              function_ref<bool(StringRef)> IsEventKept);
  bool hasEvents() const { return NumEvents; }
  UnitPart build(uint32_t UnitNumber);

private:
  void addEvents(function_ref<bool(StringRef)> IsEventKept);
  void addEntries();
  void addValues();
  void addSites();
  uint32_t newValue(uint32_t Value) const {
    return Value == abi::ZeroValue ? Value : *NewValues[Value];
  }

  const SiteTable &Unit;
  std::vector<const abi::SiteRec *> Sites;
  SiteTableBuilder Builder;
  size_t NumEvents = 0;
  /// New numbers by old number; none for omitted ones.
  std::vector<std::optional<uint32_t>> NewEvents, NewValues;
};

} // namespace

PartBuilder::PartBuilder(const SiteTable &Unit,
                         std::vector<const abi::SiteRec *> Sites,
                         function_ref<bool(StringRef)> IsEventKept)
    : Unit(Unit), Sites(std::move(Sites)) {
  addEvents(IsEventKept);
}

void PartBuilder::addEvents(function_ref<bool(StringRef)> IsEventKept) {
  for (const abi::EventRec &E : Unit.events()) {
    StringRef Name = Unit.string(E.Name);
    NewEvents.emplace_back();
    if (IsEventKept(Name)) {
      NewEvents.back() = Builder.addEvent(Name, E.Counter);
      ++NumEvents;
    }
  }
}

void PartBuilder::addEntries() {
  for (const abi::EntryRec &E : Unit.entries())
    if (NewEvents[E.Event])
      Builder.addEntry(*NewEvents[E.Event], static_cast<abi::SiteKind>(E.Kind),
                       static_cast<abi::SiteCommand>(E.Command),
                       Unit.string(E.Pattern), Unit.string(E.SpecFile),
                       E.SpecLine, E.NumSites, E.Flags);
}

/// Numbers the slots and derived values that the sites need.
void PartBuilder::addValues() {
  ArrayRef<abi::DerivedRec> Derived = Unit.derived();
  uint32_t NumSlots = Unit.numSlots();
  std::vector<bool> IsNeeded(uint64_t(NumSlots) + Derived.size());
  auto Need = [&](uint32_t Value) {
    if (Value != abi::ZeroValue)
      IsNeeded[Value] = true;
  };
  for (const abi::SiteRec *S : Sites)
    for (const abi::CandidateRec &C : Unit.candidates(*S))
      Need(C.Value);
  // Operands precede the values that are derived from them.
  for (size_t I = Derived.size(); I--;)
    if (IsNeeded[NumSlots + I]) {
      Need(Derived[I].Left);
      Need(Derived[I].Right);
    }
  // These values show that a slot counts down (values::countsDown).
  for (const auto &[I, D] : enumerate(Derived))
    if (D.Left == abi::ZeroValue && D.Subtract && D.Right < NumSlots &&
        IsNeeded[D.Right])
      IsNeeded[NumSlots + I] = true;

  NewValues.resize(IsNeeded.size());
  uint32_t Next = 0;
  for (const auto &[Value, Needed] : enumerate(IsNeeded)) {
    if (Value == NumSlots)
      Builder.setNumSlots(Next);
    if (Needed)
      NewValues[Value] = Next++;
  }
  if (Derived.empty())
    Builder.setNumSlots(Next);
  for (const auto &[I, D] : enumerate(Derived))
    if (IsNeeded[NumSlots + I])
      Builder.addDerived(newValue(D.Left), newValue(D.Right), D.Subtract);
}

void PartBuilder::addSites() {
  for (const abi::SiteRec *Old : Sites) {
    std::vector<abi::CandidateRec> Candidates = Unit.candidates(*Old).vec();
    for (abi::CandidateRec &C : Candidates)
      C.Value = newValue(C.Value);
    abi::SiteRec S = *Old;
    S.Event = *NewEvents[S.Event];
    S.File = Builder.addString(Unit.string(S.File));
    S.Function = Builder.addString(Unit.string(S.Function));
    Builder.addSite(S, Candidates);
  }
}

UnitPart PartBuilder::build(uint32_t UnitNumber) {
  Builder.setSourceFile(Unit.sourceFile());
  addEntries();
  addValues();
  addSites();
  std::vector<uint8_t> Bytes = Builder.finish();
  NewValues.resize(Unit.numSlots());
  // The parts are from a table that has been checked.
  return {UnitNumber,
          cantFail(SiteTable::decode(StringRef(
              reinterpret_cast<const char *>(Bytes.data()), Bytes.size()))),
          std::move(NewValues)};
}

//===----------------------------------------------------------------------===//
// All units
//===----------------------------------------------------------------------===//

EventProfile udpc::selectEvents(const EventProfile &Profile,
                                const EventFilter &Filter) {
  SiteMatcher Matcher(Profile, Filter);
  std::vector<std::vector<const abi::SiteRec *>> Sites(Profile.units().size());
  StringSet<> WithSites;
  for (const auto &[Number, Unit] : enumerate(Profile.units())) {
    if (!Filter.matchesModule(Profile.modules()[Number]))
      continue;
    for (const abi::SiteRec &S : Unit.sites())
      if (Matcher.matches(Number, S)) {
        Sites[Number].push_back(&S);
        WithSites.insert(eventName(Unit, S.Event));
      }
  }
  auto IsEventKept = [&](StringRef Name) {
    return Filter.choosesRows() ? WithSites.contains(Name)
                                : Filter.matchesEvent(Name);
  };
  std::vector<UnitPart> Parts;
  for (const auto &[Number, Unit] : enumerate(Profile.units())) {
    PartBuilder Part(Unit, std::move(Sites[Number]), IsEventKept);
    if (Part.hasEvents())
      Parts.push_back(Part.build(Number));
  }
  return Profile.select(Parts);
}
