//===- RecordedCalls.h - The calls of a cache profile -----------*- C++ -*-===//

#ifndef UDPC_PROFDATA_CALLS_RECORDEDCALLS_H
#define UDPC_PROFDATA_CALLS_RECORDEDCALLS_H

#include "profdata/calls/CallGraph.h"

namespace udpc {

/// Adds the calls that \p Profile has recorded to \p Graph, and finishes it. Its
/// events are \p Shown (abi::CostEvent). Functions that have no profile are in the module "",
/// and their calls cost nothing.
void addRecordedCalls(const CacheProfile &Profile,
                      const CachegrindFile::Options &O,
                      llvm::ArrayRef<unsigned> Shown, CallGraph &Graph);

} // namespace udpc

#endif // UDPC_PROFDATA_CALLS_RECORDEDCALLS_H
