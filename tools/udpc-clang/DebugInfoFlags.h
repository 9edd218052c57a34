//===- DebugInfoFlags.h - Which debug info a build has ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

struct Request;

/// Records in \p R what \p Arg, a flag of clang, says of debug info, or of who
/// reads places while it compiles.
void readDebugInfoFlag(llvm::StringRef Arg, Request &R);

/// Whether clang adds debug info to objects.
bool hasDebugInfo(const Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H
