//===- Actions.h - Actions on an N-th occurrence ----------------*- C++ -*-===//
//
// Runs the action of an event with `every` on the calling thread: a handler, a
// signal, or an entry in the log.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVERY_ACTIONS_H
#define UDPC_RUNTIME_EVERY_ACTIONS_H

#include "runtime/counts/EveryEvents.h"

namespace udpc {
namespace rt {

/// An occurrence on which the calling thread has passed multiples of the
/// period.
struct Overflow {
  EveryEvent &Event;
  abi::EveryWords &Words;
  EverySettings Settings;
  uint64_t Count;  ///< Count of the event in this thread.
  uint64_t Passed; ///< Number of multiples; above 1 if some were missed.
  SiteFrame Code;
};

/// Runs the action. Not called again on this thread for the same event during
/// the action.
void runAction(const Overflow &O);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVERY_ACTIONS_H
