//===- DebugInfoFlags.h - Which debug info a build has ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

struct Request;

/// Records in \p R the effect of \p Arg, a flag of clang's driver or front end,
/// on debug info, and whether it makes the compiler itself report places.
void readDebugInfoFlag(llvm::StringRef Arg, Request &R);

/// Whether the user's flags make clang emit debug info.
bool hasDebugInfo(const Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H
