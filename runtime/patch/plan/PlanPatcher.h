//===- PlanPatcher.h - Turns sites of plans on and off ----------*- C++ -*-===//
//
// A patch of a plan replaces one or several whole instructions by a jump to the
// added code, while threads may be executing them:
//
// 1. The first byte of each of the instructions becomes INT3; all cores
//    synchronise. A thread that executes one of them gets SIGTRAP, and
//    continues at the instruction's copy in the added code, which has the same
//    effect. From now on no thread arrives at an instruction except the first:
//    neither the program nor the copies jump to the others.
// 2. Threads that are already there are found (ThreadPlaces.h). A patch with a
//    thread inside keeps its INT3s, which have the effect of the jump, slowly,
//    until the patch is retried (PendingPatches.h).
// 3. The bytes after the first one change; all cores synchronise.
// 4. The first byte changes; all cores synchronise.
//
// A patch is undone by steps 1 (of the first instruction only), 3 and 4: no
// thread is ever inside a jump. A process with one thread needs no INT3.
//
// A site that is off, but whose patch serves others that are on, is skipped by
// a short jump of two bytes in the added code.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PLANPATCHER_H
#define UDPC_RUNTIME_PATCH_PLAN_PLANPATCHER_H

#include "runtime/modules/MapsLine.h"
#include "runtime/patch/plan/SiteFilter.h"

namespace udpc {
namespace rt {

/// Returns whether any loaded module has a plan.
bool havePlannedSites();

/// Marks the patches and slots whose state differs from \p IsOn. Returns their
/// number.
uint64_t choosePlanned(SiteFilter IsOn);
/// Extends Low..High by the changing patches in \p Map.
void widenByPlanned(const Mapping &Map, uintptr_t &Low, uintptr_t &High);
/// Changes the marked patches and slots. Their memory is writable
/// (CodeMemory.h), or \p CodeError returns the errno of the reason.
void changePlanned(PatchResult &Result,
                   int (*CodeError)(uintptr_t Address, size_t Size));

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANPATCHER_H
