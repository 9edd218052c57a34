//===- PlanPatcher.h - Turns sites of plans on and off ----------*- C++ -*-===//
//
// A patch of a plan replaces one or several whole instructions by a jump to the
// added code, while threads may be executing them:
//
// 1. The first byte of each of the instructions becomes INT3; all cores
//    synchronise. A thread that executes one of them gets SIGTRAP, and
//    continues at the instruction's copy in the added code, which has the same
//    effect. From now on no thread arrives at an instruction except the first:
//    nothing in the program jumps there, and the copies do not either.
// 2. Threads that are already there are found (ThreadPlaces.h). The patch that
//    they are in keeps its INT3s, which have the effect of the jump, slowly,
//    until it is tried again (PendingPatches.h).
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
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PLANPATCHER_H
#define UDPC_RUNTIME_PATCH_PLAN_PLANPATCHER_H

#include "runtime/modules/MapsLine.h"
#include "runtime/patch/plan/SiteFilter.h"

namespace udpc {
namespace rt {

/// Whether any loaded module has a plan.
bool havePlannedSites();

/// Marks what differs from \p IsOn. Returns the number of patches and of slots
/// that are to change.
uint64_t choosePlanned(SiteFilter IsOn);
/// Extends Low..High by the patches that change and are in \p Map.
void widenByPlanned(const Mapping &Map, uintptr_t &Low, uintptr_t &High);
/// Changes them; their memory is writable (CodeMemory.h), or \p CodeError says
/// why not.
void changePlanned(PatchResult &Result,
                   int (*CodeError)(uintptr_t Address, size_t Size));

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANPATCHER_H
