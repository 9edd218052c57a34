//===- EventChoice.cpp - Selects and computes events ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/EventChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

/// Returns the formula of a common computed event, or "". CEst is KCachegrind's
/// estimate of cycles.
static StringRef knownFormula(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("L1m", "I1mr+D1mr+D1mw")
      .Case("LLm", "ILmr+DLmr+DLmw")
      .Case("D1m", "D1mr+D1mw")
      .Case("DLm", "DLmr+DLmw")
      .Case("L2m", "I2mr+D2mr+D2mw")
      .Case("D2m", "D2mr+D2mw")
      .Case("Dref", "Dr+Dw")
      .Case("Bm", "Bcm+Bim")
      .Case("CEst", "Ir+10*I1mr+10*D1mr+10*D1mw+100*ILmr+100*DLmr+100*DLmw")
      .Default("");
}

static Error unknown(const CostSheet &Sheet, StringRef Event) {
  return createStringError("no event '" + Event +
                           "'; there are: " + join(Sheet.Events, " "));
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

Expected<std::vector<size_t>> udpc::chooseEvents(CostSheet &Sheet,
                                                 StringRef Names) {
  std::vector<size_t> Chosen;
  SmallVector<StringRef, 16> Parts;
  Names.split(Parts, ',');
  for (StringRef Part : Parts) {
    Expected<size_t> Event = chooseEvent(Sheet, Part.trim());
    if (!Event)
      return Event.takeError();
    if (is_contained(Chosen, *Event))
      return createStringError("'" + Part.trim() + "' is there twice");
    Chosen.push_back(*Event);
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
