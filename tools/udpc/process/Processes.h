//===- Processes.h - Finds processes ----------------------------*- C++ -*-===//
//
// Selects the processes that `udpc ctl`, `watch` and `record` ask.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_PROCESSES_H
#define UDPC_TOOLS_UDPC_PROCESS_PROCESSES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace udpc {

/// A process of this machine.
struct Process {
  pid_t Pid = 0;
  std::string Program; ///< The kernel's name; "" if it is not accessible.

  /// Returns "process 12 (app)".
  std::string name() const;
};

/// Returns a field of /proc/<pid>/status, or "".
std::string statusField(pid_t Pid, llvm::StringRef Field);

bool hasEnded(const Process &P);

/// The processes that the command line selects.
struct ProcessChoice {
  std::string Pid;  ///< A number, or "".
  std::string Name; ///< A glob for programs' names, or "".
  bool Descendants = false;
  bool isOne() const { return Name.empty() && !Descendants; }
};

/// Returns the current processes of \p Choice, sorted. Fails if there are none,
/// or if the choice is invalid.
llvm::Expected<std::vector<Process>> findProcesses(const ProcessChoice &Choice);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_PROCESSES_H
