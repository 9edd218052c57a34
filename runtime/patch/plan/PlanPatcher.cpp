//===- PlanPatcher.cpp - Turns sites of plans on and off ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/PlanPatcher.h"
#include "runtime/base/Bytes.h"
#include "runtime/patch/plan/PatchChange.h"
#include "runtime/patch/plan/PendingPatches.h"
#include "runtime/system/Clock.h"
#include "runtime/system/CodeBarrier.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static constexpr uint8_t ShortJump = 0xeb;

template <typename Function> static void forEachLive(Function Action) {
  for (uint32_t I = 0; I != numPlannedModules(); ++I)
    if (PlannedModule &M = plannedModule(I); M.IsLive)
      Action(M);
}

bool rt::havePlannedSites() {
  bool Any = false;
  forEachLive([&](PlannedModule &) { Any = true; });
  return Any;
}

//===----------------------------------------------------------------------===//
// Choice of changes
//===----------------------------------------------------------------------===//

/// Returns whether a patch is never undone, because a thread may be inside its
/// jump.
static bool stays(const PlannedModule &M, const plan::PatchRec &P) {
  return P.Form == uint8_t(plan::PatchForm::Island) ||
         P.Flags & plan::HostsIsland ||
         M.View.Header->Flags & plan::PatchAtStart;
}

static void chooseSlots(PlannedModule &M, SiteFilter IsOn) {
  const UnitRecord &U = unit(M.Unit);
  for (uint32_t S = 0; S != M.View.Header->NumSlots; ++S) {
    uint32_t Site = M.SiteOfSlot[S];
    M.IsWanted[S] = Site != NoSite && Site < U.View.Header->NumSites &&
                    IsOn(U, U.View.Sites[Site].Event,
                         U.View.Sites[Site].Command, /*IsHot=*/false);
  }
}

/// Returns the end of the group that begins with patch \p First.
static uint32_t endOfGroup(const PlannedModule &M, uint32_t First) {
  uint32_t End = First + 1;
  while (End != M.View.Header->NumPatches &&
         M.patch(End).Group == M.patch(First).Group)
    ++End;
  return End;
}

static bool isGroupWanted(const PlannedModule &M, uint32_t First,
                          uint32_t End) {
  if (M.View.Header->Flags & plan::PatchAtStart)
    return true;
  for (uint32_t I = First; I != End; ++I)
    for (uint32_t S = 0; S != M.patch(I).NumSlots; ++S)
      if (M.IsWanted[M.View.PatchSlots[M.patch(I).FirstSlot + S]])
        return true;
  return false;
}

static bool isLoaderJump(const PlannedModule &M, const plan::PatchRec &P) {
  return M.address(P) < LoaderJump.Address + LoaderJump.Size &&
         LoaderJump.Address < M.address(P) + P.Size;
}

static bool changes(const PlannedModule &M, uint32_t I, bool On) {
  const PlannedPatch &State = M.Patches[I];
  if (isLoaderJump(M, M.patch(I)))
    return false;
  if (On)
    return !State.IsOn;
  return (State.IsOn || State.IsPending) && !stays(M, M.patch(I));
}

uint64_t rt::choosePlanned(SiteFilter IsOn) {
  uint64_t N = 0;
  bool AreHeld = patchesAreHeld();
  forEachLive([&](PlannedModule &M) {
    M.FirstChanging = UINTPTR_MAX;
    M.EndChanging = 0;
    chooseSlots(M, IsOn);
    for (uint32_t S = 0; S != M.View.Header->NumSlots; ++S)
      N += M.IsWanted[S] != M.IsCounting[S];
    for (uint32_t I = 0, End; I != M.View.Header->NumPatches; I = End) {
      End = endOfGroup(M, I);
      bool On = isGroupWanted(M, I, End);
      for (uint32_t P = I; P != End; ++P) {
        M.Patches[P].IsChanging = !AreHeld && changes(M, P, On);
        if (!M.Patches[P].IsChanging)
          continue;
        ++N;
        uintptr_t Begin = M.address(M.patch(P));
        uintptr_t After = Begin + M.patch(P).Size;
        M.FirstChanging = Begin < M.FirstChanging ? Begin : M.FirstChanging;
        M.EndChanging = After > M.EndChanging ? After : M.EndChanging;
      }
    }
  });
  return N;
}

void rt::widenByPlanned(const Mapping &Map, uintptr_t &Low, uintptr_t &High) {
  forEachLive([&](PlannedModule &M) {
    uintptr_t First = M.FirstChanging > Map.Start ? M.FirstChanging : Map.Start;
    uintptr_t End = M.EndChanging < Map.End ? M.EndChanging : Map.End;
    if (First >= End)
      return;
    Low = First < Low ? First : Low;
    High = End > High ? End : High;
  });
}

//===----------------------------------------------------------------------===//
// Checks of changes
//===----------------------------------------------------------------------===//

static bool WarnedOfBytes, WarnedOfThreads;

/// Returns whether \p P is an island in the bytes of another patch that is
/// applied, if only by INT3s.
static bool isHosted(const PlannedModule &M, const plan::PatchRec &P) {
  for (const plan::PatchRec *Host = &P; Host != M.View.Patches; --Host)
    if (Host[-1].Group != P.Group)
      return false;
    else if (Host[-1].Flags & plan::HostsIsland)
      return M.Patches[Host - 1 - M.View.Patches].IsOn ||
             M.Patches[Host - 1 - M.View.Patches].IsPending;
  return false;
}

/// Returns whether the patch's bytes are as expected before the change.
static bool isAsExpected(const Change &C) {
  const PlannedModule &M = *C.Module;
  const plan::PatchRec &P = C.rec();
  // The INT3s of a pending patch, and of the host of an island, are ours.
  if (C.state().IsPending || isHosted(M, P))
    return true;
  uint8_t Code[plan::MaxPatch];
  if (C.On)
    copyBytes(Code, M.View.oldBytes(P), P.Size);
  else
    newBytes(M, P, Code);
  return sameBytes(reinterpret_cast<const void *>(C.address()), Code, P.Size);
}

/// Returns an errno if the change is impossible, otherwise 0.
static int check(const Change &C, bool Alone,
                 int (*CodeError)(uintptr_t Address, size_t Size)) {
  if (int Error = CodeError(C.address(), C.rec().Size))
    return Error; // closeCode warns.
  if (C.Module->View.Header->Flags & plan::PatchAtStart && !Alone) {
    if (!WarnedOfThreads)
      warn("sites of ", C.Module->View.Path,
           " are not counted: its code can only be changed while the process "
           "has one thread");
    WarnedOfThreads = true;
    return EBUSY;
  }
  if (isAsExpected(C))
    return 0;
  if (!WarnedOfBytes)
    warn("the code at ", Hex{C.address()}, " of ", C.Module->View.Path,
         " is not that of the file; events that are counted there are "
         "incomplete");
  WarnedOfBytes = true;
  return EINVAL;
}

/// Appends the changes of the group of patches [First, End) of \p M, unless one
/// of them is impossible.
static Change *addGroup(PlannedModule &M, uint32_t First, uint32_t End,
                        bool Alone, Change *Out, PatchResult &Result,
                        int (*CodeError)(uintptr_t Address, size_t Size)) {
  bool On = isGroupWanted(M, First, End);
  Change *At = Out;
  int Error = 0;
  for (uint32_t I = First; I != End; ++I) {
    if (!M.Patches[I].IsChanging)
      continue;
    *At = {&M, I, On ? I - First : End - 1 - I, On};
    Error = Error ? Error : check(*At, Alone, CodeError);
    ++At;
  }
  if (!Error)
    return At;
  for (uint32_t I = First; I != End; ++I)
    M.Patches[I].IsChanging = false;
  Result.Failed += At - Out;
  Result.Error = Result.Error ? Result.Error : Error;
  return Out;
}

//===----------------------------------------------------------------------===//
// Counting points
//===----------------------------------------------------------------------===//

static void writeSwitch(PlannedModule &M, const plan::CountRec &C, bool On) {
  uint8_t Code[2] = {ShortJump, uint8_t(C.Skip)};
  if (On)
    copyBytes(Code, M.View.Code + C.Switch, sizeof(Code));
  uint16_t Word;
  copyBytes(&Word, Code, sizeof(Word));
  // Other threads execute the old or the new word.
  __atomic_store_n(reinterpret_cast<uint16_t *>(M.Block + C.Switch), Word,
                   __ATOMIC_RELEASE);
}

/// Turns on the counts of wanted slots, or off those of other slots.
static void switchPoints(PlannedModule &M, bool On) {
  const plan::Header &H = *M.View.Header;
  auto Changes = [&](uint32_t S) {
    return M.IsWanted[S] == On && M.IsCounting[S] != On;
  };
  bool Any = false;
  for (uint32_t S = 0; S != H.NumSlots; ++S)
    Any |= Changes(S);
  if (!Any || rawSyscall(SYS_mprotect, asLong(M.Block), M.CodeSpace,
                         PROT_READ | PROT_WRITE | PROT_EXEC))
    return;
  for (uint32_t I = 0; I != H.NumCounts; ++I) {
    const plan::CountRec &C = M.View.Counts[I];
    if (Changes(C.Slot))
      writeSwitch(M, C, On);
  }
  for (uint32_t S = 0; S != H.NumSlots; ++S)
    if (Changes(S))
      M.IsCounting[S] = On;
  rawSyscall(SYS_mprotect, asLong(M.Block), M.CodeSpace, PROT_READ | PROT_EXEC);
}

//===----------------------------------------------------------------------===//
// All changes
//===----------------------------------------------------------------------===//

static void changePatches(PatchResult &Result,
                          int (*CodeError)(uintptr_t Address, size_t Size)) {
  uint64_t Most = 0;
  forEachLive([&](PlannedModule &M) {
    for (uint32_t I = 0; I != M.View.Header->NumPatches; ++I)
      Most += M.Patches[I].IsChanging;
  });
  if (!Most)
    return;
  size_t Bytes = Most * sizeof(Change);
  auto *Changes = static_cast<Change *>(mapMemory(Bytes));
  if (!Changes) {
    Result.Failed += Most;
    Result.Error = ENOMEM;
    return;
  }
  bool Alone = hasOneThread();
  Change *End = Changes;
  forEachLive([&](PlannedModule &M) {
    for (uint32_t I = 0, After; I != M.View.Header->NumPatches; I = After) {
      After = endOfGroup(M, I);
      End = addGroup(M, I, After, Alone, End, Result, CodeError);
    }
  });
  sortArray(Changes, End - Changes,
            [](const Change &A, const Change &B) { return A.Round < B.Round; });
  findThreadsOf(Changes, End, Alone);
  for (Change *First = Changes; First != End;) {
    Change *After = First;
    for (; After != End && After->Round == First->Round; ++After)
      After->state().IsOccupied |=
          After->state().IsBlocked && takesInstructions(After->rec());
    (Alone ? changeRoundAlone : changeRound)(First, After);
    for (; First != After; ++First)
      finish(*First);
  }
  Result.Changed += End - Changes;
  unmapMemory(Changes, Bytes);
}

/// Returns how many sites have a pending patch.
static uint64_t countPending(const PlannedModule &M) {
  uint32_t NumSlots = M.View.Header->NumSlots;
  bool *Has = nullptr;
  uint64_t N = 0;
  for (uint32_t I = 0; I != M.View.Header->NumPatches; ++I) {
    const plan::PatchRec &P = M.patch(I);
    if (!M.Patches[I].IsPending)
      continue;
    Has = Has ? Has : static_cast<bool *>(mapMemory(NumSlots));
    for (uint32_t S = 0; Has && S != P.NumSlots; ++S) {
      uint32_t Slot = M.View.PatchSlots[P.FirstSlot + S];
      N += M.IsWanted[Slot] && !Has[Slot];
      Has[Slot] = true;
    }
  }
  unmapMemory(Has, NumSlots);
  return N;
}

void rt::changePlanned(PatchResult &Result,
                       int (*CodeError)(uintptr_t Address, size_t Size)) {
  uint64_t Began = monotonicTime();
  forEachLive([](PlannedModule &M) { switchPoints(M, false); });
  changePatches(Result, CodeError);
  // Turned on last: a thread that counts for the first time waits for the
  // StateLock, with signals blocked, and could not report its place.
  forEachLive([](PlannedModule &M) { switchPoints(M, true); });
  uint64_t Pending = 0;
  forEachLive([&](PlannedModule &M) { Pending += countPending(M); });
  setPendingSites(Pending, monotonicTime() - Began);
}
