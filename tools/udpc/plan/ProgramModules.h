//===- ProgramModules.h - The files that a program's code is in -*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PLAN_PROGRAMMODULES_H
#define UDPC_TOOLS_UDPC_PLAN_PROGRAMMODULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/types.h>
#include <vector>

namespace udpc {

/// The executable that `exec` of \p Program starts, looked up in PATH, and the
/// libraries that the dynamic linker loads with it, as files without symbolic
/// links, each once. Of a script, those of its interpreter. Fails with what to
/// do if a runtime cannot be preloaded: it is static, or has more rights than
/// its user.
llvm::Expected<std::vector<std::string>>
modulesOfProgram(llvm::StringRef Program);

/// The files whose code the running process \p Pid has mapped.
llvm::Expected<std::vector<std::string>> modulesOfProcess(pid_t Pid);

/// Whether the kernel starts \p Path with more rights than the user's.
bool isPrivilegedProgram(llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PLAN_PROGRAMMODULES_H
