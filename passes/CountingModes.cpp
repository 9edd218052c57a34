//===- CountingModes.cpp - How the entries of a spec are counted ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/CountingModes.h"
#include "ir/Markers.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/sites/Finders.h"
#include "passes/target/TargetDescription.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

cl::OptionCategory &udpc::eventsCategory() {
  static cl::OptionCategory Category("udpc events");
  return Category;
}

static cl::opt<Lowering> LoweringOption(
    "udpc-lowering", cl::desc("The code at a site"), cl::init(Lowering::Auto),
    cl::values(clEnumValN(Lowering::Auto, "auto",
                          "as the spec says, or the "
                          "best that is possible"),
               clEnumValN(Lowering::Inline, "inline",
                          "one thread-local increment"),
               clEnumValN(Lowering::Call, "call", "a call of the runtime"),
               clEnumValN(Lowering::Instruction, "instruction",
                          "one udpc instruction")),
    cl::cat(eventsCategory()));

static cl::opt<Fidelity> FidelityOption(
    "udpc-fidelity", cl::desc("What a site counts"), cl::init(Fidelity::Exact),
    cl::values(clEnumValN(Fidelity::Exact, "exact",
                          "each execution in the source"),
               clEnumValN(Fidelity::Transparent, "transparent",
                          "what the machine executes of a program that is "
                          "otherwise as without counting")),
    cl::cat(eventsCategory()));

namespace {

/// How an entry is counted, as decided by spec, options and target.
struct CountingMode {
  Lowering SiteLowering;
  Fidelity SiteFidelity;
  /// Whether this counts the marks with amounts of an entry with lowering
  /// `instruction`.
  bool IsForAmounts = false;
  /// The entry's event, if that has `every`.
  std::optional<unsigned> EveryEvent = std::nullopt;

  bool operator<(const CountingMode &O) const {
    return std::tie(SiteLowering, SiteFidelity, IsForAmounts, EveryEvent) <
           std::tie(O.SiteLowering, O.SiteFidelity, O.IsForAmounts,
                    O.EveryEvent);
  }

  MarkChoice marks() const {
    return IsForAmounts                            ? MarkChoice::WithAmount
           : SiteLowering == Lowering::Instruction ? MarkChoice::WithoutAmount
                                                   : MarkChoice::All;
  }
};

} // namespace

/// The counting mode of \p Entry. The command line overrides the spec, an entry
/// the defaults. If the target has no udpc instruction, \p Target is null and a
/// call is used instead (RT0877).
static CountingMode countingModeOf(const Module &M, const EventSpec &Spec,
                                   const SpecEntry &Entry,
                                   const TargetDescription *Target,
                                   std::string &WithoutInstruction) {
  CountingMode Mode = {Spec.loweringOf(Entry), Spec.fidelityOf(Entry)};
  if (Spec.Events[Entry.Event].Every)
    Mode.EveryEvent = Entry.Event;
  if (LoweringOption.getNumOccurrences())
    Mode.SiteLowering = LoweringOption;
  // An entry's own fidelity is kept: not every kind can be transparent.
  if (FidelityOption.getNumOccurrences() && !Entry.OwnFidelity &&
      Entry.canBeTransparent())
    Mode.SiteFidelity = FidelityOption;
  if (Mode.SiteFidelity == Fidelity::Transparent) {
    if (Mode.SiteLowering == Lowering::Inline ||
        Mode.SiteLowering == Lowering::Call)
      Mode.SiteFidelity = Fidelity::Exact;
    else
      Mode.SiteLowering = Lowering::Instruction;
  }
  if (Mode.SiteLowering == Lowering::Instruction && !Target) {
    WithoutInstruction = Spec.Events[Entry.Event].Name;
    Mode.SiteLowering = Lowering::Call;
    Mode.SiteFidelity = Fidelity::Exact;
  }
  if (Mode.SiteLowering == Lowering::Auto)
    Mode.SiteLowering = Lowering::Inline;
  if (Mode.SiteLowering == Lowering::Inline && !canCountInline(M))
    Mode.SiteLowering = Lowering::Call;
  return Mode;
}

Error udpc::makeCountingGroups(Module &M, EventSpec &Spec, const Markers &Marks,
                               const TargetDescription *Target,
                               std::deque<CountingGroup> &Groups) {
  std::map<CountingMode, std::set<unsigned>> Modes;
  std::set<unsigned> Numbered;
  std::string WithoutInstruction;
  for (const SpecEntry &E : Spec.Entries) {
    CountingMode Mode = countingModeOf(M, Spec, E, Target, WithoutInstruction);
    Modes[Mode].insert(E.Number);
    if (Mode.SiteLowering != Lowering::Instruction)
      continue;
    Numbered.insert(E.Event);
    // An instruction counts 1: amounts need other code, in a unit of its own.
    if (Mode.SiteFidelity == Fidelity::Exact && meansAmounts(E, Marks))
      Modes[{canCountInline(M) ? Lowering::Inline : Lowering::Call,
             Fidelity::Exact, /*IsForAmounts=*/true, Mode.EveryEvent}]
          .insert(E.Number);
  }
  if (!WithoutInstruction.empty())
    M.getContext().diagnose(DiagnosticInfoGeneric(
        Spec.File + ": event '" + WithoutInstruction +
            "' needs an instruction, which " +
            M.getTargetTriple().getArchName() +
            " does not have; counting by calls of the runtime",
        DS_Warning));
  if (Error E = Spec.assignCounters([&](const CountedEvent &E) {
        return Numbered.count(&E - Spec.Events.data()) != 0;
      }))
    return E;
  for (const auto &Pair : Modes)
    Groups.emplace_back(Spec.withEntries([&](const SpecEntry &E) {
      return Pair.second.count(E.Number) != 0;
    }),
                        Pair.first.SiteLowering, Pair.first.SiteFidelity,
                        Pair.first.marks(), Pair.first.EveryEvent);
  // A spec without entries makes a unit nevertheless, so that its profile lists
  // the events.
  if (Groups.empty())
    Groups.emplace_back(Spec,
                        canCountInline(M) ? Lowering::Inline : Lowering::Call,
                        Fidelity::Exact, MarkChoice::All, std::nullopt);
  return Error::success();
}
