//===- Patcher.cpp - Turns udpc instructions on and off -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/Patcher.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/EveryEvents.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/counts/Threads.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/patch/CodeMemory.h"
#include "runtime/patch/SiteRegistry.h"
#include "runtime/patch/Trampolines.h"
#include "runtime/patch/plan/PlanPatcher.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/CodeBarrier.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

static uint8_t wantedState(const InstructionSite &Site, SiteFilter IsOn) {
  const UnitRecord &U = unit(Site.Unit);
  // The unit's table is lost if there was no memory for it when its library was
  // closed.
  if (Site.NumParts == 1)
    return Site.Event < U.View.Header->NumEvents &&
           IsOn(U, Site.Event, Site.EventCommand, Site.IsHot);
  uint8_t State = SiteOff;
  unsigned Part = 0;
  Site.Code.forEachPart([&](encoding::CounterPart P) {
    uint32_t Event;
    if (findEvent(U.View, P.Counter, Event) &&
        IsOn(U, Event, P.Command, Site.IsHot))
      State |= static_cast<uint8_t>(1u << Part);
    ++Part;
  });
  return State;
}

/// Calls \p Action for each site that changes.
template <typename Function> static void forEachChanging(Function Action) {
  for (uint32_t I = 0; I != numModules(); ++I) {
    SiteModule &M = siteModule(I);
    for (uint64_t S = M.FirstChanging; S != M.EndChanging; ++S)
      if (M.Sites[S].IsChanging)
        Action(M.Sites[S]);
  }
}

/// Marks the sites whose state differs from \p IsOn. Returns their number.
static uint64_t chooseSites(SiteFilter IsOn) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != numModules(); ++I) {
    SiteModule &M = siteModule(I);
    M.FirstChanging = M.EndChanging = 0;
    if (!M.IsLive)
      continue;
    for (uint64_t S = 0; S != M.NumSites; ++S) {
      InstructionSite &Site = M.Sites[S];
      uint8_t Wanted = wantedState(Site, IsOn);
      __atomic_store_n(&Site.Wanted, Wanted, __ATOMIC_RELAXED);
      Site.IsChanging = Site.State != Wanted;
      if (!Site.IsChanging)
        continue;
      ++N;
      if (!M.EndChanging)
        M.FirstChanging = S;
      M.EndChanging = S + 1;
    }
  }
  return N;
}

//===----------------------------------------------------------------------===//
// The code of a site
//===----------------------------------------------------------------------===//

/// Adds the distance of \p Slot from the start of the thread's memory of slots:
/// of static slots, from the thread pointer. False if no instruction can encode
/// it.
static bool addSlot(const UnitRecord &U, uint32_t Slot, SlotOffsets &Out) {
  int64_t Offset = (U.IsStatic ? U.SlotsOffset : int64_t(U.Place.Offset)) +
                   8 * int64_t(Slot);
  auto Short = static_cast<int32_t>(Offset);
  Out.add(Short);
  return Short == Offset;
}

/// Finds the slots in which \p Site counts. False if one is out of reach.
static bool slotOffsets(const InstructionSite &Site, uint8_t State,
                        SlotOffsets &Out) {
  bool InReach = true;
  Site.forEachSlotIn(State, [&](uint32_t Slot) {
    InReach &= addSlot(unit(Site.Unit), Slot, Out);
  });
  return InReach;
}

/// Finds the thread's pointer to its chunk, or to its static storage.
static bool findChunk(const UnitRecord &U, int32_t &Out) {
  int64_t Pointer = chunkPointer(U);
  Out = static_cast<int32_t>(Pointer);
  return Out == Pointer;
}

static bool chunkSlot(const UnitRecord &U, uint32_t Slot, ChunkSlot &Out) {
  return findChunk(U, Out.Pointer) && addSlot(U, Slot, Out.Offset);
}

extern "C" __attribute__((used)) void
__udpc_count_at_site(const CallSite *Site) {
  if (!Site->Parts)
    return countInUnit(Site->Unit, Site->Slot, Site->Step);
  for (uint32_t Part = 0; Part != encoding::MaxParts; ++Part)
    if (Site->Parts >> Part & 1)
      countInUnit(Site->Unit, Site->Slot + 1 + Part, Site->Step);
}

void rt::countEveryAtSite(const EveryCallSite &Site, bool IsCounted,
                          uint64_t StackPointer, uint64_t FramePointer) {
  EveryEvent &E = *unit(Site.Site.Unit).InstructionEvent;
  if (!IsCounted) {
    countInUnit(Site.Site.Unit, Site.Site.Slot, Site.Site.Step);
    countInUnit(E.Unit, 0, Site.Site.Step);
  }
  abi::EveryWords *Words = ownWords(E);
  if (Words && __atomic_load_n(&Words->Pair.Counter, __ATOMIC_RELAXED) > 0)
    overflowAt(E, *Words, Words->Pair,
               {reinterpret_cast<const void *>(Site.Place), StackPointer,
                FramePointer});
}

void rt::countWhileChanging(const InstructionSite &Site) {
  uint8_t On = __atomic_load_n(&Site.State, __ATOMIC_RELAXED) &
               __atomic_load_n(&Site.Wanted, __ATOMIC_RELAXED);
  const UnitRecord &U = unit(Site.Unit);
  int64_t Step = Site.countsDown() ? -1 : 1;
  Site.forEachSlotIn(On, [&](uint32_t Slot) {
    ChunkSlot Place;
    if (!chunkSlot(U, Slot, Place))
      return;
    auto *Chunk =
        *reinterpret_cast<uint8_t **>(threadPointer() + Place.Pointer);
    if (!Chunk)
      return countInUnit(Site.Unit, Slot, Step);
    addToSlot(reinterpret_cast<uint64_t *>(Chunk + Place.Offset.Each[0]),
              static_cast<uint64_t>(Step));
  });
}

/// Encodes the trampoline of \p Site at \p Trampoline. False if a slot or the
/// code is out of reach.
static bool encodeTrampoline(const PatchTarget &Target,
                             const InstructionSite &Site,
                             const SiteTrampoline &Trampoline, uint8_t *Code) {
  const UnitRecord &U = unit(Site.Unit);
  auto At = reinterpret_cast<uintptr_t>(Trampoline.Code);
  uint8_t State = Trampoline.State;
  CallSite What = {Site.Unit, Site.Slot, Site.countsDown() ? -1 : 1,
                   State == Site.allOn() ? 0u : State};
  bool KeepFlags = Site.Flags & abi::KeepFlags;
  ChunkSlot Slots, Event;
  if (!slotOffsets(Site, State, Slots.Offset))
    return false;
  if (U.InstructionEvent)
    return findChunk(U, Slots.Pointer) &&
           chunkSlot(unit(U.InstructionEvent->Unit), 0, Event) &&
           Target.EncodeEveryTrampoline(At, Site.Address, Slots, Event, What,
                                        Code);
  if (U.IsStatic)
    return Target.EncodeFlagsTrampoline(At, Site.Address, Slots.Offset,
                                        Site.countsDown(), KeepFlags, Code);
  return findChunk(U, Slots.Pointer) &&
         Target.EncodeChunkTrampoline(At, Site.Address, Slots, What, KeepFlags,
                                      Target.CountingFunction(), Code);
}

/// Creates the trampoline of \p Site in \p State if it needs one. Returns 0 or
/// an errno.
static int prepareTrampoline(const PatchTarget &Target, InstructionSite &Site,
                             uint8_t State) {
  const UnitRecord &U = unit(Site.Unit);
  SlotOffsets Offsets;
  if (U.IsStatic && !slotOffsets(Site, State, Offsets))
    return ERANGE;
  bool KeepFlags = Site.Flags & abi::KeepFlags;
  SiteTrampoline *Trampoline = Site.trampolineIn(State);
  if (U.IsStatic && !U.InstructionEvent && !KeepFlags && Offsets.Size == 1 &&
      !Trampoline)
    return 0;
  bool IsNew = !Trampoline;
  if (IsNew)
    Trampoline = addTrampoline(Site, State);
  if (!Trampoline)
    return ENOMEM;
  uint8_t Code[TrampolineSize];
  bool InReach = encodeTrampoline(Target, Site, *Trampoline, Code);
  int Error = InReach ? writeTrampoline(Trampoline->Code, Code) : ERANGE;
  if (Error && IsNew)
    removeTrampoline(Site);
  return Error;
}

static void siteCode(const PatchTarget &Target, const InstructionSite &Site,
                     uint8_t State, uint8_t *Out) {
  if (!State) {
    Target.EncodeOff(Site.Code, Out);
  } else if (const SiteTrampoline *Trampoline = Site.trampolineIn(State)) {
    Target.EncodeJump(Site.Address,
                      reinterpret_cast<uintptr_t>(Trampoline->Code), Out);
  } else {
    SlotOffsets Offsets;
    slotOffsets(Site, State, Offsets);
    Target.EncodeStep(Offsets.Each[0], Site.countsDown(), Out);
  }
}

static bool holds(const PatchTarget &Target, const InstructionSite &Site,
                  uint8_t State) {
  uint8_t Code[MaxSiteSize];
  siteCode(Target, Site, State, Code);
  return sameBytes(reinterpret_cast<const void *>(Site.Address), Code,
                   Target.SiteSize);
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

static bool WarnedOfBytes, WarnedOfRoom;

/// Prepares the change of \p Site. Returns 0, or an errno if it cannot be
/// changed.
static int prepareSite(const PatchTarget &Target, InstructionSite &Site) {
  if (int Error = codeError(Site.Address, Target.SiteSize))
    return Error; // closeCode warns.
  if (!holds(Target, Site, Site.State)) {
    if (!WarnedOfBytes)
      warn("the code at ", Hex{Site.Address},
           " is not a udpc instruction; events that are counted there are "
           "incomplete");
    WarnedOfBytes = true;
    return EINVAL;
  }
  int Error = Site.Wanted ? prepareTrampoline(Target, Site, Site.Wanted) : 0;
  if (Error && !WarnedOfRoom) {
    warn("no room for code near ", Hex{Site.Address}, " (", errorText(Error),
         "); events that are counted there are incomplete");
    WarnedOfRoom = true;
  }
  return Error;
}

/// Changes the code of all sites. Returns their number.
static uint64_t changeSites(const PatchTarget &Target) {
  for (unsigned I = 0; I != Target.NumWrites; ++I) {
    forEachChanging([&](InstructionSite &Site) {
      uint8_t Code[MaxSiteSize];
      siteCode(Target, Site, Site.Wanted, Code);
      Target.Write(I, Site.Address, Code);
    });
    codeBarrier();
  }
  uint64_t N = 0;
  forEachChanging([&](InstructionSite &Site) {
    __atomic_store_n(&Site.State, Site.Wanted, __ATOMIC_RELAXED);
    Site.IsChanging = false;
    ++N;
  });
  return N;
}

static void warnOfProcessor() {
  static bool Warned;
  if (!Warned)
    warn("udpc instructions cannot be turned on on this processor; run the "
         "program under QEMU with the udpc plugin");
  Warned = true;
}

PatchResult rt::patchSites(SiteFilter IsOn) {
  PatchResult Result = {};
  // A child that shares our memory (vfork) must not patch its parent.
  if (!ownsCounts())
    return Result;
  uint64_t N = chooseSites(IsOn), NumPlanned = choosePlanned(IsOn);
  if (!N && !NumPlanned)
    return Result;
  const PatchTarget *Target = patchTarget();
  if (!Target)
    warnOfProcessor();
  Result.Error = Target ? prepareBarriers() : ENOTSUP;
  if (Result.Error) {
    Result.Failed = N + NumPlanned;
    return Result;
  }
  installTrapHandler();
  openCode();
  forEachChanging([&](InstructionSite &Site) {
    int Error = prepareSite(*Target, Site);
    if (!Error)
      return;
    __atomic_store_n(&Site.Wanted, Site.State, __ATOMIC_RELAXED);
    Site.IsChanging = false;
    ++Result.Failed;
    if (!Result.Error)
      Result.Error = Error;
  });
  closeTrampolines();
  Result.Changed = N ? changeSites(*Target) : 0;
  changePlanned(Result, codeError);
  closeCode();
  return Result;
}
