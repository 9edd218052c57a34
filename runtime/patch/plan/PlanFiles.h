//===- PlanFiles.h - The plans that the runtime was given -------*- C++ -*-===//
//
// Maps the plan files of `udpc run --spec` and `udpc ctl add`. All functions
// need the StateLock unless stated otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PLANFILES_H
#define UDPC_RUNTIME_PATCH_PLAN_PLANFILES_H

#include "runtime/patch/plan/PlanView.h"

namespace udpc {
namespace rt {

/// A plan file, which stays mapped because sites and tables are in it.
struct PlanFile {
  PlanView View;
  PlanFile *Next;
};

/// Returns the list of plans, which only grows at its front. Needs no lock.
PlanFile *firstPlan();

/// Maps the plans in \p Folder. Warns of each plan that cannot be used. Returns
/// the number of plans, or -errno if the folder cannot be read.
int readPlans(const char *Folder);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANFILES_H
