//===- LiveCosts.h - Costs that a running program reads ---------*- C++ -*-===//
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_LIVECOSTS_H
#define UDPC_RUNTIME_COSTS_LIVECOSTS_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// The costs of one thread, or of all if \p Only is null, in all units. A value
/// that profiles would set to 0 is negative here, so the difference of two
/// readings is exact. False without memory.
bool readCosts(const ThreadRecord *Only, LineCosts &Out);

/// A bit for each CostEvent that the loaded code counts; 0 if none of it is
/// profiled.
uint32_t countedEvents();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_LIVECOSTS_H
