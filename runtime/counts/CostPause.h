//===- CostPause.h - Costs that are not counted -----------------*- C++ -*-===//
//
// Generated code counts always. While the program does not want its costs,
// what each thread counts is added to its baselines, which readers subtract, at
// the end and before anything is read. Calls that are made meanwhile, and what
// others cost meanwhile, are left out as well. Accesses and branches are still
// simulated, so that caches and predictors are warm, but misses do not count.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_COSTPAUSE_H
#define UDPC_RUNTIME_COUNTS_COSTPAUSE_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

/// Neither has an effect if that is so already.
void stopCosts();
void startCosts();
bool costsAreStopped();

/// Leaves out what has been counted so far, if costs are stopped: to be called
/// before the costs of all threads, or of \p T, are read.
void excludeStoppedCosts();
void excludeStoppedCosts(ThreadRecord &T);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_COSTPAUSE_H
