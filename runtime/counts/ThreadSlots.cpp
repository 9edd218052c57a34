//===- ThreadSlots.cpp - Where a thread's slots are -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/counts/EveryPeriod.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/SimulationLink.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

void rt::setTables(uint64_t *Slots, const UnitRecord &U, ThreadRecord *T) {
  if (!U.NumFrontWords)
    return;
  uint64_t Tables = 0;
  if (T && !U.RecordsCalls)
    Tables = reinterpret_cast<uint64_t>(tablesOf(*T));
  else if (T && T->ThreadPointer)
    Tables = T->ThreadPointer + callStateDistance();
  Slots[-1] = Tables ? Tables : reinterpret_cast<uint64_t>(U.NoTables);
}

void rt::releaseSlots(ThreadRecord &T) {
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I) {
    if (T.Chunks[I])
      keepChunk(I, T.Chunks[I]);
    T.Chunks[I] = nullptr;
  }
  releaseSlotsInFile(T);
  T.Memory.release();
  T.Blocks = T.Baselines = T.AtAdjustment = T.Masks = {};
}

uint64_t *rt::makeArray(SlotTable &Table, Pool &Memory, uint32_t Number,
                        uint32_t Size) {
  if (!Memory.grow(Table.Units, Table.Capacity, Number + 1, 16u))
    return nullptr;
  uint64_t *&Block = Table.Units[Number];
  if (!Block)
    Block = Memory.allocateArray<uint64_t>(Size);
  return Block;
}

uint64_t *rt::makeBlock(SlotTable &Table, Pool &Memory,
                        const UnitRecord &Unit) {
  return makeArray(Table, Memory, Unit.Id, Unit.NumSlots);
}

int64_t rt::chunkPointer(const UnitRecord &U) {
  uint8_t **Pointer =
      U.IsStatic ? &ThisThread.Self : &ThisThread.Chunks[U.Place.Chunk];
  return reinterpret_cast<intptr_t>(Pointer) - threadPointer();
}

uint64_t *rt::slotsInChunk(const ThreadRecord &T, const UnitRecord &U) {
  uint8_t *Chunk = T.Chunks[U.Place.Chunk];
  return Chunk ? reinterpret_cast<uint64_t *>(Chunk + U.Place.Offset) : nullptr;
}

/// Sets the word before the slots of \p U in the chunk of \p T.
static void setTablesIn(ThreadRecord &T, const UnitRecord &U) {
  uint64_t *Slots = slotsInChunk(T, U);
  if (Slots)
    setTables(Slots, U, &T);
}

void rt::setTablesOf(ThreadRecord &T) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    setTablesIn(T, unit(I));
}

void rt::setTablesFor(const UnitRecord &U) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    setTablesIn(*T, U);
  for (ThreadRecord *T = firstLateRecord(); T; T = T->Next)
    setTablesIn(*T, U);
}

uint64_t *rt::makeSlots(ThreadRecord &T, const UnitRecord &U) {
  if (U.IsStatic) {
    ThisThread.Self = reinterpret_cast<uint8_t *>(threadPointer());
    return reinterpret_cast<uint64_t *>(threadPointer() + U.SlotsOffset);
  }
  uint32_t I = U.Place.Chunk;
  bool IsOwn = &T == ThisThread.Current || &T == ThisThread.LateRecord;
  if (!T.Chunks[I]) {
    T.Chunks[I] = makeChunk(I);
    if (IsOwn)
      useStaticTables(T);
    setTablesOf(T);
    // Not for late counts, which are gathered from memory.
    if (T.Chunks[I] && &T != ThisThread.LateRecord)
      moveChunkToFile(T, I);
  }
  if (IsOwn)
    ThisThread.Chunks[I] = T.Chunks[I];
  return slotsInChunk(T, U);
}

/// Returns a copy of \p Slots, whose first \p NumPairs pairs belong to an event
/// with `every`: counter and offset of a pair are consistent. Null if out of
/// memory.
static const uint64_t *copyPairs(const uint64_t *Slots, uint32_t NumPairs,
                                 uint32_t NumSlots) {
  static uint64_t *Copy;
  static uint32_t Capacity;
  if (Capacity < NumSlots) {
    unmapMemory(Copy, Capacity * sizeof(*Copy));
    Copy = static_cast<uint64_t *>(mapMemory(2 * NumSlots * sizeof(*Copy)));
    Capacity = Copy ? 2 * NumSlots : 0;
    if (!Copy)
      return nullptr;
  }
  auto *Pairs = reinterpret_cast<const abi::EveryPair *>(Slots);
  uint32_t S = 0;
  for (uint32_t I = 0; I != NumPairs; ++I) {
    EveryCount Now = readCount(Pairs[I]);
    Copy[S++] = static_cast<uint64_t>(Now.Counter);
    Copy[S++] = Now.Offset;
  }
  for (; S < NumSlots; ++S)
    Copy[S] = Slots[S];
  return Copy;
}

/// Clears baselines of counts that the file has lost (CountFile.h).
static void clearOldBaselines(const ThreadRecord &T) {
  T.File.HasOldBaselines = false;
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (uint64_t *Baseline = T.Baselines.find(I))
      clearBytes(Baseline, unit(I).NumSlots * sizeof(*Baseline));
}

const uint64_t *rt::withoutPairs(const uint64_t *Slots, const UnitRecord &U) {
  if (U.Every)
    return copyPairs(Slots, 1, U.NumSlots);
  return U.HasPairs
             ? copyPairs(Slots, U.NumSlots / abi::SlotsOfPair, U.NumSlots)
             : Slots;
}

const uint64_t *rt::slotsOf(const ThreadRecord &T, const UnitRecord &U) {
  if (&T == &otherThreads())
    return T.Blocks.find(U.Id);
  if (T.File.HasOldBaselines)
    clearOldBaselines(T);
  const uint64_t *Slots;
  if (U.IsStatic) {
    uintptr_t Base = __atomic_load_n(&T.ThreadPointer, __ATOMIC_ACQUIRE);
    Slots = Base ? reinterpret_cast<const uint64_t *>(Base + U.SlotsOffset)
                 : nullptr;
  } else {
    Slots = slotsInChunk(T, U);
  }
  return Slots ? withoutPairs(Slots, U) : nullptr;
}

void rt::clearWords(uint64_t *Slots, uint32_t NumWords) {
  for (uint32_t S = 0; S != NumWords; ++S)
    if (Slots[S])
      Slots[S] = 0;
}

void rt::clearStaticSlots() {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (U.IsStatic)
      clearWords(reinterpret_cast<uint64_t *>(threadPointer() + U.SlotsOffset),
                 U.NumWords);
  }
}

void rt::clearChunks(ThreadRecord &Self) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (uint64_t *Slots = U.IsStatic ? nullptr : slotsInChunk(Self, U))
      clearWords(Slots, U.NumWords);
    if (uint64_t *Baseline = Self.Baselines.find(I))
      clearWords(Baseline, U.NumSlots);
    if (uint64_t *AtAdjustment = Self.AtAdjustment.find(I))
      clearWords(AtAdjustment, U.NumSlots);
  }
}

//===----------------------------------------------------------------------===//
// Counting in chunks
//===----------------------------------------------------------------------===//

/// Calls \p Use, with the lock, with the unit that \p Find returns and the
/// calling thread's slots of it; not if either is null.
template <typename Finder, typename User>
static void withSlots(Finder Find, User Use) {
  int Saved = errno;
  bool WasKnown = ThisThread.Current || ThisThread.IsLate;
  {
    StateLock Lock;
    const UnitRecord *U = Lock.held() ? Find() : nullptr;
    ThreadRecord *T = !U                  ? nullptr
                      : ThisThread.IsLate ? lateRecord()
                                          : adoptThread();
    uint64_t *Slots = T ? makeSlots(*T, *U) : nullptr;
    if (Slots)
      Use(*U, Slots);
    else if (U)
      warnOfMemory();
  }
  if (!WasKnown && ThisThread.Current)
    watchThread(ThisThread.Current);
  errno = Saved;
}

__attribute__((noinline)) void rt::countInUnit(uint32_t Unit, uint32_t Slot,
                                               int64_t Step) {
  withSlots([&] { return &unit(Unit); },
            [&](const UnitRecord &U, uint64_t *Slots) {
              if (Slot < U.NumSlots)
                addToSlot(Slots + Slot, uint64_t(Step));
            });
}

void rt::countInThread(abi::Unit *U, uint32_t Slot, uint64_t Amount) {
  auto *Pointer = reinterpret_cast<uint8_t **>(
      threadPointer() + __atomic_load_n(&U->ChunkPointer, __ATOMIC_ACQUIRE));
  if (uint8_t *Chunk = *Pointer)
    return addToSlot(
        reinterpret_cast<uint64_t *>(Chunk + U->ChunkOffset) + Slot, Amount);
  countInUnit(unitNumber(U), Slot, Amount);
}

uint64_t *rt::earlySlots(abi::Unit *U) {
  if (U->Simulation)
    U->EarlySlots[-1] = reinterpret_cast<uint64_t>(U->Simulation->NoTables);
  return U->EarlySlots;
}

uint64_t *rt::findSlots(abi::Unit *U) {
  if (isRefused(*U))
    return earlySlots(U);
  // Counts made there now, by calls of the runtime, are lost.
  if (ThisThread.IsFindingSlots)
    return earlySlots(U);
  ThisThread.IsFindingSlots = true;
  uint64_t *Result = nullptr;
  withSlots(
      [&]() -> const UnitRecord * {
        // Constructors of other libraries may run before those of the unit's
        // library.
        registerUnit(U);
        addUnitsToFile();
        startSimulation(*U);
        return U->Runtime ? &unit(unitNumber(U)) : nullptr;
      },
      [&](const UnitRecord &, uint64_t *Slots) { Result = Slots; });
  ThisThread.IsFindingSlots = false;
  return Result ? Result : earlySlots(U);
}

void rt::addEarlyCounts(const UnitRecord &U, uint64_t *Slots) {
  uint64_t *Own = ThisThread.Current ? makeSlots(*ThisThread.Current, U)
                                     : makeBlock(otherThreads().Blocks,
                                                 otherThreads().Memory, U);
  if (!Own)
    return warnOfMemory();
  // Only the sums matter: earlier calls of the event have set counters far
  // below 0.
  uint32_t NumPairs = U.Every ? 1 : U.HasPairs ? U.NumSlots / 2 : 0;
  for (uint32_t I = 0; I != NumPairs; ++I) {
    auto *Early = reinterpret_cast<abi::EveryPair *>(Slots) + I;
    reinterpret_cast<abi::EveryPair *>(Own)[I].Offset +=
        readCount(*Early).count();
  }
  if (NumPairs)
    return clearWords(Slots, U.NumWords);
  for (uint32_t S = 0; S != U.NumSlots; ++S) {
    Own[S] += Slots[S];
    Slots[S] = 0;
  }
}
