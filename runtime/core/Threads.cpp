//===- Threads.cpp - Who has counted what ---------------------------------===//

#include "runtime/core/Threads.h"
#include "runtime/core/Hooks.h"
#include "runtime/core/Simulation.h"
#include "runtime/logic/SparseCounts.h"
#include "sanitizer_common/sanitizer_libc.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

// The runtime is linked into executables only, so its own thread-local storage
// is at a fixed distance from the thread pointer too.
// __thread: plain data, without a function in between.
#define THREAD_LOCAL static __thread __attribute__((tls_model("local-exec")))

/// A copy of the record's Blocks: what countInThread and trampolines look at.
THREAD_LOCAL SlotTable ThreadBlocks;
THREAD_LOCAL ThreadRecord *Current;
/// The thread's counts have been collected; what it counts now is late.
THREAD_LOCAL bool IsLate;

static ThreadRecord MainThread, Others;
static ThreadRecord *First, *Last;
static ThreadRecord *FirstEnded, *LastEnded;
static ThreadRecord *Unused;
static Pool Records;
static uint64_t NextIndex, NumEnded, MaxEnded;

ThreadRecord *rt::firstThread() { return First; }
ThreadRecord &rt::otherThreads() { return Others; }
ThreadRecord *rt::currentThread() { return Current; }

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

ThreadRecord *rt::createThread() {
  ThreadRecord *T = Unused;
  if (T)
    Unused = T->Next;
  else
    T = Records.allocateArray<ThreadRecord>(1);
  if (T)
    append(T);
  return T;
}

void rt::discardThread(ThreadRecord *T) {
  (T->Previous ? T->Previous->Next : First) = T->Next;
  (T->Next ? T->Next->Previous : Last) = T->Previous;
  forgetSimulation(*T);
  T->Memory.release();
  unmapMemory(T->Ended, T->EndedBytes);
  internal_memset(T, 0, sizeof(*T));
  T->Next = Unused;
  Unused = T;
}

ThreadRecord *rt::adoptThread() {
  if (Current || IsLate)
    return Current;
  // Not one of pthread_create's that we know of (the C library's own for
  // SIGEV_THREAD, or a bare clone): we may never see it end, so its own storage
  // is not to be looked at by others.
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

/// The block of \p Unit in \p Table, made if need be; null without memory.
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

const uint64_t *rt::slotsOf(const ThreadRecord &T, const UnitRecord &U) {
  if (!U.IsInline || &T == &Others)
    return T.Blocks.find(U.Id);
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

void rt::addThread(const ThreadRecord &T, const UnitRecord &U, uint64_t *Sums) {
  if (T.HasEnded) {
    for (uint64_t I = 0; I != T.NumEnded; ++I)
      if (T.Ended[I].Unit == U.Id)
        Sums[T.Ended[I].Slot] += T.Ended[I].Count;
    return;
  }
  const uint64_t *Baseline = baselineOf(T, U);
  if (const uint64_t *Slots = slotsOf(T, U))
    for (uint32_t I = 0; I != U.NumSlots; ++I)
      Sums[I] += readSlot(Slots, Baseline, I);
}

//===----------------------------------------------------------------------===//
// The end of a thread
//===----------------------------------------------------------------------===//

/// Adds \p Counts to those that are not kept apart.
static void addToOthers(const abi::CountRec *Counts, uint64_t N) {
  for (uint64_t I = 0; I != N; ++I) {
    uint64_t *Block =
        makeBlock(Others.Blocks, Others.Memory, unit(Counts[I].Unit));
    if (Block)
      Block[Counts[I].Slot] += Counts[I].Count;
  }
}

/// The same for a thread that lives, one count at a time.
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

/// Sets the calling thread's own inline slots to 0. Only those that are not, so
/// that no page is touched in vain.
static void clearInlineSlots() {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.IsInline)
      continue;
    auto *Slots = reinterpret_cast<uint64_t *>(threadPointer() + U.SlotsOffset);
    for (uint32_t S = 0; S != U.NumSlots; ++S)
      if (Slots[S])
        Slots[S] = 0;
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
  // Also when it was out of reach for others: now it is the caller.
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
  ThreadBlocks = {};
  Current = nullptr;
  IsLate = true;
  clearInlineSlots();
  leaveSimulation(*T);
  if (!N) {
    mergeSimulation(Others, *T);
    return discardThread(T);
  }

  T->Ended = Ended;
  T->NumEnded = N;
  T->EndedBytes = Bytes;
  T->HasEnded = true;
  T->Memory.release();
  T->Blocks = T->Baselines = {};
  (LastEnded ? LastEnded->NextEnded : FirstEnded) = T;
  LastEnded = T;
  if (++NumEnded > MaxEnded)
    forgetOldestEnded();
}

void rt::gatherLateCounts() {
  if (!IsLate)
    return;
  ThreadRecord Late = {};
  Late.ThreadPointer = threadPointer();
  addSlotsToOthers(Late);
  clearInlineSlots();
}

//===----------------------------------------------------------------------===//
// Reset and fork
//===----------------------------------------------------------------------===//

static void resetEnded() {
  while (FirstEnded) {
    // A thread without counts need not be kept.
    FirstEnded->NumEnded = 0;
    forgetOldestEnded();
  }
  Others.Memory.release();
  Others.Blocks = {};
  forgetSimulation(Others);
}

void rt::resetThreads() {
  resetSimulation();
  gatherLateCounts();
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

/// Sets the blocks of \p Table to 0. They stay: a signal handler may have
/// called fork() between two instructions that count in one.
static void clearBlocks(const SlotTable &Table) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (uint64_t *Block = Table.find(I))
      internal_memset(Block, 0, unit(I).NumSlots * sizeof(uint64_t));
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
  clearInlineSlots();
  First = Last = nullptr;
  NextIndex = 0;
  if (!Self)
    return;
  if (Self != &MainThread) {
    MainThread.Memory.release();
    forgetSimulation(MainThread);
  }
  clearBlocks(Self->Blocks);
  clearBlocks(Self->Baselines);
  Self->Tid = currentTid();
  append(Self);
}

//===----------------------------------------------------------------------===//
// Counting by calls
//===----------------------------------------------------------------------===//

/// One instruction on x86-64, hence exact when a signal handler counts too.
static void addTo(uint64_t *Slot, int64_t Step) {
  __atomic_store_n(Slot,
                   __atomic_load_n(Slot, __ATOMIC_RELAXED) + uint64_t(Step),
                   __ATOMIC_RELAXED);
}

__attribute__((noinline)) static void countFirst(uint32_t Id, uint32_t Slot,
                                                 int64_t Step) {
  int Saved = errno;
  bool WasKnown = Current || IsLate;
  {
    StateLock Lock;
    if (!Lock.held())
      return;
    const UnitRecord &Unit = unit(Id);
    if (Slot >= Unit.NumSlots)
      return;
    ThreadRecord *T = IsLate ? &Others : adoptThread();
    uint64_t *Block = T ? makeBlock(T->Blocks, T->Memory, Unit) : nullptr;
    if (Block)
      addTo(Block + Slot, Step);
    if (T && T != &Others)
      ThreadBlocks = T->Blocks;
  }
  if (!WasKnown && Current)
    watchThread(Current);
  errno = Saved;
}

void rt::countInThread(abi::Unit *U, uint32_t Slot, uint64_t Amount) {
  if (uint64_t *Block = ThreadBlocks.find(unitNumber(U)))
    return addTo(Block + Slot, Amount);
  countFirst(unitNumber(U), Slot, Amount);
}

void rt::countInUnit(uint32_t Unit, uint32_t Slot, int64_t Step) {
  countFirst(Unit, Slot, Step);
}

const SlotTable &rt::threadBlocks() { return ThreadBlocks; }
