//===- ModuleWatch.cpp - Applies plans to loaded modules ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/ModuleWatch.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/Units.h"
#include "runtime/modules/Executable.h"
#include "runtime/patch/plan/PlanFiles.h"
#include "runtime/patch/plan/PlannedModules.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/CodeBarrier.h"
#include "runtime/system/NearMemory.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

// Static executables have no dynamic linker.
#pragma weak _r_debug

static PlanActions Actions;
OwnJump rt::LoaderJump;

//===----------------------------------------------------------------------===//
// Plans of modules
//===----------------------------------------------------------------------===//

static NoteContent findBuildId(const dl_phdr_info &Info) {
  NoteContent Id = {};
  for (unsigned I = 0; I != Info.dlpi_phnum && !Id.Bytes; ++I)
    Id = findNote("GNU", NT_GNU_BUILD_ID, Info.dlpi_phdr[I], Info.dlpi_addr);
  return Id;
}

static bool isSameFile(const dl_phdr_info &Info, const plan::Header &H) {
  const char *Path = *Info.dlpi_name ? Info.dlpi_name : "/proc/self/exe";
  struct stat Status;
  return !rawSyscall(SYS_newfstatat, AT_FDCWD, asLong(Path), asLong(&Status),
                     0) &&
         uint64_t(Status.st_size) == H.ModuleSize &&
         int64_t(Status.st_mtim.tv_sec) * 1000000000 + Status.st_mtim.tv_nsec ==
             H.ModuleTime;
}

/// Returns whether the loaded segments have the range that the plan is for.
static bool hasSameRange(const dl_phdr_info &Info, const plan::Header &H) {
  uint64_t Begin = UINT64_MAX, End = 0;
  for (unsigned I = 0; I != Info.dlpi_phnum; ++I) {
    const ElfW(Phdr) &P = Info.dlpi_phdr[I];
    if (P.p_type != PT_LOAD)
      continue;
    Begin = P.p_vaddr < Begin ? P.p_vaddr : Begin;
    End = P.p_vaddr + P.p_memsz > End ? P.p_vaddr + P.p_memsz : End;
  }
  return Begin == H.Begin && End == H.End;
}

static bool isFor(const PlanView &View, const dl_phdr_info &Info,
                  const NoteContent &Id) {
  const plan::Header &H = *View.Header;
  if (H.BuildIdSize != Id.Size || !hasSameRange(Info, H))
    return false;
  return Id.Size ? sameBytes(Id.Bytes, View.BuildId, Id.Size)
                 : isSameFile(Info, H);
}

//===----------------------------------------------------------------------===//
// The loaded modules
//===----------------------------------------------------------------------===//

namespace {
/// A loaded module and a plan for it.
struct Match {
  const PlanView *View;
  uintptr_t Bias;
};
/// The loaded modules with plans. They are found without the StateLock:
/// dl_iterate_phdr takes a lock that a thread may hold while it waits for the
/// StateLock.
struct Matches {
  Match *Found;
  size_t N, Max;
};
} // namespace

static int visitModule(dl_phdr_info *Info, size_t, void *Data) {
  auto &All = *static_cast<Matches *>(Data);
  NoteContent Id = findBuildId(*Info);
  for (const PlanFile *P = firstPlan(); P; P = P->Next)
    if (All.N != All.Max && isFor(P->View, *Info, Id))
      All.Found[All.N++] = {&P->View, uintptr_t(Info->dlpi_addr)};
  return 0;
}

static PlannedModule *findLive(const Match &M) {
  for (uint32_t I = 0; I != numPlannedModules(); ++I) {
    PlannedModule &P = plannedModule(I);
    if (P.IsLive && P.View.Header == M.View->Header && P.Bias == M.Bias)
      return &P;
  }
  return nullptr;
}

/// Returns whether another plan of the same module changes some of the same
/// bytes.
static bool overlapsOther(const Match &New) {
  for (uint32_t I = 0; I != numPlannedModules(); ++I) {
    const PlannedModule &M = plannedModule(I);
    if (!M.IsLive || M.Bias != New.Bias ||
        M.View.Header->Begin != New.View->Header->Begin)
      continue;
    for (uint32_t P = 0; P != New.View->Header->NumPatches; ++P)
      if (changesAny(M, New.View->Patches[P].Address,
                     New.View->Patches[P].Size))
        return true;
  }
  return false;
}

static void removeUnloaded(const Matches &All) {
  for (uint32_t I = 0; I != numPlannedModules(); ++I) {
    PlannedModule &M = plannedModule(I);
    bool Found = false;
    for (size_t J = 0; J != All.N; ++J)
      Found |= All.Found[J].View->Header == M.View.Header &&
               All.Found[J].Bias == M.Bias;
    if (M.IsLive && !Found)
      removePlannedModule(M);
  }
}

static uint64_t addLoaded(const Matches &All) {
  uint64_t Sites = 0;
  for (size_t I = 0; I != All.N; ++I) {
    const Match &New = All.Found[I];
    if (findLive(New))
      continue;
    if (overlapsOther(New)) {
      warn("the plan for ", New.View->Path,
           " is not used: another one changes some of the same instructions");
      continue;
    }
    PlannedModule *M = addPlannedModule(*New.View, New.Bias);
    if (!M)
      continue;
    abi::Unit *U = M->record();
    Actions.RegisterUnits(&U, &U + 1);
    if (!U->Runtime) {
      removePlannedModule(*M);
      continue;
    }
    M->Unit = unitNumber(U);
    unit(M->Unit).Module = New.View->Path;
    Sites += unit(M->Unit).View.Header->NumSites;
  }
  return Sites;
}

/// Updates the planned modules. Returns the number of sites added to the
/// process.
static uint64_t modulesChanged(bool WereHeld = false) {
  Matches All = {nullptr, 0, 4096};
  size_t Bytes = All.Max * sizeof(Match);
  All.Found = static_cast<Match *>(mapMemory(Bytes));
  if (!All.Found)
    return 0;
  dl_iterate_phdr(visitModule, &All);
  uint64_t Sites = 0;
  {
    StateLock Lock;
    if (Lock.held() && ownsCounts()) {
      removeUnloaded(All);
      if (WereHeld)
        holdPatches(false);
      Sites = addLoaded(All);
      if (Sites || WereHeld)
        Actions.ApplySwitches();
    }
  }
  unmapMemory(All.Found, Bytes);
  return Sites;
}

//===----------------------------------------------------------------------===//
// The dynamic linker's function
//===----------------------------------------------------------------------===//

/// Called instead of the dynamic linker's function.
static void loaderCalls() {
  // The dynamic linker holds its lock from the first of these calls to the
  // last.
  if (_r_debug.r_state == r_debug::RT_DELETE) {
    StateLock Lock;
    if (Lock.held())
      holdPatches(true);
    return;
  }
  if (_r_debug.r_state != r_debug::RT_CONSISTENT)
    return;
  bool WereHeld;
  {
    StateLock Lock;
    WereHeld = Lock.held() && patchesAreHeld();
  }
  modulesChanged(WereHeld);
}

/// Returns whether the bytes after the function that a jump needs are NOPs or
/// INT3.
static bool isPadding(const uint8_t *Code) {
  static const uint8_t Nops[][4] = {
      {0x66, 0x66, 0x2e, 0x0f}, {0x66, 0x2e, 0x0f, 0x1f},
      {0x90, 0x90, 0x90, 0x90}, {0xcc, 0xcc, 0xcc, 0xcc},
      {0x0f, 0x1f, 0x40, 0x00}, {0x0f, 0x1f, 0x80, 0x00},
      {0x0f, 0x1f, 0x84, 0x00}, {0x0f, 0x1f, 0x44, 0x00}};
  for (const auto &Nop : Nops)
    if (sameBytes(Code, Nop, sizeof(Nop)))
      return true;
  return false;
}

/// Writes `jmp *0(%rip)` and the address of \p Function to \p Stub.
static bool writeStub(uint8_t *Stub, void (*Function)()) {
  static const uint8_t Jump[] = {0xff, 0x25, 0, 0, 0, 0};
  copyBytes(Stub, Jump, sizeof(Jump));
  copyBytes(Stub + sizeof(Jump), &Function, sizeof(Function));
  return rawSyscall(SYS_mprotect, asLong(Stub), pageSize(),
                    PROT_READ | PROT_EXEC) == 0;
}

/// Replaces \p Ret, the function's only instruction, by a jump to \p Stub. The
/// bytes after it are not executed, so they change first.
static bool writeJump(uint8_t *Ret, const uint8_t *Stub) {
  size_t Page = pageSize();
  uintptr_t First = reinterpret_cast<uintptr_t>(Ret) & ~(Page - 1);
  if (rawSyscall(SYS_mprotect, First, 2 * Page,
                 PROT_READ | PROT_WRITE | PROT_EXEC))
    return false;
  LoaderJump = {reinterpret_cast<uintptr_t>(Ret), 5};
  auto Distance = static_cast<int32_t>(Stub - (Ret + 5));
  copyBytes(Ret + 1, &Distance, sizeof(Distance));
  codeBarrier();
  __atomic_store_n(Ret, uint8_t(0xe9), __ATOMIC_RELEASE);
  codeBarrier();
  rawSyscall(SYS_mprotect, First, 2 * Page, PROT_READ | PROT_EXEC);
  return true;
}

static bool watchLoader() {
  static const uint8_t EndBranch[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (!&_r_debug || !_r_debug.r_brk || prepareBarriers())
    return false;
  auto *Ret = reinterpret_cast<uint8_t *>(_r_debug.r_brk);
  if (sameBytes(Ret, EndBranch, sizeof(EndBranch)))
    Ret += sizeof(EndBranch);
  if (*Ret != 0xc3 || !isPadding(Ret + 1))
    return false;
  auto At = reinterpret_cast<uintptr_t>(Ret);
  uint8_t *Stub = mapNear(At, At, pageSize(), patchTarget()->JumpReach);
  return Stub && writeStub(Stub, loaderCalls) && writeJump(Ret, Stub);
}

void rt::setPlanActions(const PlanActions &What) { Actions = What; }

long rt::usePlans(const char *Folder) {
  if (!patchTarget())
    return -ENOTSUP;
  {
    StateLock Lock;
    if (!Lock.held())
      return -EAGAIN;
    int Read = readPlans(Folder);
    if (Read < 0)
      return Read;
    static bool IsWatching, WarnedOfLoader;
    IsWatching = IsWatching || watchLoader();
    if (!IsWatching && !WarnedOfLoader)
      warn("libraries that are loaded later are not counted: the dynamic "
           "linker is not known");
    WarnedOfLoader = true;
  }
  return long(modulesChanged());
}
