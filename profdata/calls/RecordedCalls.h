//===- RecordedCalls.h - The calls of a cache profile -----------*- C++ -*-===//
//
// Adds recorded calls to a call graph. Used by CallGraph::of.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALLS_RECORDEDCALLS_H
#define UDPC_PROFDATA_CALLS_RECORDEDCALLS_H

#include "profdata/calls/CallGraph.h"

namespace udpc {

/// Adds the calls that \p Profile has recorded to \p Graph, whose events are \p
/// Shown (abi::CostEvent), and finishes the graph. Functions without a profile
/// are in the module "", and their calls cost nothing.
void addRecordedCalls(const CacheProfile &Profile,
                      const CachegrindFile::Options &O,
                      llvm::ArrayRef<unsigned> Shown, CallGraph &Graph);

} // namespace udpc

#endif // UDPC_PROFDATA_CALLS_RECORDEDCALLS_H
