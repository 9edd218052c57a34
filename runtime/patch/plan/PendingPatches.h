//===- PendingPatches.h - Retries pending patches ---------------*- C++ -*-===//
//
// A patch that a thread may be in keeps its INT3s (PlanPatcher.h). The runtime
// has no thread of its own to retry later. So threads retry that execute such
// INT3s, or that execute a request of `udpc ctl`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PENDINGPATCHES_H
#define UDPC_RUNTIME_PATCH_PLAN_PENDINGPATCHES_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Records that \p N sites count by INT3s after a change that took \p
/// Nanoseconds. Needs the StateLock.
void setPendingSites(uint64_t N, uint64_t Nanoseconds);
/// Returns the number of sites that count by INT3s. Needs no lock.
uint64_t pendingSites();

/// Called for each INT3 of a plan that a thread has executed. Returns whether
/// the thread should retry: there were many INT3s since the last attempt, which
/// was long ago in comparison with its duration. Needs no lock.
bool shouldRetryPending();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PENDINGPATCHES_H
