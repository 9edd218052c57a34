//===- Program.h - Programs that commands start -----------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_PROGRAM_H
#define UDPC_TOOLS_UDPC_PROCESS_PROGRAM_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// Starts the program \p Words, which is looked up in PATH, with the
/// environment of this process. From then on this process ignores SIGINT and
/// SIGQUIT: a terminal sends them to both, and the program decides what they
/// do.
llvm::Expected<pid_t> startProgram(std::vector<std::string> Words);

/// Waits for its end. Returns its exit status as shells have it.
llvm::Expected<int> exitStatusOf(pid_t Child);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_PROGRAM_H
