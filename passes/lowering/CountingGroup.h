//===- CountingGroup.h - Entries that are counted in one way ----*- C++ -*-===//
//
// A group is the entries of a spec that share one lowering and one fidelity,
// with their sites. Each group is lowered to one unit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_COUNTINGGROUP_H
#define UDPC_PASSES_LOWERING_COUNTINGGROUP_H

#include "passes/sites/Site.h"

namespace udpc {

/// A group of entries with the same counting mode, and their sites.
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
