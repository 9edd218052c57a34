//===- Finders.h - All finders of sites -------------------------*- C++ -*-===//
//
// The finders of sites (Site.h), and a function that runs them all. EventsPass
// calls it for each counting group.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_FINDERS_H
#define UDPC_PASSES_SITES_FINDERS_H

#include "passes/sites/Site.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

struct Markers;
struct ProbePoint;

/// Finds entries, returns and unwinds of functions.
void findFunctionSites(llvm::Module &M, const EventSpec &Spec, SitePlan &Plan,
                       EntryMatches &Matches);

/// Finds return statements, by the marker calls of the clang plugin.
void findReturnStatements(llvm::Module &M, const EventSpec &Spec,
                          const Markers &Marks, SitePlan &Plan,
                          EntryMatches &Matches);

/// Finds loops: their entry edges and back edges.
void findLoopSites(llvm::Module &M, const EventSpec &Spec, SitePlan &Plan,
                   EntryMatches &Matches);

/// Finds loops that only wait (SpinLoops.h), and loops that the source declares
/// to do so.
void findSpinSites(llvm::Module &M, const EventSpec &Spec, const Markers &Marks,
                   SitePlan &Plan, EntryMatches &Matches);

/// Finds marks.
void findMarkSites(const EventSpec &Spec, const Markers &Marks,
                   MarkChoice Choice, SitePlan &Plan, EntryMatches &Matches);

/// Whether \p Entry matches a mark with an amount.
bool meansAmounts(const SpecEntry &Entry, const Markers &Marks);

/// The insertion points of probes for the marks of a transparent \p Spec.
std::vector<ProbePoint> findMarkProbes(const EventSpec &Spec,
                                       const Markers &Marks);

/// The insertion points of probes for loops that the source declares as spin
/// loops.
std::vector<ProbePoint> findSpinProbes(const EventSpec &Spec,
                                       const Markers &Marks);

/// Emits a remark for each mark that no entry counts.
void explainUnchosenMarks(const EventSpec &Spec, const Markers &Marks);

/// Finds lines, from the front end's coverage records (CoverageRecords.h).
void findLineSites(llvm::Module &M, const EventSpec &Spec, SitePlan &Plan,
                   EntryMatches &Matches);

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
