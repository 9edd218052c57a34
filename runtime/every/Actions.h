//===- Actions.h - What happens on an N-th occurrence ----------*- C++ -*-===//

#ifndef UDPC_RUNTIME_EVERY_ACTIONS_H
#define UDPC_RUNTIME_EVERY_ACTIONS_H

#include "runtime/counts/EveryEvents.h"

namespace udpc {
namespace rt {

/// An occurrence with which the calling thread has passed multiples of the
/// period.
struct Overflow {
  EveryEvent &Event;
  abi::EveryWords &Words;
  EverySettings Settings;
  uint64_t Count;  ///< Of the event in this thread.
  uint64_t Passed; ///< How many multiples; more than 1 if some were missed.
  SiteFrame Code;
};

/// Runs the action. Not called again on this thread for the same event
/// meanwhile.
void runAction(const Overflow &O);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVERY_ACTIONS_H
