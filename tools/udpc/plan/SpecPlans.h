//===- SpecPlans.h - Plan files for what a spec asks for --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PLAN_SPECPLANS_H
#define UDPC_TOOLS_UDPC_PLAN_SPECPLANS_H

#include "spec/EventSpec.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

struct PlanRequest {
  std::string SpecFile;
  /// The files of the program's code, and the globs that their names must
  /// match; none: all of them.
  std::vector<std::string> Modules, Only;
  /// Where the plan files go.
  std::string Folder;
  /// One line for each site that is not counted.
  bool NamesRefused = false;
};

struct PlanSummary {
  size_t NumSites = 0, NumModules = 0, NumRefused = 0;
};

/// Writes a plan file for each module that the spec has sites in. Reports on \p
/// OS what is not counted. Fails if there are no sites at all.
llvm::Expected<PlanSummary> writePlans(const PlanRequest &Request,
                                       llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PLAN_SPECPLANS_H
