//===- LinkFlags.h - Flags that link the runtime ----------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_LINKFLAGS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

/// If the command links, appends what the linker needs to \p Args, adds the
/// libraries that it will find to the inputs of \p R, and completes \p Plan,
/// whose inputs are known. \p Prefetches: prefetches are inserted or keys
/// assigned. Fails, with a usage error, if what is asked for cannot be linked.
llvm::Error planLink(Request &R, const DriverContext &Context, bool Prefetches,
                     CommandPlan &Plan, std::vector<std::string> &Args);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKFLAGS_H
