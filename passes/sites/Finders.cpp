//===- Finders.cpp - All finders of sites ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/Finders.h"
#include "ir/Probes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

/// The finders, in the order in which sites of the same place are listed.
static void (*const Finders[])(const FinderInput &) = {
    [](const FinderInput &I) {
      findFunctionSites(I.M, I.Spec, I.Plan, I.Matches);
    },
    [](const FinderInput &I) {
      findReturnStatements(I.M, I.Spec, I.Marks, I.Plan, I.Matches);
    },
    [](const FinderInput &I) { findLoopSites(I.M, I.Spec, I.Plan, I.Matches); },
    [](const FinderInput &I) {
      findSpinSites(I.M, I.Spec, I.Marks, I.Plan, I.Matches);
    },
    [](const FinderInput &I) {
      findMarkSites(I.Spec, I.Marks, I.Choice, I.Plan, I.Matches);
    },
    [](const FinderInput &I) { findLineSites(I.M, I.Spec, I.Plan, I.Matches); },
};

static std::vector<ProbePoint> (*const ProbeFinders[])(const EventSpec &,
                                                       const Markers &) = {
    findMarkProbes,
    findSpinProbes,
};

void udpc::findSites(const FinderInput &Input) {
  for (auto Find : Finders)
    Find(Input);
}

std::vector<ProbePoint> udpc::findProbes(const EventSpec &Spec,
                                         const Markers &Marks) {
  std::vector<ProbePoint> Points;
  for (auto Find : ProbeFinders)
    append_range(Points, Find(Spec, Marks));
  return Points;
}
