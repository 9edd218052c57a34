//===- Stacks.h - Action count-by-stack -------------------------*- C++ -*-===//
//
// Counts the stacks of occurrences, and writes them to the log.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVERY_STACKS_H
#define UDPC_RUNTIME_EVERY_STACKS_H

#include "runtime/every/Actions.h"
#include "runtime/perf/UserStack.h"

namespace udpc {
namespace rt {

/// Returns the stack of \p O, whose first address is the place that counted.
UserStack stackOf(const Overflow &O);

/// Creates the table if an event has that action. Needs the StateLock.
void prepareStacks();
/// Counts the stack of \p O. Async-signal-safe.
void countStack(const Overflow &O);
/// Appends the counts since the last call to the log. Needs the StateLock.
void writeStacks();
/// Called in the child after fork().
void clearStacks();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVERY_STACKS_H
