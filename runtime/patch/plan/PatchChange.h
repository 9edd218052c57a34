//===- PatchChange.h - Changes the code of patches --------------*- C++ -*-===//
//
// The steps of PlanPatcher.h for a round: patches that change together. All
// functions need the StateLock; the code is writable.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PATCHCHANGE_H
#define UDPC_RUNTIME_PATCH_PLAN_PATCHCHANGE_H

#include "runtime/patch/plan/PlannedModules.h"

namespace udpc {
namespace rt {

/// A patch that changes.
struct Change {
  PlannedModule *Module;
  uint32_t Patch;
  /// Its place among those of its group: changes of one round are made
  /// together.
  uint32_t Round;
  bool On;

  const plan::PatchRec &rec() const { return Module->patch(Patch); }
  PlannedPatch &state() const { return Module->Patches[Patch]; }
  uintptr_t address() const { return Module->address(rec()); }
  /// Leads to a patch that is pending, and nothing is known to do instead.
  bool isSkipped() const {
    return state().IsBlocked && !takesInstructions(rec());
  }
};

/// Writes the bytes of \p P when it is on to \p Out.
void newBytes(const PlannedModule &M, const plan::PatchRec &P, uint8_t *Out);

/// Finds the threads that are in patches of [First, End), the changes of all
/// rounds: these patches are occupied. A patch that a thread may be in gets
/// INT3s first, unless the process has one thread.
void findThreadsOf(Change *First, Change *End, bool Alone);

/// Makes the changes [First, End), or leaves INT3s where the patch is occupied.
void changeRound(Change *First, Change *End);
/// The same in a process with one thread: nothing else executes the code, and
/// this thread does not return into it before it is complete.
void changeRoundAlone(Change *First, Change *End);

/// Records what has become of \p C.
void finish(const Change &C);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PATCHCHANGE_H
