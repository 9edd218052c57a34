//===- Program.h - Programs that commands start -----------------*- C++ -*-===//
//
// Runs the user's program for `udpc run`, `record`, `baseline` and `check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_PROGRAM_H
#define UDPC_TOOLS_UDPC_PROCESS_PROGRAM_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// Where a program's standard output goes.
enum class ProgramOutput { Inherited, StandardError };

/// Starts the program \p Words, which is looked up in PATH, with the
/// environment of this process, in \p Folder, or where this process is. This
/// process then ignores SIGINT and SIGQUIT: a terminal sends them to both, and
/// the program decides their effect.
llvm::Expected<pid_t>
startProgram(std::vector<std::string> Words,
             ProgramOutput Output = ProgramOutput::Inherited,
             const std::string &Folder = "");

/// Waits for the end of \p Child. Returns its exit status by the convention of
/// shells.
llvm::Expected<int> exitStatusOf(pid_t Child);

/// Returns whether the kernel starts \p Path with more rights than the user's.
bool isPrivilegedProgram(llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_PROGRAM_H
