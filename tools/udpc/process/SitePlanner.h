//===- SitePlanner.h - Sites in code as it is -------------------*- C++ -*-===//
//
// What `udpc run --spec` and `udpc ctl add` ask of the component rewriting,
// which plans sites in compiled modules.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_SITEPLANNER_H
#define UDPC_TOOLS_UDPC_PROCESS_SITEPLANNER_H

#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace udpc {

struct SitePlanRequest {
  /// The spec, or events without one, as in spec/EventText.h.
  std::string SpecFile;
  std::vector<std::string> Events;
  /// The program that will be started; "" for the running process \p Pid.
  std::string Program;
  pid_t Pid = 0;
  /// More files of the program's code, and globs that the names of files must
  /// match; without globs all match.
  std::vector<std::string> Also, Only;
  /// Folder for the plan files.
  std::string Folder;
  /// Whether to report each site that is not counted in a line of its own.
  bool NamesRefused = false;
};

/// Writes the plans. Reports on standard error what is not counted. Fails if no
/// site can be counted. Null in programs without the component rewriting.
extern llvm::Error (*PlanSites)(const SitePlanRequest &Request);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_SITEPLANNER_H
