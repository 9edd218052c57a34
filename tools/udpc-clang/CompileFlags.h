//===- CompileFlags.h - Flags that make clang load the plugin ---*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_COMPILEFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_COMPILEFLAGS_H

#include "tools/udpc-clang/CommandLine.h"
#include "tools/udpc-clang/CommandPlan.h"

namespace udpc {

/// Appends what \p Plan, whose inputs are known, needs of a compilation.
/// \p Prefetches: prefetches are inserted or keys assigned.
void addCompileFlags(const Request &R, const CommandPlan &Plan, bool Prefetches,
                     const DriverContext &Context,
                     std::vector<std::string> &Args);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_COMPILEFLAGS_H
