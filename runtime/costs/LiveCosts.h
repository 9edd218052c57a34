//===- LiveCosts.h - Costs that a running program reads ---------*- C++ -*-===//
//
// Computes the costs for udpc_costs_read() without a dump (SlotWeights.h). All
// functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_LIVECOSTS_H
#define UDPC_RUNTIME_COSTS_LIVECOSTS_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// Sums the costs of one thread, or of all threads if \p Only is null, in all
/// units. A value that profiles would set to 0 is negative here, so the
/// difference of two readings is exact. False if out of memory.
bool readCosts(const ThreadRecord *Only, LineCosts &Out);

/// Returns the set of CostEvents, as bits, that the loaded code counts; 0 if
/// none of it is profiled.
uint32_t countedEvents();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_LIVECOSTS_H
