//===- RewrittenCode.h - Detects code rewritten by BOLT ---------*- C++ -*-===//
//
// BOLT leaves a module's code at its place, to which the records of
// instructions refer, and adds a copy, which is executed instead. In the copy
// the instructions are NOPs, so events would silently count nothing.
// SiteRegistry warns of such modules.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_REWRITTENCODE_H
#define UDPC_RUNTIME_PATCH_REWRITTENCODE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Warns, once in a process, if the code at \p Address is in a module that BOLT
/// has rewritten. Reads the module's file only if it has several executable
/// segments.
void warnIfRewritten(uintptr_t Address);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_REWRITTENCODE_H
