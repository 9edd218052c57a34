//===- CompileFlags.h - Flags that make clang load the plugin ---*- C++ -*-===//
//
// Used by CommandPlan.cpp for every command that compiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_COMPILEFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_COMPILEFLAGS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

/// Appends the flags that \p Plan, whose inputs are chosen, needs in a
/// compilation. \p Prefetches says whether prefetches are inserted or keys
/// assigned.
void addCompileFlags(const Request &R, const CommandPlan &Plan, bool Prefetches,
                     const DriverContext &Context,
                     std::vector<std::string> &Args);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_COMPILEFLAGS_H
