//===- SpecPlans.h - Writes plan files for a spec ------------- -*- C++ -*-===//
//
// Plans the sites of a spec in compiled modules, for `udpc run --spec` and
// `udpc ctl add`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REWRITING_PLAN_SPECPLANS_H
#define UDPC_TOOLS_UDPC_REWRITING_PLAN_SPECPLANS_H

#include "spec/EventSpec.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Inputs and options of writePlans.
struct PlanRequest {
  std::string SpecFile;
  /// The files of the program's code, and globs that their names must match;
  /// without globs all match.
  std::vector<std::string> Modules, Only;
  /// Folder for the plan files.
  std::string Folder;
  /// Whether to report each site that is not counted in a line of its own.
  bool NamesRefused = false;
};

struct PlanSummary {
  size_t NumSites = 0, NumModules = 0, NumRefused = 0;
};

/// Writes a plan file for each module that has sites of the spec. Reports on \p
/// OS what is not counted. Fails if there are no sites at all.
llvm::Expected<PlanSummary> writePlans(const PlanRequest &Request,
                                       llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REWRITING_PLAN_SPECPLANS_H
