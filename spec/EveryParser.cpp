//===- EveryParser.cpp - The keys of events with `every` ------------------===//

#include "spec/EveryParser.h"
#include "spec/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;

/// The largest period, and warm-up: their sum is still a signed number.
static constexpr uint64_t MaxPeriod = uint64_t(1) << 62;

/// Whether the phase of that name is random.
static std::optional<bool> phaseOf(StringRef Word) {
  return StringSwitch<std::optional<bool>>(Word)
      .Case("fixed", false)
      .Case("random", true)
      .Default(std::nullopt);
}

static std::string everyActionWords() {
  static constexpr StringLiteral Words[] = {
#define UDPC_EVERY_ACTION(Name, Number, Word, Help) Word,
#include "udpc/every_actions.inc"
  };
  return join(ArrayRef(Words).drop_back(), ", ") + " or " +
         Words[abi::NumEveryActions - 1].str();
}

/// The period of a counter that is as wide as \p N says: 0, never, for 64 bits,
/// which do not wrap in a lifetime.
static uint64_t periodOfBits(YamlReader &R, yaml::Node &N) {
  std::optional<uint64_t> Bits = R.number(N, 64, "a width, 8 to 64");
  if (!Bits || *Bits == 64)
    return 0;
  if (*Bits < 8) {
    R.addError(N,
               "'" + Twine(*Bits) + "' is too small a width; expected 8 to 64");
    return 0;
  }
  return uint64_t(1) << *Bits;
}

ArrayRef<StringRef> EveryItem::keys() {
  static constexpr StringRef Keys[] = {"every", "bits", "warmup", "phase",
                                       "action"};
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
  if (Name == "bits") {
    Bits = &Key;
    Rule.Period = periodOfBits(R, Value);
    return true;
  }
  if (Name == "warmup")
    Rule.Warmup =
        R.number(Value, MaxPeriod, "how many occurrences").value_or(0);
  else if (Name == "phase")
    Rule.HasRandomPhase =
        R.word(Value, "phase", "fixed or random", phaseOf).value_or(false);
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
  if (Every && Bits) {
    R.addError(*Bits, "'bits' and 'every' in one item; 'bits: 16' is 'every: "
                      "65536'");
    return false;
  }
  if (Part && !Every && !Bits) {
    R.addError(*Part, "'" + PartName + "' belongs to 'every' or 'bits'");
    return false;
  }
  return true;
}

void EveryItem::addTo(YamlReader &R, SpecEvent &Event,
                      unsigned SpecLine) const {
  yaml::Node *Given = Every ? Every : Bits;
  if (!Given)
    return;
  if (Event.Every && !(*Event.Every == Rule))
    return R.addError(*Given, "event '" + Event.Name +
                                  "' has another rule in line " +
                                  Twine(Event.EveryLine) +
                                  "; give 'every' and what belongs to it once");
  Event.Every = Rule;
  Event.EveryLine = SpecLine;
}

void udpc::checkEvery(YamlReader &R, const EventSpec &Spec) {
  for (const SpecEntry &E : Spec.Entries) {
    const SpecEvent &Event = Spec.Events[E.Event];
    if (!Event.Every)
      continue;
    if (E.Command == abi::SiteCommand::Dec)
      R.addError(E.SpecLine, 1,
                 "event '" + Event.Name +
                     "': an event with 'every' only counts up; give this "
                     "entry an event of its own, or leave 'every' out");
    if (E.OwnLowering == Lowering::Instruction ||
        E.OwnFidelity == Fidelity::Transparent)
      R.addError(E.SpecLine, 1,
                 "event '" + Event.Name +
                     "': instructions cannot see each N-th occurrence; write "
                     "lowering: inline or call, or leave 'every' out");
  }
}
