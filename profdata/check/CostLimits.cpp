//===- CostLimits.cpp - Limits for increases of costs ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/CostLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

Expected<CostAmount> CostAmount::parse(StringRef Text) {
  CostAmount Amount;
  StringRef Number = Text.trim();
  Amount.IsPercent = Number.consume_back("%");
  bool IsWrong =
      Amount.IsPercent
          ? Number.getAsDouble(Amount.Percent) ||
                !std::isfinite(Amount.Percent) || Amount.Percent < 0
          : Number.getAsInteger(10, Amount.Count) || Amount.Count < 0;
  if (IsWrong || !isDigit(Number.front()))
    return createStringError("'" + Text +
                             "': write a count or a percentage: 1000, 0.5%");
  return Amount;
}

bool CostAmount::isExceeded(int64_t Change, int64_t Base) const {
  if (IsAny)
    return false;
  if (!IsPercent)
    return Change > Count;
  // long double represents all digits of the counts.
  return 100.0L * Change > static_cast<long double>(Percent) * Base;
}

std::string CostAmount::text() const {
  if (!IsPercent)
    return std::to_string(Count);
  std::string Text;
  raw_string_ostream(Text) << format("%g%%", Percent);
  return Text;
}

static constexpr StringLiteral OfCalls = "calls", OfFunction = "calls:",
                               OfAllocations = "allocations";

bool CostLimit::isOfCalls(ArrayRef<std::string> Events) const {
  return (Event == OfCalls || Event == OfAllocations ||
          StringRef(Event).starts_with(OfFunction)) &&
         !is_contained(Events, Event);
}

bool CostLimit::matchesCalls(StringRef Function) const {
  StringRef Pattern = Event;
  if (Function.empty() || Function == AllAllocations)
    return Pattern == (Function.empty() ? OfCalls : OfAllocations);
  // parseCostLimits() has parsed it.
  return Pattern.consume_front(OfFunction) &&
         cantFail(GlobPattern::create(Pattern)).match(Function);
}

std::string CostLimit::text() const {
  return Increase.IsAny ? "any" : "+" + Increase.text();
}

static Expected<CostAmount> parseIncrease(StringRef Text, StringRef Part) {
  CostAmount Any;
  Any.IsAny = Text == "any";
  if (Any.IsAny)
    return Any;
  if (!Text.consume_front("+"))
    return createStringError(
        "'" + Part +
        "': write <event>=+<amount>: Ir=+1%, D1mr=+500, calls:memcpy=any");
  return CostAmount::parse(Text);
}

Expected<std::vector<CostLimit>> udpc::parseCostLimits(StringRef Text) {
  std::vector<CostLimit> Limits;
  for (StringRef Part : split(Text, ',')) {
    StringRef Name = Part.rsplit('=').first.trim();
    StringRef Amount = Part.rsplit('=').second.trim();
    Expected<CostAmount> Increase =
        parseIncrease(Name.empty() ? "" : Amount, Part);
    if (!Increase)
      return Increase.takeError();
    StringRef Pattern = Name;
    if (Pattern.consume_front(OfFunction))
      if (Error E = GlobPattern::create(Pattern).takeError())
        return createStringError("'" + Part + "': " + toString(std::move(E)));
    if (any_of(Limits, [&](const CostLimit &L) { return L.Event == Name; }))
      return createStringError("event '" + Name + "' is there twice");
    Limits.push_back({Name.str(), *Increase});
  }
  return Limits;
}

Expected<CostFloor> CostFloor::parse(StringRef Text) {
  CostFloor Floor;
  for (StringRef Part : split(Text, ',')) {
    bool IsNamed = Part.contains('=');
    auto [Name, Number] = IsNamed ? Part.rsplit('=') : std::pair("", Part);
    Expected<CostAmount> Amount = CostAmount::parse(Number);
    if (!Amount)
      return Amount.takeError();
    if (IsNamed)
      Floor.Events.push_back({Name.trim().str(), *Amount});
    else
      Floor.All = *Amount;
  }
  return Floor;
}

const CostAmount &CostFloor::of(StringRef Event) const {
  for (const auto &[Name, Amount] : Events)
    if (Name == Event)
      return Amount;
  return All;
}
