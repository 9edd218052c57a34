//===- PlanFile.h - Plans for the runtime -----------------------*- C++ -*-===//
//
// Encodes what has been planned for a file as a plan file (udpc/plan.h), which
// the runtime applies in memory.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_PLANFILE_H
#define UDPC_REWRITE_PLAN_PLANFILE_H

#include "rewrite/plan/ModulePlan.h"

namespace udpc {

/// The file that a plan is for, as it is on disk.
struct PlannedFile {
  std::string Path;
  uint64_t Size = 0;
  int64_t Time = 0; ///< When it was changed: nanoseconds since 1970.
};

/// Whether the file \p Path, by its name, is the C library or the dynamic
/// linker. Some of their code runs with all signals blocked, so they can have
/// no breakpoints and are patched at the start only.
bool runsWithSignalsBlocked(llvm::StringRef Path);

/// The bytes of the plan file. Fails if \p Plan is larger than one can be.
llvm::Expected<std::vector<uint8_t>>
encodePlan(const ModulePlan &Plan, const llvm::object::ELFObjectFileBase &File,
           const PlannedFile &Identity);

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_PLANFILE_H
