//===- PatchChange.h - Changes the code of patches --------------*- C++ -*-===//
//
// The steps of PlanPatcher.h for a round of patches that change together. All
// functions need the StateLock; the code is writable.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// Index among the patches of its group: changes with the same index are made
  /// together.
  uint32_t Round;
  bool On;

  const plan::PatchRec &rec() const { return Module->patch(Patch); }
  PlannedPatch &state() const { return Module->Patches[Patch]; }
  uintptr_t address() const { return Module->address(rec()); }
  /// Returns whether the patch leads to a pending patch and takes no
  /// instructions, so that there is no code to continue at.
  bool isSkipped() const {
    return state().IsBlocked && !takesInstructions(rec());
  }
};

/// Writes the bytes of \p P when it is on to \p Out.
void newBytes(const PlannedModule &M, const plan::PatchRec &P, uint8_t *Out);

/// Finds the threads that are in patches of [First, End), the changes of all
/// rounds, and marks these patches as occupied. A patch that a thread may be in
/// gets INT3s first, unless the process has one thread.
void findThreadsOf(Change *First, Change *End, bool Alone);

/// Makes the changes [First, End), or leaves INT3s in patches that are
/// occupied.
void changeRound(Change *First, Change *End);
/// Makes the changes in a process with one thread: nothing else executes the
/// code, and this thread does not return to it before it is complete.
void changeRoundAlone(Change *First, Change *End);

/// Records the result of \p C.
void finish(const Change &C);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PATCHCHANGE_H
