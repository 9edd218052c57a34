//===- EveryEvents.cpp - Events with an action on each N-th ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/EveryEvents.h"
#include "runtime/base/Text.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

// The executable's units if the runtime is linked into it; null in a library.
extern "C" {
extern __attribute__((weak, visibility("hidden")))
abi::Unit *__start___udpc_units[];
extern __attribute__((weak, visibility("hidden")))
abi::Unit *__stop___udpc_units[];
}

static Pool Memory;
static EveryEvent *First;
static uint32_t NumEvents;

EveryEvent *rt::firstEveryEvent() { return First; }

static bool haveSameRule(const EveryEvent &E, const abi::EveryRec &Rec) {
  return E.SpecPeriod == Rec.Period && E.Warmup == Rec.Warmup &&
         E.SpecAction == Rec.Action && E.Flags == Rec.Flags;
}

EveryEvent *rt::findEvery(const TableView &View, const abi::EveryRec &Rec) {
  EveryEvent *Result = nullptr;
  for (EveryEvent *E = First; E; E = E->Next)
    if (sameText(everyName(*E), View.eventName(Rec.Event)) &&
        (haveSameRule(*E, Rec) || !Result || !haveSameRule(*Result, Rec)))
      Result = E;
  return Result;
}

bool rt::countAlike(const EveryEvent &E, const abi::EveryRec &Rec) {
  constexpr uint8_t Sites = abi::SitesApart | abi::SitesBeside;
  return (E.Flags & Sites) == (Rec.Flags & Sites);
}

void rt::warnOfRule(EveryEvent &E, const TableView &View,
                    const abi::EveryRec &Rec, bool IsShared) {
  if (haveSameRule(E, Rec) || E.WarnedOfRule)
    return;
  E.WarnedOfRule = true;
  const TableView &Old = unit(E.Unit).View;
  warn("event '", everyName(E), "': ", Old.Strings + Old.Header->SourceFile,
       " has every: ", E.SpecPeriod, ", ",
       View.Strings + View.Header->SourceFile, " has every: ", Rec.Period,
       E.SpecPeriod == Rec.Period ? " with other settings; " : "; ",
       IsShared ? "the first holds" : "each counts for itself");
}

static EveryEvent *newEvent(const abi::EveryRec &Rec, const UnitRecord &R) {
  auto *E = Memory.allocateArray<EveryEvent>(1);
  if (!E)
    return nullptr;
  E->Unit = R.Id;
  E->Event = Rec.Event;
  E->Flags = Rec.Flags;
  E->SitesApart = Rec.Flags & abi::SitesApart;
  E->SpecPeriod = Rec.Period;
  E->Index = NumEvents++;
  E->Warmup = Rec.Warmup;
  E->SpecAction = Rec.Action;
  E->HasRandomPhase = Rec.Flags & abi::RandomPhase;
  E->Generation = 2;
  E->Settings = {Rec.Period, static_cast<uint32_t>(Rec.Action), nullptr,
                 nullptr};
  E->Next = First;
  First = E;
  return E;
}

/// Resets the counter, which earlier code has set far below 0.
static void beginCounting(abi::EveryPair &Pair) {
  Pair = {0, readCount(Pair).count()};
}

bool rt::bindEvery(abi::Unit &U, UnitRecord &R) {
  if (!R.Every)
    R.Every = newEvent(*U.Every, R);
  if (!R.Every)
    return false;
  U.Every->Runtime = R.Every;
  if (U.Slots)
    beginCounting(reinterpret_cast<abi::EveryWords *>(U.Slots())->Pair);
  __atomic_store_n(&U.Every->Overflow,
                   U.Every->Flags & abi::SitesApart ? &overflowOfSite
                                                    : &overflow,
                   __ATOMIC_RELEASE);
  return true;
}

bool rt::bindSites(abi::Unit &U, UnitRecord &R) {
  EveryEvent &E = *static_cast<EveryEvent *>(U.Every->Runtime);
  if (!R.Sites) {
    auto *Sites = Memory.allocateArray<EverySites>(1);
    if (!Sites)
      return false;
    *Sites = {E.Sites, R.Id};
    R.Sites = Sites;
    __atomic_store_n(&E.Sites, Sites, __ATOMIC_RELEASE);
  }
  auto *Pairs =
      reinterpret_cast<abi::EveryPair *>(U.Slots ? U.Slots() : nullptr);
  for (uint32_t I = 0; Pairs && I != U.NumSlots / abi::SlotsOfPair; ++I)
    beginCounting(Pairs[I]);
  // Early counts are not covered by shares.
  recheckSoon(E);
  return true;
}

void rt::recheckSoon(const EveryEvent &E) {
  abi::EveryWords *Words = ownWords(E);
  if (!Words)
    return;
  stateOf(*Words).State = SharesUnknown;
  forEachOwnSites(E, takeShares);
  EveryCount Now;
  do
    Now = readCount(Words->Pair);
  while (!setTarget(Words->Pair, Now, Now.count() + 1));
}

void rt::registerOwnEvery() {
  abi::Unit **Begin = __start___udpc_units, **End = __stop___udpc_units;
  auto IsEvery = [](const abi::Unit *U) {
    return U && U->Version == abi::UnitVersion && U->Every;
  };
  for (abi::Unit **U = Begin; U != End; ++U)
    if (IsEvery(*U) && (*U)->Slots)
      registerUnit(*U);
  for (abi::Unit **U = Begin; U != End; ++U)
    if (IsEvery(*U))
      registerUnit(*U);
}

EverySettings rt::readSettings(const EveryEvent &E, uint64_t &Generation) {
  for (;;) {
    uint64_t Before = __atomic_load_n(&E.Generation, __ATOMIC_ACQUIRE);
    EverySettings Result = {
        __atomic_load_n(&E.Settings.Period, __ATOMIC_RELAXED),
        __atomic_load_n(&E.Settings.Action, __ATOMIC_RELAXED),
        __atomic_load_n(&E.Settings.Handler, __ATOMIC_RELAXED),
        __atomic_load_n(&E.Settings.Argument, __ATOMIC_RELAXED)};
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    Generation = __atomic_load_n(&E.Generation, __ATOMIC_RELAXED);
    // Does not loop for long: the thread that changes the settings has blocked
    // all signals.
    if (Generation == Before && !(Generation & 1))
      return Result;
  }
}

void rt::changeSettings(EveryEvent &E, const EverySettings &New) {
  __atomic_store_n(&E.Generation, E.Generation + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&E.Settings.Period, New.Period, __ATOMIC_RELAXED);
  __atomic_store_n(&E.Settings.Action, New.Action, __ATOMIC_RELAXED);
  __atomic_store_n(&E.Settings.Handler, New.Handler, __ATOMIC_RELAXED);
  __atomic_store_n(&E.Settings.Argument, New.Argument, __ATOMIC_RELAXED);
  __atomic_store_n(&E.Generation, E.Generation + 1, __ATOMIC_RELEASE);
}

uint64_t *rt::ownSlots(const UnitRecord &U) {
  if (U.IsStatic)
    return reinterpret_cast<uint64_t *>(threadPointer() + U.SlotsOffset);
  uint8_t *Chunk = ThisThread.Chunks[U.Place.Chunk];
  return Chunk ? reinterpret_cast<uint64_t *>(Chunk + U.Place.Offset) : nullptr;
}

abi::EveryWords *rt::ownWords(const EveryEvent &E) {
  return reinterpret_cast<abi::EveryWords *>(ownSlots(unit(E.Unit)));
}

SiteFrame rt::callingCode(const void *Place, const void *Frame) {
  auto Record = reinterpret_cast<uint64_t>(Frame);
#if defined(__riscv)
  Record -= 2 * sizeof(uint64_t);
#endif
  return {Place, Record + 2 * sizeof(uint64_t),
          *reinterpret_cast<const uint64_t *>(Record)};
}

static EveryEvent &eventOf(const abi::Unit &U) {
  return *static_cast<EveryEvent *>(U.Every->Runtime);
}

/// Returns the calling thread's slots of \p U, created if necessary; null if
/// out of memory.
static uint64_t *makeOwnSlots(abi::Unit *U) {
  uint64_t *Slots = ownSlots(unit(unitNumber(U)));
  return Slots ? Slots : findSlots(U);
}

void rt::countEvery(abi::Unit *U, uint32_t, uint64_t Amount) {
  auto *Words = reinterpret_cast<abi::EveryWords *>(makeOwnSlots(U));
  if (!Words)
    return; // Out of memory.
  addToSlot(reinterpret_cast<uint64_t *>(Words), Amount);
  if (__atomic_load_n(&Words->Pair.Counter, __ATOMIC_RELAXED) > 0)
    overflowAt(
        eventOf(*U), *Words, Words->Pair,
        callingCode(__builtin_return_address(0), __builtin_frame_address(0)));
}

void rt::countEverySite(abi::Unit *U, uint32_t Slot, uint64_t Amount) {
  uint64_t *Slots = makeOwnSlots(U);
  if (!Slots)
    return;
  addToSlot(Slots + Slot, Amount);
  auto &Pair = *reinterpret_cast<abi::EveryPair *>(Slots + Slot);
  if (__atomic_load_n(&Pair.Counter, __ATOMIC_RELAXED) <= 0)
    return;
  auto *Words =
      reinterpret_cast<abi::EveryWords *>(makeOwnSlots(U->Every->EventUnit));
  if (Words)
    overflowAt(
        eventOf(*U), *Words, Pair,
        callingCode(__builtin_return_address(0), __builtin_frame_address(0)));
}
