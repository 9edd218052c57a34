//===- PlannedModules.h - Loaded modules that have a plan -------*- C++ -*-===//
//
// Stores each loaded module for which there is a plan (udpc/plan.h), with the
// code that the plan adds, in memory near the module, and the state of its
// patches. Records and added code are never freed, so that the SIGTRAP handler
// can look up an address at any time.
//
// All functions need the StateLock unless stated otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PLANNEDMODULES_H
#define UDPC_RUNTIME_PATCH_PLAN_PLANNEDMODULES_H

#include "runtime/patch/plan/PlanView.h"

namespace udpc {
namespace rt {

/// The state of a patch. Other threads may set IsOccupied.
struct PlannedPatch {
  /// The patch is applied: it leads to the added code.
  bool IsOn;
  /// Each instruction of the patch begins with a breakpoint, which also leads
  /// to the added code, because a thread was inside when the patch was to be
  /// applied.
  bool IsPending;
  bool IsChanging;
  /// An earlier patch of the group is pending.
  bool IsBlocked;
  /// A thread is at one of the patch's instructions, except the first.
  bool IsOccupied;
};

/// A loaded module with a plan.
struct PlannedModule {
  PlanView View;
  /// Difference of addresses in memory and in the file.
  uintptr_t Bias;
  /// The added code, followed at CodeSpace by the data.
  uint8_t *Block;
  size_t CodeSpace, BlockSize;
  uint32_t Unit; ///< UnitRecord::Id.
  /// States of the patches, in the plan's order.
  PlannedPatch *Patches;
  /// Indices of the patches, sorted by address.
  uint32_t *ByAddress;
  /// For each slot: the index of its site in the table, or NoSite.
  uint32_t *SiteOfSlot;
  /// For each slot: whether its site is to be on, and whether its counting
  /// points are on.
  bool *IsWanted, *IsCounting;
  bool IsLive;
  /// The range of addresses that contains the changing patches.
  uintptr_t FirstChanging, EndChanging;

  const plan::PatchRec &patch(uint32_t I) const { return View.Patches[I]; }
  uintptr_t address(const plan::PatchRec &P) const {
    return Bias + uintptr_t(P.Address);
  }
  abi::Unit *record() const {
    return reinterpret_cast<abi::Unit *>(Block + CodeSpace);
  }
};
constexpr uint32_t NoSite = 0xffffffff;

/// Need no lock.
uint32_t numPlannedModules();
PlannedModule &plannedModule(uint32_t I);

/// Returns where a thread continues that has executed a breakpoint at \p
/// Address. 0: the breakpoint cannot be ours; \p Address itself: the breakpoint
/// is about to disappear. Needs no lock.
uintptr_t plannedContinuation(uintptr_t Address);

/// Code of the dynamic linker that the runtime itself has changed, and that
/// patches of plans leave alone. Needs no lock.
struct OwnJump {
  uintptr_t Address;
  size_t Size;
};
extern OwnJump LoaderJump;

/// Returns whether a patch of \p M is in the \p Size bytes at \p Address of the
/// file.
bool changesAny(const PlannedModule &M, uint64_t Address, uint64_t Size);

/// Adds the code of \p View near the module that is loaded with \p Bias. Its
/// unit is filled in, but not registered. Null, after a warning, if that is
/// impossible.
PlannedModule *addPlannedModule(const PlanView &View, uintptr_t Bias);
/// Prevent changes of planned modules' code while the dynamic linker unmaps
/// modules, because it does not say which ones: patches change when it has
/// finished. Need the StateLock.
void holdPatches(bool Hold);
bool patchesAreHeld();
/// Removes a module that has been unloaded.
void removePlannedModule(PlannedModule &M);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANNEDMODULES_H
