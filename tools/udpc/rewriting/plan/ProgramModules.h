//===- ProgramModules.h - The modules of a program ------------ -*- C++ -*-===//
//
// Finds the files that `udpc run` and `udpc ctl add` plan sites in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REWRITING_PLAN_PROGRAMMODULES_H
#define UDPC_TOOLS_UDPC_REWRITING_PLAN_PROGRAMMODULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace udpc {

/// Returns the executable that `exec` of \p Program starts, looked up in PATH,
/// and the libraries that the dynamic linker loads with it, without symbolic
/// links and duplicates. For a script, returns those of its interpreter. Fails
/// with a remedy if a runtime cannot be preloaded because the program is static
/// or has more rights than its user.
llvm::Expected<std::vector<std::string>>
modulesOfProgram(llvm::StringRef Program);

/// Returns the files whose code the running process \p Pid has mapped.
llvm::Expected<std::vector<std::string>> modulesOfProcess(pid_t Pid);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REWRITING_PLAN_PROGRAMMODULES_H
