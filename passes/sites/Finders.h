//===- Finders.h - All finders of sites ------------------------*- C++ -*-===//
//
// Runs all finders of sites (Site.h). EventsPass calls them for each counting
// group.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_FINDERS_H
#define UDPC_PASSES_SITES_FINDERS_H

#include "passes/sites/Site.h"

namespace udpc {

/// The input and output of a finder.
struct FinderInput {
  llvm::Module &M;
  const EventSpec &Spec;
  const Markers &Marks;
  MarkChoice Choice;
  SitePlan &Plan;
  EntryMatches &Matches;
};

/// Finds the sites of entries of exact fidelity in the front end's IR. Does not
/// change the module.
void findSites(const FinderInput &Input);

/// The places in the IR that need probes for entries of transparent fidelity,
/// since machine code does not show them.
std::vector<ProbePoint> findProbes(const EventSpec &Spec, const Markers &Marks);

} // namespace udpc

#endif // UDPC_PASSES_SITES_FINDERS_H
