//===- RewrittenCode.h - Whether BOLT has moved a module's code -*- C++ -*-===//
//
// BOLT leaves a module's code where it was, where records of instructions refer
// to, and adds a copy, which runs, without the instructions: they are NOPs.
//
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
