//===- CostPause.h - Costs that are not counted -----------------*- C++ -*-===//
//
// Implements udpc_costs_stop(). Generated code always counts. While costs are
// stopped, the counts of each thread are added to its baselines, which readers
// subtract: at the end of the pause and before each reading. Calls that are
// made meanwhile, and costs of other calls meanwhile, are ignored as well.
// Accesses and branches are still simulated, so that caches and predictors stay
// warm, but misses do not count.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_COSTPAUSE_H
#define UDPC_RUNTIME_COUNTS_COSTPAUSE_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// Stop and start counting costs; no effect if that is the state already.
void stopCosts();
void startCosts();
bool costsAreStopped();

/// Excludes the counts so far if costs are stopped. To be called before the
/// costs of all threads, or of \p T, are read.
void excludeStoppedCosts();
void excludeStoppedCosts(ThreadRecord &T);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_COSTPAUSE_H
