//===- EveryEvents.cpp - Events with an action on each N-th ---------------===//

#include "runtime/core/EveryEvents.h"
#include "runtime/core/ThreadState.h"
#include "runtime/logic/EveryPeriod.h"

using namespace udpc;
using namespace udpc::rt;

// Of the executable if the runtime is linked into it; null in a library.
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

static EveryEvent *newEvent(const abi::EveryRec &Rec, const UnitRecord &R) {
  auto *E = Memory.allocateArray<EveryEvent>(1);
  if (!E)
    return nullptr;
  E->Unit = R.Id;
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

bool rt::bindEvery(abi::Unit &U, UnitRecord &R) {
  if (!R.Every)
    R.Every = newEvent(*U.Every, R);
  if (!R.Every)
    return false;
  U.Every->Runtime = R.Every;
  // What the code calls before has put the counter far below 0.
  if (U.Slots) {
    auto &Words = *reinterpret_cast<abi::EveryWords *>(U.Slots());
    EveryCount Now = readCount(Words);
    Words.Counter = 0;
    Words.Offset = Now.count();
  }
  __atomic_store_n(&U.Every->Overflow, &overflow, __ATOMIC_RELEASE);
  return true;
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
    // Not for long: who changes them has all signals blocked.
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

abi::EveryWords *rt::ownWords(const EveryEvent &E) {
  const UnitRecord &U = unit(E.Unit);
  uint64_t *Slots = nullptr;
  if (U.IsStatic)
    Slots = reinterpret_cast<uint64_t *>(threadPointer() + U.SlotsOffset);
  else if (ThisThread.Current)
    Slots = slotsInChunk(*ThisThread.Current, U);
  return reinterpret_cast<abi::EveryWords *>(Slots);
}

void rt::countEvery(abi::Unit *U, uint32_t, uint64_t Amount) {
  auto *Pointer = reinterpret_cast<uint8_t **>(
      threadPointer() + __atomic_load_n(&U->ChunkPointer, __ATOMIC_ACQUIRE));
  uint64_t *Slots =
      *Pointer ? reinterpret_cast<uint64_t *>(*Pointer + U->ChunkOffset)
               : findSlots(U);
  auto *Words = reinterpret_cast<abi::EveryWords *>(Slots);
  if (!Words)
    return; // Without memory.
  addToSlot(Slots, Amount);
  if (__atomic_load_n(&Words->Counter, __ATOMIC_RELAXED) > 0)
    overflowAt(*static_cast<EveryEvent *>(U->Every->Runtime), *Words,
               __builtin_return_address(0), __builtin_frame_address(0));
}
