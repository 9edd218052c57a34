//===- LinkFlags.h - Flags that link the runtime ----------------*- C++ -*-===//
//
// Used by CommandPlan.cpp for every command that links.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_LINKFLAGS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

/// If the command links, appends the linker's arguments to \p Args, adds the
/// libraries that it will find to the inputs of \p R, and completes \p Plan,
/// whose inputs are chosen. \p Prefetches says whether prefetches are inserted
/// or keys assigned. Fails with a usage error if the request cannot be linked.
llvm::Error planLink(Request &R, const DriverContext &Context, bool Prefetches,
                     CommandPlan &Plan, std::vector<std::string> &Args);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKFLAGS_H
