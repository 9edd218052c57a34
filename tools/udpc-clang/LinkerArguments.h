//===- LinkerArguments.h - Parses arguments of the linker -------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKERARGUMENTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINKERARGUMENTS_H

#include "tools/udpc-clang/CommandLine.h"

namespace udpc {

/// Records a flag of clang's that names libraries or folders of them, or is for
/// the linker. \p Value is the argument after it.
void readLinkFlag(llvm::StringRef Arg, llvm::StringRef Value, Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKERARGUMENTS_H
