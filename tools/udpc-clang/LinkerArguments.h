//===- LinkerArguments.h - Parses arguments of the linker -------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKERARGUMENTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINKERARGUMENTS_H

#include "tools/udpc-clang/CommandLine.h"

namespace udpc {

/// Records the library \p Name of -l.
void readLibrary(llvm::StringRef Name, Request &R);

/// Records the relevant facts of an argument of the linker, by -Wl, or
/// -Xlinker.
void readLinkerArgument(llvm::StringRef Arg, Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKERARGUMENTS_H
