//===- PlannedModules.h - Loaded modules that have a plan -------*- C++ -*-===//
//
// Each loaded module for which there is a plan (udpc/plan.h), with the code
// that the plan adds, in memory near the module, and the state of its patches.
// Records are never freed, and neither is the added code, so that the SIGTRAP
// handler can look up an address at any time.
//
// All functions need the StateLock unless stated otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_PLANNEDMODULES_H
#define UDPC_RUNTIME_PATCH_PLAN_PLANNEDMODULES_H

#include "runtime/patch/plan/PlanView.h"

namespace udpc {
namespace rt {

/// The state of a patch. Other threads may set IsOccupied.
struct PlannedPatch {
  /// Applied: it leads to the added code.
  bool IsOn;
  /// A breakpoint is where each of its instructions begins, which leads to the
  /// added code as well: a thread was inside when it was to be applied.
  bool IsPending;
  bool IsChanging;
  /// An earlier patch of its group is pending.
  bool IsBlocked;
  /// A thread is at one of its instructions, except the first.
  bool IsOccupied;
};

struct PlannedModule {
  PlanView View;
  /// What is added to the addresses of the file.
  uintptr_t Bias;
  /// The added code, and after CodeSpace bytes the data.
  uint8_t *Block;
  size_t CodeSpace, BlockSize;
  uint32_t Unit; ///< UnitRecord::Id.
  /// By number of the patch in the plan.
  PlannedPatch *Patches;
  /// The numbers of the patches by address.
  uint32_t *ByAddress;
  /// By slot: the number of the site in the table, or none.
  uint32_t *SiteOfSlot;
  /// By slot: its site is to be on; its counting points are on.
  bool *IsWanted, *IsCounting;
  bool IsLive;
  /// The range that contains the patches that are changing.
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

/// Needs no lock.
uint32_t numPlannedModules();
PlannedModule &plannedModule(uint32_t I);

/// Where a thread continues that has executed a breakpoint at \p Address: 0 if
/// there can be none of ours; \p Address itself, if the breakpoint is about to
/// disappear. Needs no lock.
uintptr_t plannedContinuation(uintptr_t Address);

/// Code of the dynamic linker that the runtime itself has changed: patches of
/// plans leave it alone. Needs no lock.
struct OwnJump {
  uintptr_t Address;
  size_t Size;
};
extern OwnJump LoaderJump;

/// Whether a patch of \p M is in the \p Size bytes at \p Address of the file.
bool changesAny(const PlannedModule &M, uint64_t Address, uint64_t Size);

/// Adds the code of \p View near the module that is loaded with \p Bias. Its
/// unit is filled in, but not registered. Null, after a warning, if that is not
/// possible.
PlannedModule *addPlannedModule(const PlanView &View, uintptr_t Bias);
/// While the dynamic linker unmaps modules, without saying which, code of
/// planned modules must not change: patches are left for when it is done. Need
/// the StateLock.
void holdPatches(bool Hold);
bool patchesAreHeld();
/// The module has been unloaded.
void removePlannedModule(PlannedModule &M);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_PLANNEDMODULES_H
