//===- CallRecording.h - Interface of recorded calls ------------*- C++ -*-===//
//
// Calls with their inclusive costs, as the rest of the runtime uses them.
// Implemented in runtime/calls. All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_CALLRECORDING_H
#define UDPC_RUNTIME_INTERFACES_CALLRECORDING_H

#include "udpc/calls.h"

namespace udpc {
namespace rt {

struct ThreadRecord;

/// Returns the record by which the code of \p U, if it records calls, finds the
/// state of its thread; null otherwise.
inline abi::LibraryCalls *libraryCallsOf(const abi::Unit &U) {
  return U.Simulation && !U.Simulation->Access
             ? reinterpret_cast<abi::LibraryCalls *>(U.Simulation)
             : nullptr;
}
/// Returns the distance of __udpc_calls from the thread pointer, the same in
/// all threads.
int64_t callStateDistance();

/// Returns a CallsRec with the number of records that visitCalls passes
/// afterwards.
abi::CallsRec countCalls();
/// Returns how many calls were not recorded for lack of room.
uint64_t numCallsNotRecorded();
/// Returns how many calls of functions in a context are in no context, beyond
/// `max_contexts`.
uint64_t numCallsBeyondContexts();
/// Calls \p Each with the records; functions that are being executed have their
/// costs so far. Unit numbers, and indices that refer to them, are the
/// runtime's.
void visitCalls(void (*Each)(const abi::CallRec &, void *), void *Data);

/// Called on the thread \p T before it ends.
void leaveCalls(ThreadRecord &T);
/// Releases the calls of \p T.
void releaseCalls(ThreadRecord &T);
/// Resets all counts to 0, also the costs so far of functions that are being
/// executed.
void resetCalls();
/// Stops counting costs of calls.
void stopCalls();
/// Excludes the costs that were recorded since stopCalls().
void excludeStoppedCalls();
/// Called when the module with the records of \p U is closed: another module
/// may have other records at their addresses.
void closeCalls(const abi::Unit &U);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_CALLRECORDING_H
