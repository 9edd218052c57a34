//===- EveryParser.cpp - The keys of events with `every` ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EveryParser.h"
#include "spec/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

/// The maximum period and warm-up: their sum fits a signed number.
static constexpr uint64_t MaxPeriod = uint64_t(1) << 62;

/// The period from which on sites have counters of their own by default: the
/// runtime's work for this in each period then costs less than the contention
/// for a counter that all sites share (docs/spec.md).
static constexpr uint64_t PeriodForApart = 1 << 16;

/// Parses the value of `sites`: whether each site has its own counter.
static std::optional<bool> sitesOf(StringRef Word) {
  return StringSwitch<std::optional<bool>>(Word)
      .Case("together", false)
      .Case("apart", true)
      .Default(std::nullopt);
}

/// Parses the value of `phase`: whether the phase is random.
static std::optional<bool> phaseOf(StringRef Word) {
  return StringSwitch<std::optional<bool>>(Word)
      .Case("fixed", false)
      .Case("random", true)
      .Default(std::nullopt);
}

static std::string everyActionWords() {
  static constexpr StringLiteral Words[] = {
#define UDPC_EVERY_ACTION(Name, Number, Word, Help) Word,
#include "udpc/lists/every_actions.inc"
  };
  return join(ArrayRef(Words).drop_back(), ", ") + " or " +
         Words[abi::NumEveryActions - 1].str();
}

ArrayRef<StringRef> EveryItem::keys() {
  static constexpr StringRef Keys[] = {"every", "warmup", "phase", "action",
                                       "sites"};
  return Keys;
}

bool EveryItem::take(YamlReader &R, StringRef Name, yaml::Node &Key,
                     yaml::Node &Value) {
  const StringRef *Known = find(keys(), Name);
  if (Known == keys().end())
    return false;
  if (Name == "every") {
    Every = &Key;
    Rule.Period = R.number(Value, MaxPeriod,
                           "how many occurrences, or 0 for a period that the "
                           "program sets")
                      .value_or(0);
    return true;
  }
  if (Name == "warmup")
    Rule.Warmup =
        R.number(Value, MaxPeriod, "how many occurrences").value_or(0);
  else if (Name == "phase")
    Rule.HasRandomPhase =
        R.word(Value, "phase", "fixed or random", phaseOf).value_or(false);
  else if (Name == "sites")
    Rule.SitesApart =
        R.word(Value, "way to count sites", "together or apart", sitesOf);
  else
    Rule.Action = R.word(Value, "action", everyActionWords(), everyActionOf)
                      .value_or(Rule.Action);
  if (!Part) {
    Part = &Key;
    PartName = *Known;
  }
  return true;
}

bool EveryItem::check(YamlReader &R) const {
  if (Part && !Every) {
    R.addError(*Part, "'" + PartName + "' belongs to 'every'");
    return false;
  }
  return true;
}

void EveryItem::addTo(YamlReader &R, CountedEvent &Event,
                      unsigned SpecLine) const {
  if (!Every)
    return;
  if (Event.Every && !(*Event.Every == Rule))
    return R.addError(*Every, "event '" + Event.Name +
                                  "' has another rule in line " +
                                  Twine(Event.EveryLine) +
                                  "; give 'every' and what belongs to it once");
  Event.Every = Rule;
  Event.EveryLine = SpecLine;
}

static bool wantsInstruction(const EventSpec &Spec, const SpecEntry &E) {
  return Spec.loweringOf(E) == Lowering::Instruction ||
         (Spec.loweringOf(E) == Lowering::Auto &&
          Spec.fidelityOf(E) == Fidelity::Transparent);
}

/// Reports events with `every` whose entries have different lowerings. Either
/// one counter sees the occurrences of all entries, or the runtime does, for
/// instructions that it enables.
static void checkLowering(YamlReader &R, const EventSpec &Spec) {
  std::vector<const SpecEntry *> First(Spec.Events.size());
  for (const SpecEntry &E : Spec.Entries) {
    const CountedEvent &Event = Spec.Events[E.Event];
    const SpecEntry *&Other = First[E.Event];
    if (!Other)
      Other = &E;
    if (Event.Every &&
        wantsInstruction(Spec, E) != wantsInstruction(Spec, *Other))
      R.addError(E.SpecLine, 1,
                 "event '" + Event.Name + "': line " + Twine(Other->SpecLine) +
                     " has another lowering; an event with 'every' is counted "
                     "by instructions or by other code, not both");
  }
}

void udpc::checkEvery(YamlReader &R, EventSpec &Spec) {
  checkLowering(R, Spec);
  std::vector<const SpecEntry *> Down(Spec.Events.size());
  for (const SpecEntry &E : Spec.Entries)
    if (E.Command == abi::SiteCommand::Dec)
      Down[E.Event] = &E;
  for (auto [Event, Entry] : zip(Spec.Events, Down)) {
    if (!Event.Every)
      continue;
    std::optional<bool> &SitesApart = Event.Every->SitesApart;
    if (Entry && SitesApart.value_or(false))
      R.addError(Entry->SpecLine, 1,
                 "event '" + Event.Name +
                     "': sites that count down cannot be counted apart; write "
                     "sites: together");
    if (!SitesApart)
      SitesApart = !Entry && Event.Every->Period >= PeriodForApart;
  }
}
