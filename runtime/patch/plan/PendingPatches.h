//===- PendingPatches.h - When pending patches are tried again --*- C++ -*-===//
//
// A patch that a thread may be in keeps its INT3s (PlanPatcher.h). The
// runtime has no thread of its own that could try again later. So a thread that
// executes such INT3s does, and whoever executes a request.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PENDINGPATCHES_H
#define UDPC_RUNTIME_PATCH_PLAN_PENDINGPATCHES_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Notes that \p N sites count by INT3s after a change that has taken \p
/// Nanoseconds. Needs the StateLock.
void setPendingSites(uint64_t N, uint64_t Nanoseconds);
/// Their number. Needs no lock.
uint64_t pendingSites();

/// Called for each INT3 of a plan that a thread has executed. Whether that
/// thread should try again: if there were many since the last attempt, which
/// was long ago in comparison with its duration. Needs no lock.
bool shouldRetryPending();

/// Nanoseconds, monotonic.
uint64_t nowForPatches();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PENDINGPATCHES_H
