//===- CountingGroup.h - Entries that are counted in one way ----*- C++ -*-===//
//
// The entries of a spec with one lowering and one fidelity, and their sites.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_COUNTINGGROUP_H
#define UDPC_PASSES_LOWERING_COUNTINGGROUP_H

#include "passes/sites/Site.h"

namespace udpc {

/// Entries of a spec with the same counting mode, and their sites.
struct CountingGroup {
  CountingGroup(EventSpec Spec, Lowering SiteLowering, Fidelity SiteFidelity,
                MarkChoice Choice, std::optional<unsigned> EveryEvent)
      : Spec(std::move(Spec)), SiteLowering(SiteLowering),
        SiteFidelity(SiteFidelity), Choice(Choice), EveryEvent(EveryEvent),
        Plan(SiteLowering == Lowering::Instruction || EveryEvent
                 ? SlotSharing::PerSite
                 : SlotSharing::PerPlace),
        Matches(this->Spec) {}
  CountingGroup(const CountingGroup &) = delete; // Sites refer to entries.

  EventSpec Spec;        ///< All events, and the group's entries.
  Lowering SiteLowering; ///< Not Auto.
  Fidelity SiteFidelity;
  MarkChoice Choice;
  /// The only event of the group's entries, which has `every`.
  std::optional<unsigned> EveryEvent;
  SitePlan Plan;
  EntryMatches Matches;
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_COUNTINGGROUP_H
