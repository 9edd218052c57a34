//===- EventChoice.cpp - Selects and computes events ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/EventChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

/// Common computed events. CEst is KCachegrind's estimate of cycles.
static constexpr std::pair<StringLiteral, StringLiteral> Formulas[] = {
    {"L1m", "I1mr+D1mr+D1mw"},
    {"L2m", "I2mr+D2mr+D2mw"},
    {"LLm", "ILmr+DLmr+DLmw"},
    {"D1m", "D1mr+D1mw"},
    {"D2m", "D2mr+D2mw"},
    {"DLm", "DLmr+DLmw"},
    {"Dref", "Dr+Dw"},
    {"Bm", "Bcm+Bim"},
    {"CEst", "Ir+10*I1mr+10*D1mr+10*D1mw+100*ILmr+100*DLmr+100*DLmw"},
};

/// Returns the formula of a common computed event, or "".
static StringRef knownFormula(StringRef Name) {
  for (const auto &[Event, Formula] : Formulas)
    if (Event == Name)
      return Formula;
  return "";
}

/// Whether all events of \p Formula are in \p Sheet.
static bool isComputable(const CostSheet &Sheet, StringRef Formula) {
  return all_of(split(Formula, '+'), [&](StringRef Term) {
    return Sheet.eventIndex(Term.substr(Term.find('*') + 1)) !=
           Sheet.numEvents();
  });
}

static Error unknown(const CostSheet &Sheet, StringRef Event) {
  std::string Computed;
  for (const auto &[Name, Formula] : Formulas)
    if (isComputable(Sheet, Formula) && !is_contained(Sheet.Events, Name))
      Computed += " " + Name.str();
  return createStringError("no event '" + Event +
                           "'; there are: " + join(Sheet.Events, " ") +
                           (Computed.empty() ? "" : "; computed:" + Computed));
}

/// Parses "Ir+10*D1mr-Dw".
static Expected<std::vector<std::pair<int64_t, size_t>>>
parseFormula(const CostSheet &Sheet, StringRef Formula) {
  std::vector<std::pair<int64_t, size_t>> Terms;
  int64_t Sign = 1;
  for (StringRef Rest = Formula;;) {
    size_t End = Rest.find_first_of("+-");
    StringRef Term = Rest.take_front(End).trim();
    int64_t Factor = 1;
    if (Term.contains('*')) {
      auto [Number, Event] = Term.split('*');
      if (Number.trim().getAsInteger(10, Factor))
        return createStringError("'" + Formula + "': '" + Number.trim() +
                                 "' is no whole number");
      Term = Event.trim();
    }
    size_t Event = Sheet.eventIndex(Term);
    if (Event == Sheet.numEvents())
      return createStringError("'" + Formula +
                               "': " + toString(unknown(Sheet, Term)));
    Terms.push_back({Sign * Factor, Event});
    if (End == StringRef::npos)
      return Terms;
    Sign = Rest[End] == '+' ? 1 : -1;
    Rest = Rest.drop_front(End + 1);
  }
}

static Expected<size_t> chooseEvent(CostSheet &Sheet, StringRef Text) {
  auto [Name, Formula] = Text.split('=');
  Name = Name.trim();
  size_t Index = Sheet.eventIndex(Name);
  if (Text.contains('=')) {
    if (Name.empty() || Name.find_first_of("+-*") != StringRef::npos)
      return createStringError("'" + Text + "': write name=formula");
    if (Index != Sheet.numEvents())
      return createStringError("'" + Text + "': there is an event '" + Name +
                               "' already");
  } else {
    if (Index != Sheet.numEvents())
      return Index;
    Formula = knownFormula(Name);
    if (Formula.empty())
      return unknown(Sheet, Name);
  }
  auto Terms = parseFormula(Sheet, Formula);
  if (!Terms)
    return Terms.takeError();
  Sheet.addDerived(Name, {Formula.str(), std::move(*Terms)});
  return Index;
}

/// Parses "D1m/Dref".
static Expected<EventRate> chooseRate(CostSheet &Sheet, StringRef Text) {
  if (Sheet.IsDifference)
    return createStringError("'" + Text + "': differences have no rates");
  auto [Part, Whole] = Text.split('/');
  EventRate Rate;
  Rate.Name = Text.str();
  if (Error E = chooseEvent(Sheet, Part.trim()).moveInto(Rate.Part))
    return E;
  if (Error E = chooseEvent(Sheet, Whole.trim()).moveInto(Rate.Whole))
    return E;
  return Rate;
}

static Error twice(StringRef Event) {
  return createStringError("'" + Event + "' is there twice");
}

Expected<EventChoice> udpc::chooseEvents(CostSheet &Sheet, StringRef Names) {
  EventChoice Chosen;
  for (StringRef Text : split(Names, ',')) {
    Text = Text.trim();
    if (Text.contains('/') && !Text.contains('=') &&
        Sheet.eventIndex(Text) == Sheet.numEvents()) {
      Expected<EventRate> Rate = chooseRate(Sheet, Text);
      if (!Rate)
        return Rate.takeError();
      if (any_of(Chosen.Rates,
                 [&](const EventRate &R) { return R.Name == Text; }))
        return twice(Text);
      Chosen.Rates.push_back(std::move(*Rate));
      continue;
    }
    Expected<size_t> Event = chooseEvent(Sheet, Text);
    if (!Event)
      return Event.takeError();
    if (is_contained(Chosen.Events, *Event))
      return twice(Text);
    Chosen.Events.push_back(*Event);
  }
  return Chosen;
}

Expected<std::vector<double>> udpc::takeShares(std::string &Names) {
  SmallVector<StringRef, 16> Parts;
  StringRef(Names).split(Parts, ',');
  std::vector<double> Shares;
  std::vector<StringRef> Events;
  bool HasShare = false;
  for (StringRef Part : Parts) {
    auto [Event, Share] = Part.split(':');
    Events.push_back(Event);
    Shares.push_back(0);
    if (!Part.contains(':'))
      continue;
    HasShare = true;
    Share.consume_back("%");
    if (Share.trim().getAsDouble(Shares.back()) ||
        !(Shares.back() > 0 && Shares.back() <= 100))
      return createStringError("'" + Part.trim() +
                               "': a percentage above 0, up to 100, is "
                               "needed after ':'");
  }
  Names = join(Events, ",");
  return HasShare ? Shares : std::vector<double>();
}

std::vector<size_t> udpc::eventsWithCounts(const CostSheet &Sheet) {
  std::vector<size_t> All, Counting;
  for (size_t I = 0; I != Sheet.numEvents(); ++I) {
    All.push_back(I);
    if (Sheet.hasCounts(I))
      Counting.push_back(I);
  }
  return Counting.empty() ? All : Counting;
}

EventChoice udpc::usualEvents(CostSheet &Sheet) {
  StringRef Misses = knownFormula("D1m"), Accesses = knownFormula("Dref");
  auto HasCounts = [&](StringRef Formula) {
    return any_of(split(Formula, '+'), [&](StringRef Event) {
      return Sheet.hasCounts(Sheet.eventIndex(Event));
    });
  };
  if (!isComputable(Sheet, Misses) || !HasCounts(Misses))
    return {eventsWithCounts(Sheet), {}};
  std::string Names = "D1m";
  if (is_contained(Sheet.Events, "Ir"))
    Names = "Ir," + Names;
  for (StringRef Event : {"LLm", "Bm"})
    if (StringRef Formula = knownFormula(Event);
        isComputable(Sheet, Formula) && HasCounts(Formula))
      Names += "," + Event.str();
  if (isComputable(Sheet, Accesses) && !Sheet.IsDifference)
    Names += ",D1m/Dref";
  return cantFail(chooseEvents(Sheet, Names));
}
