//===- Stacks.h - Action count-by-stack -------------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_EVERY_STACKS_H
#define UDPC_RUNTIME_EVERY_STACKS_H

#include "runtime/every/Actions.h"
#include "runtime/perf/UserStack.h"

namespace udpc {
namespace rt {

/// The stack of \p O, whose first return address is the place.
UserStack stackOf(const Overflow &O);

/// Makes the table if an event has that action. Needs the StateLock.
void prepareStacks();
/// Counts the stack. Async-signal-safe.
void countStack(const Overflow &O);
/// Appends what has been counted since the last time to the log. Needs the
/// StateLock.
void writeStacks();
/// In the child after fork().
void clearStacks();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVERY_STACKS_H
