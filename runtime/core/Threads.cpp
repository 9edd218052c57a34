//===- Threads.cpp - Per-thread counts ------------------------------------===//

#include "runtime/core/Threads.h"
#include "runtime/core/Hooks.h"
#include "runtime/core/Process.h"
#include "runtime/core/Simulation.h"
#include "runtime/logic/SparseCounts.h"
#include "sanitizer_common/sanitizer_libc.h"
#include "udpc/values.h"
#include <errno.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

// At a fixed distance from the thread pointer: the linker makes it a constant
// in executables, and a shared runtime (libudpc_rt.so) takes little of what the
// C library has left for libraries.
// __thread: plain data, without a function in between.
#define THREAD_LOCAL static __thread __attribute__((tls_model("initial-exec")))

/// A copy of the record's: what generated code and trampolines look at.
THREAD_LOCAL uint8_t *Chunks[SlotPlaces::MaxChunks];
THREAD_LOCAL ThreadRecord *Current;
/// The thread's counts have been collected; further counts are late.
THREAD_LOCAL bool IsLate;
/// Holds the chunks in which it does.
THREAD_LOCAL ThreadRecord *LateRecord;

static ThreadRecord MainThread, Others;
static ThreadRecord *First, *Last;
static ThreadRecord *FirstEnded, *LastEnded;
static ThreadRecord *FirstLate;
static ThreadRecord *Unused;
static Pool Records;
static uint64_t NextIndex, NumEnded, MaxEnded;

ThreadRecord *rt::firstThread() { return First; }
ThreadRecord &rt::otherThreads() { return Others; }
ThreadRecord *rt::currentThread() { return Current; }

static void releaseSlots(ThreadRecord &T) {
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I) {
    unmapMemory(T.Chunks[I], chunkSize(I));
    T.Chunks[I] = nullptr;
  }
  T.Memory.release();
  T.Blocks = T.Baselines = {};
}

static void append(ThreadRecord *T) {
  T->Index = NextIndex++;
  T->Previous = Last;
  T->Next = nullptr;
  (Last ? Last->Next : First) = T;
  Last = T;
}

void rt::initThreads(uint64_t MaxEndedThreads) {
  MaxEnded = MaxEndedThreads;
  Others.Index = abi::OtherThreads;
  append(&MainThread);
  MainThread.IsPermanent = true;
  enterThread(&MainThread);
}

/// A record that is in no list.
static ThreadRecord *takeRecord() {
  ThreadRecord *T = Unused;
  if (!T)
    return Records.allocateArray<ThreadRecord>(1);
  Unused = T->Next;
  T->Next = nullptr;
  return T;
}

static void giveBackRecord(ThreadRecord *T) {
  forgetSimulation(*T);
  releaseSlots(*T);
  unmapMemory(T->Ended, T->EndedBytes);
  internal_memset(T, 0, sizeof(*T));
  T->Next = Unused;
  Unused = T;
}

ThreadRecord *rt::createThread() {
  ThreadRecord *T = takeRecord();
  if (T)
    append(T);
  return T;
}

void rt::discardThread(ThreadRecord *T) {
  (T->Previous ? T->Previous->Next : First) = T->Next;
  (T->Next ? T->Next->Previous : Last) = T->Previous;
  giveBackRecord(T);
}

ThreadRecord *rt::adoptThread() {
  if (Current || IsLate)
    return Current;
  // A thread that was not made by pthread_create (the C library's own for
  // SIGEV_THREAD, or a bare clone): its end may go unnoticed, so other threads
  // must not read its thread-local storage.
  Current = createThread();
  if (Current)
    Current->Tid = currentTid();
  return Current;
}

void rt::enterThread(ThreadRecord *T) {
  Current = T;
  T->Tid = currentTid();
  __atomic_store_n(&T->ThreadPointer, threadPointer(), __ATOMIC_RELEASE);
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// The block of \p Unit in \p Table, created if necessary; null without memory.
static uint64_t *makeBlock(SlotTable &Table, Pool &Memory,
                           const UnitRecord &Unit) {
  if (Unit.Id >= Table.Capacity) {
    uint32_t Capacity = Table.Capacity ? Table.Capacity : 16;
    while (Capacity <= Unit.Id)
      Capacity *= 2;
    auto **Units = Memory.allocateArray<uint64_t *>(Capacity);
    if (!Units)
      return nullptr;
    for (uint32_t I = 0; I != Table.Capacity; ++I)
      Units[I] = Table.Units[I];
    Table = {Units, Capacity};
  }
  uint64_t *&Block = Table.Units[Unit.Id];
  if (!Block)
    Block = Memory.allocateArray<uint64_t>(Unit.NumSlots);
  return Block;
}

int64_t rt::chunkPointer(const UnitRecord &U) {
  return reinterpret_cast<intptr_t>(&Chunks[U.Place.Chunk]) - threadPointer();
}

/// The slots of \p U in the chunks of \p T; null if it has none.
static uint64_t *slotsInChunk(const ThreadRecord &T, const UnitRecord &U) {
  uint8_t *Chunk = T.Chunks[U.Place.Chunk];
  return Chunk ? reinterpret_cast<uint64_t *>(Chunk + U.Place.Offset) : nullptr;
}

/// The same for the calling thread, made if need be. Null without memory.
static uint64_t *makeSlots(ThreadRecord &Self, const UnitRecord &U) {
  uint32_t I = U.Place.Chunk;
  if (!Self.Chunks[I])
    Self.Chunks[I] = static_cast<uint8_t *>(mapMemory(chunkSize(I)));
  Chunks[I] = Self.Chunks[I];
  return slotsInChunk(Self, U);
}

const uint64_t *rt::slotsOf(const ThreadRecord &T, const UnitRecord &U) {
  if (&T == &Others)
    return T.Blocks.find(U.Id);
  if (!U.IsStatic)
    return slotsInChunk(T, U);
  uintptr_t Base = __atomic_load_n(&T.ThreadPointer, __ATOMIC_ACQUIRE);
  return Base ? reinterpret_cast<const uint64_t *>(Base + U.SlotsOffset)
              : nullptr;
}

uint64_t rt::collectThread(const ThreadRecord &T, abi::CountRec *Out) {
  if (T.HasEnded) {
    internal_memcpy(Out, T.Ended, T.NumEnded * sizeof(*Out));
    return T.NumEnded;
  }
  uint64_t N = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (const uint64_t *Slots = slotsOf(T, U))
      N += collectCounts(I, Slots, baselineOf(T, U), U.NumSlots, Out + N);
  }
  return N;
}

/// Adds what a thread has counted. Slots of marks and of instructions that take
/// 1 may be negative.
static void addLimited(uint64_t &Sum, uint64_t Count) {
  Sum = values::addSlots(Sum, Count, /*IsSigned=*/true);
}

/// The first of an ended thread's counts, which are sorted, that is not of a
/// unit below \p Unit.
static uint64_t firstCountOf(const ThreadRecord &T, uint32_t Unit) {
  uint64_t Low = 0, High = T.NumEnded;
  while (Low != High) {
    uint64_t Middle = Low + (High - Low) / 2;
    if (T.Ended[Middle].Unit < Unit)
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low;
}

void rt::addThread(const ThreadRecord &T, const UnitRecord &U, uint64_t *Sums) {
  if (T.HasEnded) {
    for (uint64_t I = firstCountOf(T, U.Id);
         I != T.NumEnded && T.Ended[I].Unit == U.Id; ++I)
      addLimited(Sums[T.Ended[I].Slot], T.Ended[I].Count);
    return;
  }
  const uint64_t *Baseline = baselineOf(T, U);
  if (const uint64_t *Slots = slotsOf(T, U))
    for (uint32_t I = 0; I != U.NumSlots; ++I)
      addLimited(Sums[I], readSlot(Slots, Baseline, I));
}

//===----------------------------------------------------------------------===//
// The end of a thread
//===----------------------------------------------------------------------===//

/// Adds \p Counts to those of `others`.
static void addToOthers(const abi::CountRec *Counts, uint64_t N) {
  for (uint64_t I = 0; I != N; ++I) {
    uint64_t *Block =
        makeBlock(Others.Blocks, Others.Memory, unit(Counts[I].Unit));
    if (Block)
      addLimited(Block[Counts[I].Slot], Counts[I].Count);
  }
}

/// The same for a running thread, one count at a time.
static void addSlotsToOthers(const ThreadRecord &T) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    const uint64_t *Slots = slotsOf(T, U);
    for (uint32_t S = 0; Slots && S != U.NumSlots; ++S) {
      abi::CountRec Rec = {I, S, readSlot(Slots, baselineOf(T, U), S)};
      if (Rec.Count)
        addToOthers(&Rec, 1);
    }
  }
}

static void forgetOldestEnded() {
  ThreadRecord *T = FirstEnded;
  FirstEnded = T->NextEnded;
  if (!FirstEnded)
    LastEnded = nullptr;
  --NumEnded;
  addToOthers(T->Ended, T->NumEnded);
  mergeSimulation(Others, *T);
  discardThread(T);
}

/// Only what is not 0, so that no page is touched in vain.
static void clearSlots(uint64_t *Slots, uint32_t NumSlots) {
  for (uint32_t S = 0; S != NumSlots; ++S)
    if (Slots[S])
      Slots[S] = 0;
}

/// Sets the calling thread's own static slots to 0.
static void clearStaticSlots() {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (U.IsStatic)
      clearSlots(reinterpret_cast<uint64_t *>(threadPointer() + U.SlotsOffset),
                 U.NumSlots);
  }
}

static uint64_t numCountsOf(const ThreadRecord &T) {
  uint64_t N = 0;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (const uint64_t *Slots = slotsOf(T, U))
      N += numCounts(Slots, baselineOf(T, U), U.NumSlots);
  }
  return N;
}

void rt::leaveThread(ThreadRecord *T) {
  if (T->IsPermanent)
    return;
  // Also if other threads could not access its storage: it is the calling
  // thread.
  T->ThreadPointer = threadPointer();
  uint64_t N = numCountsOf(*T);
  size_t Bytes = N * sizeof(abi::CountRec);
  auto *Ended = N ? static_cast<abi::CountRec *>(mapMemory(Bytes)) : nullptr;
  if (Ended) {
    collectThread(*T, Ended);
  } else if (N) {
    addSlotsToOthers(*T);
    N = 0;
  }
  T->ThreadPointer = 0;
  internal_memset(Chunks, 0, sizeof(Chunks));
  Current = nullptr;
  IsLate = true;
  clearStaticSlots();
  leaveSimulation(*T);
  if (!N) {
    mergeSimulation(Others, *T);
    return discardThread(T);
  }

  T->Ended = Ended;
  T->NumEnded = N;
  T->EndedBytes = Bytes;
  T->HasEnded = true;
  releaseSlots(*T);
  (LastEnded ? LastEnded->NextEnded : FirstEnded) = T;
  LastEnded = T;
  if (++NumEnded > MaxEnded)
    forgetOldestEnded();
}

/// Adds what \p T has counted since this was done last to those that are not
/// kept apart. The thread may be counting.
static void gatherLate(ThreadRecord &T) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    const uint64_t *Slots = U.IsStatic ? nullptr : slotsInChunk(T, U);
    if (!Slots || !numCounts(Slots, T.Baselines.find(I), U.NumSlots))
      continue;
    uint64_t *Baseline = makeBlock(T.Baselines, T.Memory, U);
    for (uint32_t S = 0; Baseline && S != U.NumSlots; ++S) {
      uint64_t Now = readSlot(Slots, nullptr, S);
      abi::CountRec Rec = {I, S, Now - Baseline[S]};
      if (Rec.Count)
        addToOthers(&Rec, 1);
      Baseline[S] = Now;
    }
  }
}

static bool isGone(const ThreadRecord &T) {
  return rawSyscall(SYS_tgkill, processPid(), T.Tid, 0) == -ESRCH;
}

/// Who is late has told of its end already: its chunks are given back when
/// another thread is late.
static ThreadRecord *lateRecord() {
  if (LateRecord)
    return LateRecord;
  for (ThreadRecord **At = &FirstLate; *At;) {
    ThreadRecord *T = *At;
    if (isGone(*T)) {
      gatherLate(*T);
      *At = T->Next;
      giveBackRecord(T);
    } else {
      At = &T->Next;
    }
  }
  LateRecord = takeRecord();
  if (LateRecord) {
    LateRecord->Tid = currentTid();
    LateRecord->Next = FirstLate;
    FirstLate = LateRecord;
  }
  return LateRecord;
}

void rt::collectLateCounts() {
  for (ThreadRecord *T = FirstLate; T; T = T->Next)
    gatherLate(*T);
  if (!IsLate)
    return;
  ThreadRecord Late = {};
  Late.ThreadPointer = threadPointer();
  addSlotsToOthers(Late);
  clearStaticSlots();
}

//===----------------------------------------------------------------------===//
// Reset and fork
//===----------------------------------------------------------------------===//

static void resetEnded() {
  while (FirstEnded) {
    // Discard threads without counts.
    FirstEnded->NumEnded = 0;
    forgetOldestEnded();
  }
  Others.Memory.release();
  Others.Blocks = {};
  forgetSimulation(Others);
}

void rt::resetThreads() {
  resetSimulation();
  collectLateCounts();
  resetEnded();
  for (ThreadRecord *T = First; T; T = T->Next)
    for (uint32_t I = 0; I != numUnits(); ++I) {
      const UnitRecord &U = unit(I);
      const uint64_t *Slots = slotsOf(*T, U);
      if (!Slots)
        continue;
      uint64_t *Baseline = T->Baselines.find(I);
      if (!Baseline && !numCounts(Slots, nullptr, U.NumSlots))
        continue;
      Baseline = makeBlock(T->Baselines, T->Memory, U);
      if (!Baseline)
        continue;
      for (uint32_t S = 0; S != U.NumSlots; ++S)
        Baseline[S] = readSlot(Slots, nullptr, S);
    }
}

/// Sets the slots of the calling thread in its chunks to 0. The chunks stay:
/// the code that called fork() may be about to count in them.
static void clearChunks(ThreadRecord &Self) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (uint64_t *Slots = U.IsStatic ? nullptr : slotsInChunk(Self, U))
      clearSlots(Slots, U.NumSlots);
    if (uint64_t *Baseline = Self.Baselines.find(I))
      clearSlots(Baseline, U.NumSlots);
  }
}

void rt::restartThreads() {
  ThreadRecord *Self = Current;
  restartSimulation();
  resetEnded();
  for (ThreadRecord *T = First; T;) {
    ThreadRecord *Next = T->Next;
    if (T != Self && T != &MainThread)
      discardThread(T);
    T = Next;
  }
  clearStaticSlots();
  while (ThreadRecord *T = FirstLate) {
    FirstLate = T->Next;
    if (T != LateRecord)
      giveBackRecord(T);
  }
  if ((FirstLate = LateRecord)) {
    LateRecord->Next = nullptr;
    LateRecord->Tid = currentTid();
    clearChunks(*LateRecord);
  }
  First = Last = nullptr;
  NextIndex = 0;
  if (!Self)
    return;
  if (Self != &MainThread) {
    releaseSlots(MainThread);
    forgetSimulation(MainThread);
  }
  clearChunks(*Self);
  Self->Tid = currentTid();
  append(Self);
}

//===----------------------------------------------------------------------===//
// Counting in chunks
//===----------------------------------------------------------------------===//

/// One instruction on x86-64, hence exact when a signal handler counts too.
static void addTo(uint64_t *Slot, int64_t Step) {
  __atomic_store_n(Slot,
                   __atomic_load_n(Slot, __ATOMIC_RELAXED) + uint64_t(Step),
                   __ATOMIC_RELAXED);
}

/// Calls \p Use, with the lock, with the calling thread's slots of the unit
/// that \p Find returns; not if either is null.
template <typename Finder, typename User>
static void withSlots(Finder Find, User Use) {
  int Saved = errno;
  bool WasKnown = Current || IsLate;
  {
    StateLock Lock;
    const UnitRecord *U = Lock.held() ? Find() : nullptr;
    ThreadRecord *T = !U ? nullptr : IsLate ? lateRecord() : adoptThread();
    uint64_t *Slots = T ? makeSlots(*T, *U) : nullptr;
    if (Slots)
      Use(*U, Slots);
    else if (U)
      warnOfMemory();
  }
  if (!WasKnown && Current)
    watchThread(Current);
  errno = Saved;
}

__attribute__((noinline)) static void countFirst(uint32_t Id, uint32_t Slot,
                                                 int64_t Step) {
  withSlots([&] { return &unit(Id); },
            [&](const UnitRecord &U, uint64_t *Slots) {
              if (Slot < U.NumSlots)
                addTo(Slots + Slot, Step);
            });
}

void rt::countInThread(abi::Unit *U, uint32_t Slot, uint64_t Amount) {
  auto *Pointer = reinterpret_cast<uint8_t **>(
      threadPointer() + __atomic_load_n(&U->ChunkPointer, __ATOMIC_ACQUIRE));
  if (uint8_t *Chunk = *Pointer)
    return addTo(reinterpret_cast<uint64_t *>(Chunk + U->ChunkOffset) + Slot,
                 Amount);
  countFirst(unitNumber(U), Slot, Amount);
}

void rt::countInUnit(uint32_t Unit, uint32_t Slot, int64_t Step) {
  countFirst(Unit, Slot, Step);
}

uint64_t *rt::findSlots(abi::Unit *U) {
  uint64_t *Result = nullptr;
  withSlots(
      [&]() -> const UnitRecord * {
        // Constructors of other libraries may come before those of the unit's.
        registerUnit(U);
        return U->Runtime ? &unit(unitNumber(U)) : nullptr;
      },
      [&](const UnitRecord &, uint64_t *Slots) { Result = Slots; });
  return Result ? Result : U->EarlySlots;
}

void rt::addEarlyCounts(const UnitRecord &U, uint64_t *Slots) {
  uint64_t *Own = Current ? makeSlots(*Current, U)
                          : makeBlock(Others.Blocks, Others.Memory, U);
  if (!Own)
    return warnOfMemory();
  for (uint32_t S = 0; S != U.NumSlots; ++S) {
    Own[S] += Slots[S];
    Slots[S] = 0;
  }
}
