//===- PlanSites.cpp - Plans for udpc run and udpc ctl --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventText.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/process/SitePlanner.h"
#include "tools/udpc/rewriting/plan/ProgramModules.h"
#include "tools/udpc/rewriting/plan/SpecPlans.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error planSites(const SitePlanRequest &Request) {
  std::string Spec = Request.SpecFile;
  if (!Request.Events.empty())
    if (Error E = specOfEvents(Request.Events, SpecUse::Binary).moveInto(Spec))
      return E;
  Expected<std::vector<std::string>> Modules =
      Request.Program.empty() ? modulesOfProcess(Request.Pid)
                              : modulesOfProgram(Request.Program);
  if (!Modules)
    return createStringError((Request.Program.empty() ? "" : "--spec: ") +
                             toString(Modules.takeError()));
  Modules->insert(Modules->end(), Request.Also.begin(), Request.Also.end());
  return writePlans({std::move(Spec), std::move(*Modules), Request.Only,
                     Request.Folder, Request.NamesRefused},
                    errs())
      .takeError();
}

static Provides Planner(PlanSites, planSites);
