//===- DebugInfoFlags.h - Debug info of a build --------------- -*- C++ -*-===//
//
// Determines from the user's flags whether clang emits debug info.
// CompileFlags.cpp adds what udpc needs beyond it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H
#define UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

struct Request;

/// Records in \p R the effect of \p Arg, a flag of clang's driver or front end,
/// on debug info, and whether it makes the compiler report source locations.
void readDebugInfoFlag(llvm::StringRef Arg, Request &R);

/// Returns whether the user's flags make clang emit debug info.
bool hasDebugInfo(const Request &R);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_DEBUGINFOFLAGS_H
