//===- Processes.h - Processes that udpc ctl is for -------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CTL_PROCESSES_H
#define UDPC_TOOLS_UDPC_CTL_PROCESSES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace udpc {

struct Process {
  pid_t Pid = 0;
  std::string
      Program; ///< As the kernel calls it; "" if that is not to be seen.

  /// "process 12 (app)".
  std::string name() const;
};

/// A field of /proc/<pid>/status, or "".
std::string statusField(pid_t Pid, llvm::StringRef Field);

bool hasEnded(const Process &P);

/// What the command line says of processes.
struct ProcessChoice {
  std::string Pid;  ///< A number, or "".
  std::string Name; ///< A glob for programs' names, or "".
  bool Descendants = false;
  bool isOne() const { return Name.empty() && !Descendants; }
};

/// The processes of \p Choice that there are now, by number. The error says
/// that there are none, or that the choice makes no sense.
llvm::Expected<std::vector<Process>> findProcesses(const ProcessChoice &Choice);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_PROCESSES_H
