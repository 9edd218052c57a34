//===- CallRecording.h - Interface of recorded calls ------------*- C++ -*-===//
//
// Calls with their inclusive costs, as the rest of the runtime uses them
// (runtime/calls). All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_CALLRECORDING_H
#define UDPC_RUNTIME_INTERFACES_CALLRECORDING_H

#include "udpc/calls.h"

namespace udpc {
namespace rt {

struct ThreadRecord;

/// What the code of \p U needs to record calls, if it finds the state of its
/// thread there; null otherwise.
inline abi::LibraryCalls *libraryCallsOf(const abi::Unit &U) {
  return U.Simulation && !U.Simulation->Access
             ? reinterpret_cast<abi::LibraryCalls *>(U.Simulation)
             : nullptr;
}
/// The distance of __udpc_calls from the thread pointer, the same in all
/// threads.
int64_t callStateDistance();

/// CallsRec, with the number of records that visitCalls then passes.
abi::CallsRec countCalls();
/// How many calls there was no room for.
uint64_t numCallsNotRecorded();
/// How many calls of functions in a context are in none, for more than
/// `max_contexts`.
uint64_t numCallsBeyondContexts();
/// Calls \p Each with the records; those of functions that are being executed
/// have their costs so far. Unit numbers are the runtime's, and so is what
/// refers to them.
void visitCalls(void (*Each)(const abi::CallRec &, void *), void *Data);

/// Called on the thread \p T, which ends.
void leaveCalls(ThreadRecord &T);
/// Releases the calls of \p T.
void releaseCalls(ThreadRecord &T);
/// Sets all counts to 0. Functions that are being executed cost nothing so far.
void resetCalls();
/// Costs are stopped from now on.
void stopCalls();
/// Leaves out what has been recorded since.
void excludeStoppedCalls();
/// The module that holds the records of \p U is closed: another one may have
/// other records there.
void closeCalls(const abi::Unit &U);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_CALLRECORDING_H
