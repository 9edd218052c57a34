//===- Finders.h - All finders of sites ------------------------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_FINDERS_H
#define UDPC_PASSES_SITES_FINDERS_H

#include "passes/sites/Site.h"

namespace udpc {

/// What a finder looks at, and what it adds to.
struct FinderInput {
  llvm::Module &M;
  const EventSpec &Spec;
  const Markers &Marks;
  MarkChoice Choice;
  SitePlan &Plan;
  EntryMatches &Matches;
};

/// Finds the sites of entries of exact fidelity in the front end's IR. Changes
/// nothing in the module.
void findSites(const FinderInput &Input);

/// Where the IR of entries of transparent fidelity needs probes, since machine
/// code does not show these places.
std::vector<ProbePoint> findProbes(const EventSpec &Spec, const Markers &Marks);

} // namespace udpc

#endif // UDPC_PASSES_SITES_FINDERS_H
