//===- RecordedCalls.h - The calls of a cache profile -----------*- C++ -*-===//
//
// Adds recorded calls to a call graph. Used by CostGraph::of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_COSTS_RECORDEDCALLS_H
#define UDPC_PROFDATA_COSTS_RECORDEDCALLS_H

#include "profdata/costs/CostGraph.h"

namespace udpc {

/// Adds the calls that \p Profile has recorded to \p Graph, whose events are \p
/// Shown (abi::CostEvent), and finishes the graph. Functions without a profile
/// are in the module "", and their calls cost nothing.
void addRecordedCalls(const CacheProfile &Profile, const CostOptions &O,
                      llvm::ArrayRef<unsigned> Shown, CostGraph &Graph);

} // namespace udpc

#endif // UDPC_PROFDATA_COSTS_RECORDEDCALLS_H
