//===- PlanFile.h - Plans for the runtime -----------------------*- C++ -*-===//
//
// Encodes what has been planned for a file as a plan file (udpc/plan.h), which
// the runtime applies in memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_PLAN_PLANFILE_H
#define UDPC_REWRITE_PLAN_PLANFILE_H

#include "rewrite/plan/ModulePlan.h"

namespace udpc {

/// The identity on disk of the file that a plan is for.
struct PlannedFile {
  std::string Path;
  uint64_t Size = 0;
  int64_t Time = 0; ///< Modification time, in nanoseconds since 1970.
};

/// Whether \p Path, by its file name, is the C library or the dynamic linker.
/// Some of their code runs with all signals blocked, so they cannot have
/// breakpoints and are patched only at the start.
bool runsWithSignalsBlocked(llvm::StringRef Path);

/// Returns the bytes of the plan file. Fails if \p Plan exceeds the format's
/// limits.
llvm::Expected<std::vector<uint8_t>>
encodePlan(const ModulePlan &Plan, const llvm::object::ELFObjectFileBase &File,
           const PlannedFile &Identity);

} // namespace udpc

#endif // UDPC_REWRITE_PLAN_PLANFILE_H
