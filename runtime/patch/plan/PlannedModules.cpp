//===- PlannedModules.cpp - Loaded modules that have a plan ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/PlannedModules.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/TableOrigins.h"
#include "runtime/counts/Units.h"
#include "runtime/entry/KeepVectors.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/NearMemory.h"
#include "runtime/system/System.h"
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static constexpr uint32_t MaxModules = 1024;
static PlannedModule *Modules[MaxModules];
/// Incremented only after the new element is complete.
static uint32_t Count;
static Pool Memory;

uint32_t rt::numPlannedModules() {
  return __atomic_load_n(&Count, __ATOMIC_ACQUIRE);
}
PlannedModule &rt::plannedModule(uint32_t I) { return *Modules[I]; }

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

/// Returns the index in ByAddress of the first patch that begins at or after \p
/// Address of the file.
static uint32_t firstPatchFrom(const PlannedModule &M, uint64_t Address) {
  return partitionPoint(M.View.Header->NumPatches, [&](uint32_t I) {
    return M.patch(M.ByAddress[I]).Address < Address;
  });
}

/// Returns the patch that begins at \p Address of the file; null if there is
/// none.
static const plan::PatchRec *findPatch(const PlannedModule &M,
                                       uint64_t Address) {
  uint32_t I = firstPatchFrom(M, Address);
  if (I == M.View.Header->NumPatches)
    return nullptr;
  const plan::PatchRec &P = M.patch(M.ByAddress[I]);
  return P.Address == Address ? &P : nullptr;
}

bool rt::changesAny(const PlannedModule &M, uint64_t Address, uint64_t Size) {
  uint64_t First = Address < plan::MaxPatch ? 0 : Address - plan::MaxPatch + 1;
  for (uint32_t I = firstPatchFrom(M, First); I != M.View.Header->NumPatches;
       ++I) {
    const plan::PatchRec &P = M.patch(M.ByAddress[I]);
    if (P.Address >= Address + Size)
      return false;
    if (P.Address + P.Size > Address)
      return true;
  }
  return false;
}

static uintptr_t continuationIn(const PlannedModule &M, uint64_t Address) {
  auto Code = reinterpret_cast<uintptr_t>(M.Block);
  uint32_t I = M.View.firstMovedFrom(Address);
  if (I != M.View.Header->NumMoved && M.View.Moved[I].Address == Address)
    return Code + M.View.Moved[I].Code;
  const plan::PatchRec *P = findPatch(M, Address);
  if (!P)
    return 0;
  return P->Form == uint8_t(plan::PatchForm::Breakpoint) ? Code + P->Code
                                                         : M.address(*P);
}

uintptr_t rt::plannedContinuation(uintptr_t Address) {
  for (uint32_t I = 0, N = numPlannedModules(); I != N; ++I) {
    const PlannedModule &M = *Modules[I];
    if (!__atomic_load_n(&M.IsLive, __ATOMIC_ACQUIRE))
      continue;
    uint64_t InFile = Address - M.Bias;
    if (InFile < M.View.Header->Begin || InFile >= M.View.Header->End)
      continue;
    if (uintptr_t Found = continuationIn(M, InFile))
      return Found;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// The added code
//===----------------------------------------------------------------------===//

/// Copies the code and fills in its distances. False if one does not fit.
static bool writeCode(PlannedModule &M) {
  const PlanView &V = M.View;
  copyBytes(M.Block, V.Code, V.Header->CodeSize);
  for (uint32_t I = 0; I != V.Header->NumFixups; ++I) {
    const plan::FixupRec &F = V.Fixups[I];
    uintptr_t Base = F.Base == uint32_t(plan::FixupBase::Module)
                         ? M.Bias
                         : reinterpret_cast<uintptr_t>(M.record());
    uint8_t *At = M.Block + F.Offset;
    auto Distance = static_cast<int64_t>(Base + F.Target + F.Addend -
                                         reinterpret_cast<uintptr_t>(At));
    auto Field = static_cast<int32_t>(Distance);
    if (Field != Distance)
      return false;
    copyBytes(At, &Field, sizeof(Field));
  }
  return rawSyscall(SYS_mprotect, asLong(M.Block), M.CodeSpace,
                    PROT_READ | PROT_EXEC) == 0;
}

extern "C" void __udpc_cost_slots();

static void fillUnit(PlannedModule &M) {
  abi::Unit &U = *M.record();
  clearBytes(&U, sizeof(U));
  U.Version = abi::UnitVersion;
  U.NumSlots = M.View.Header->NumSlots;
  U.Table = M.View.Table;
  U.TableSize = M.View.Header->TableSize;
  U.Lowering = abi::UnitLowering::Instruction;
  // The code calls this function with a calling convention of its own.
#if defined(__x86_64__)
  initKeepVectors();
  auto Function = &__udpc_cost_slots;
  copyBytes(&U.FindSlots, &Function, sizeof(Function));
#endif
  U.EarlySlots = reinterpret_cast<uint64_t *>(&U + 1);
}

static bool mapBlock(PlannedModule &M) {
  size_t Page = pageSize();
  const plan::Header &H = *M.View.Header;
  M.CodeSpace = (H.CodeSize + Page - 1) & ~(Page - 1);
  M.BlockSize = M.CodeSpace + sizeof(abi::Unit) + 8 * size_t(H.NumSlots);
  M.BlockSize = (M.BlockSize + Page - 1) & ~(Page - 1);
  // Displacements count from the end of an instruction.
  constexpr uintptr_t Slack = 4096;
  M.Block = mapNear(M.Bias + H.Begin, M.Bias + H.End, M.BlockSize,
                    patchTarget()->JumpReach - Slack);
  return M.Block != nullptr;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static bool allocateState(PlannedModule &M) {
  const plan::Header &H = *M.View.Header;
  M.Patches = Memory.allocateArray<PlannedPatch>(H.NumPatches);
  M.ByAddress = Memory.allocateArray<uint32_t>(H.NumPatches);
  M.SiteOfSlot = Memory.allocateArray<uint32_t>(H.NumSlots);
  M.IsWanted = Memory.allocateArray<bool>(H.NumSlots);
  M.IsCounting = Memory.allocateArray<bool>(H.NumSlots);
  if (!M.Patches || !M.ByAddress || !M.SiteOfSlot || !M.IsWanted ||
      !M.IsCounting)
    return false;
  for (uint32_t I = 0; I != H.NumPatches; ++I)
    M.ByAddress[I] = I;
  sortArray(M.ByAddress, H.NumPatches, [&](uint32_t A, uint32_t B) {
    return M.patch(A).Address < M.patch(B).Address;
  });
  for (uint32_t I = 0; I != H.NumSlots; ++I)
    M.SiteOfSlot[I] = NoSite;
  TableView T;
  viewTable(M.View.Table, H.TableSize, T);
  for (uint32_t I = 0; I != T.Header->NumSites; ++I)
    for (uint32_t C = 0; C != T.Sites[I].NumCandidates; ++C)
      M.SiteOfSlot[T.Candidates[T.Sites[I].FirstCandidate + C].Value] = I;
  return true;
}

/// Sets the state of a module that has just been loaded.
static void resetState(PlannedModule &M) {
  const plan::Header &H = *M.View.Header;
  clearBytes(M.Patches, H.NumPatches * sizeof(*M.Patches));
  for (uint32_t I = 0; I != H.NumSlots; ++I) {
    M.IsWanted[I] = false;
    M.IsCounting[I] = true; // As in the plan's code.
  }
  M.FirstChanging = M.EndChanging = 0;
}

/// Returns a record of the same plan whose module has been unloaded.
static PlannedModule *findDead(const PlanView &View) {
  for (uint32_t I = 0; I != Count; ++I)
    if (!Modules[I]->IsLive && Modules[I]->View.Header == View.Header)
      return Modules[I];
  return nullptr;
}

static PlannedModule *warnOf(const PlanView &View, const char *Why) {
  warn("nothing is counted in ", View.Path, ": ", Why);
  return nullptr;
}

PlannedModule *rt::addPlannedModule(const PlanView &View, uintptr_t Bias) {
  PlannedModule *M = findDead(View);
  bool IsNew = !M;
  if (IsNew) {
    M = Count == MaxModules ? nullptr : Memory.allocateArray<PlannedModule>(1);
    if (M)
      M->View = View;
    if (!M || !allocateState(*M))
      return warnOf(View, "out of memory");
  }
  // No thread executes the old code, because no jump to it is left.
  if (!IsNew && M->Bias != Bias) {
    unmapMemory(M->Block, M->BlockSize);
    M->Block = nullptr;
  } else if (!IsNew) {
    rawSyscall(SYS_mprotect, asLong(M->Block), M->CodeSpace,
               PROT_READ | PROT_WRITE);
  }
  M->Bias = Bias;
  if (!M->Block && !mapBlock(*M))
    return warnOf(View, "there is no room for code near it");
  resetState(*M);
  fillUnit(*M);
  if (!writeCode(*M))
    return warnOf(View, "this system forbids code in memory, or it is too far");
  __atomic_store_n(&M->IsLive, true, __ATOMIC_RELEASE);
  if (IsNew) {
    Modules[Count] = M;
    __atomic_store_n(&Count, Count + 1, __ATOMIC_RELEASE);
  }
  return M;
}

/// The process in which a thread unmaps modules, or 0. In a child of fork() no
/// thread continues the unmapping.
static uint64_t HoldingPid;

void rt::holdPatches(bool Hold) { HoldingPid = Hold ? currentPid() : 0; }
bool rt::patchesAreHeld() { return HoldingPid && HoldingPid == currentPid(); }

void rt::removePlannedModule(PlannedModule &M) {
  findTableFiles();
  unregisterUnit(M.record());
  M.FirstChanging = M.EndChanging = 0;
  __atomic_store_n(&M.IsLive, false, __ATOMIC_RELEASE);
}
