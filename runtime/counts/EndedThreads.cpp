//===- EndedThreads.cpp - Counts of threads that end ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/base/Bytes.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/SparseCounts.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/EventChanges.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/interfaces/RegionRecording.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/system/Process.h"
#include <errno.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static ThreadRecord *FirstEnded, *LastEnded;
static ThreadRecord *FirstLate;
static uint64_t NumEnded, MaxEnded;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// The counts of most threads take less than a page. They share pages, since a
// fork takes time for each page of the process: sizes are powers of two.
constexpr size_t LeastBlock = 64, LargestBlock = 2048;

namespace {
struct FreeBlock {
  FreeBlock *Next;
};
} // namespace

static Pool BlockMemory;
/// By the logarithm of the size in units of LeastBlock.
static FreeBlock *FreeBlocks[6];
static_assert(LeastBlock << 5 == LargestBlock, "the last");

static FreeBlock *&freeBlocks(size_t Size) {
  return FreeBlocks[__builtin_ctzll(Size / LeastBlock)];
}

/// Makes room for \p N counts, which are 0, in \p Bytes bytes. Null if out of
/// memory.
static abi::CountRec *takeCounts(uint64_t N, size_t &Bytes) {
  Bytes = N * sizeof(abi::CountRec);
  if (Bytes > LargestBlock)
    return static_cast<abi::CountRec *>(mapMemory(Bytes));
  size_t Size = LeastBlock;
  while (Size < Bytes)
    Size *= 2;
  Bytes = Size;
  FreeBlock *&Free = freeBlocks(Size);
  if (!Free)
    return static_cast<abi::CountRec *>(BlockMemory.allocate(Size));
  void *Block = Free;
  Free = Free->Next;
  clearBytes(Block, Size);
  return static_cast<abi::CountRec *>(Block);
}

void rt::releaseEnded(ThreadRecord &T) {
  if (T.EndedBytes > LargestBlock) {
    unmapMemory(T.Ended, T.EndedBytes);
  } else if (T.Ended) {
    auto *Block = reinterpret_cast<FreeBlock *>(T.Ended);
    FreeBlock *&Free = freeBlocks(T.EndedBytes);
    Block->Next = Free;
    Free = Block;
  }
  T.Ended = nullptr;
  T.NumEnded = T.EndedBytes = 0;
}

//===----------------------------------------------------------------------===//
// Ends of threads
//===----------------------------------------------------------------------===//

void rt::setMaxEndedThreads(uint64_t N) { MaxEnded = N; }

static void mergeOldestEnded() {
  ThreadRecord *T = FirstEnded;
  FirstEnded = T->NextEnded;
  if (!FirstEnded)
    LastEnded = nullptr;
  --NumEnded;
  addToOthers(T->Ended, T->NumEnded);
  if (T->NumEnded)
    writeOthersToFile(*T);
  mergeSimulation(otherThreads(), *T);
  discardThread(T);
}

void rt::leaveThread(ThreadRecord *T) {
  checkCountFile();
  if (T->IsPermanent)
    return;
  // Its storage is accessible, even if other threads could not access it,
  // because it is the calling thread.
  T->ThreadPointer = threadPointer();
  subtractMasked(*T);
  leaveRegions(*T);
  excludeStoppedCosts(*T);
  leavePerf(*T);
  uint64_t N = numCountsOf(*T);
  size_t Bytes = 0;
  abi::CountRec *Ended = N ? takeCounts(N, Bytes) : nullptr;
  if (Ended) {
    collectThread(*T, Ended);
  } else if (N) {
    addSlotsToOthers(*T);
    writeOthersToFile(*T);
    N = 0;
  }
  T->Ended = Ended;
  T->NumEnded = N;
  T->EndedBytes = Bytes;
  endThreadInFile(*T);
  T->ThreadPointer = 0;
  clearBytes(ThisThread.Chunks, sizeof(ThisThread.Chunks));
  ThisThread.Current = nullptr;
  ThisThread.IsLate = true;
  clearStaticSlots();
  leaveSimulation(*T);
  leaveCalls(*T);
  if (!N) {
    mergeSimulation(otherThreads(), *T);
    return discardThread(T);
  }

  T->HasEnded = true;
  releaseSlots(*T);
  (LastEnded ? LastEnded->NextEnded : FirstEnded) = T;
  LastEnded = T;
  if (++NumEnded > MaxEnded)
    mergeOldestEnded();
}

/// Calls \p Use with each static slot of the calling thread that is not 0.
template <typename Function> static void forEachStaticCount(Function Use) {
  for (uint32_t I = 0; I != numUnits(); ++I) {
    const UnitRecord &U = unit(I);
    if (!U.IsStatic)
      continue;
    auto *Slots =
        reinterpret_cast<const uint64_t *>(threadPointer() + U.SlotsOffset);
    for (uint32_t S = 0; S != U.NumSlots; ++S)
      if (Slots[S])
        Use(abi::CountRec{I, S, Slots[S]});
  }
}

bool rt::collectStaticCounts() {
  if (!ThisThread.IsLate)
    return false;
  bool Any = false;
  forEachStaticCount([&](const abi::CountRec &Rec) {
    addToOthers(&Rec, 1);
    Any = true;
  });
  if (!Any)
    return false;
  clearStaticSlots();
  writeOthersToFile(otherThreads());
  return true;
}

bool rt::addToEnded(ThreadRecord &T, uint32_t Unit, uint32_t Slot,
                    int64_t Amount) {
  auto IsBefore = [&](const abi::CountRec &C) {
    return C.Unit < Unit || (C.Unit == Unit && C.Slot < Slot);
  };
  uint64_t At = 0;
  while (At != T.NumEnded && IsBefore(T.Ended[At]))
    ++At;
  if (At != T.NumEnded && T.Ended[At].Unit == Unit &&
      T.Ended[At].Slot == Slot) {
    T.Ended[At].Count += uint64_t(Amount);
    if (!T.Ended[At].Count) {
      // Only counts other than 0 are stored.
      --T.NumEnded;
      for (; At != T.NumEnded; ++At)
        T.Ended[At] = T.Ended[At + 1];
    }
    return true;
  }
  uint64_t Number = T.NumEnded + 1;
  size_t Bytes;
  abi::CountRec *Larger = takeCounts(Number, Bytes);
  if (!Larger)
    return false;
  copyBytes(Larger, T.Ended, At * sizeof(*Larger));
  Larger[At] = {Unit, Slot, uint64_t(Amount)};
  copyBytes(Larger + At + 1, T.Ended + At, (T.NumEnded - At) * sizeof(*Larger));
  releaseEnded(T);
  T.Ended = Larger;
  T.EndedBytes = Bytes;
  T.NumEnded = Number;
  return true;
}

void rt::discardEndedCosts(ThreadRecord &T) {
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != T.NumEnded; ++I)
    if (!unit(T.Ended[I].Unit).Costs.Header)
      T.Ended[Kept++] = T.Ended[I];
  if (Kept == T.NumEnded)
    return;
  T.NumEnded = Kept;
  writeEndedToFile(T);
}

void rt::discardEndedThreads() {
  while (FirstEnded) {
    // Discards its counts, too.
    FirstEnded->NumEnded = 0;
    mergeOldestEnded();
  }
  forgetEndedThreads();
}

void rt::forgetEndedThreads() {
  FirstEnded = LastEnded = nullptr;
  NumEnded = 0;
  ThreadRecord &Others = otherThreads();
  Others.Memory.release();
  Others.Blocks = {};
  releaseSimulation(Others);
}

//===----------------------------------------------------------------------===//
// Counts of a thread after its end
//===----------------------------------------------------------------------===//

/// Adds the counts of \p T since the last call to the sum of other threads. The
/// thread may be counting.
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

// Threads may count after their end has been handled, and their final end is
// not seen: their chunks are reused when another thread counts after its end.
ThreadRecord *rt::lateRecord() {
  if (ThisThread.LateRecord)
    return ThisThread.LateRecord;
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
  ThisThread.LateRecord = takeRecord();
  if (ThisThread.LateRecord) {
    ThisThread.LateRecord->Tid = currentTid();
    ThisThread.LateRecord->Next = FirstLate;
    FirstLate = ThisThread.LateRecord;
  }
  return ThisThread.LateRecord;
}

ThreadRecord *rt::firstLateRecord() { return FirstLate; }

void rt::collectLateCounts() {
  checkCountFile();
  for (ThreadRecord *T = FirstLate; T; T = T->Next)
    gatherLate(*T);
  collectMovedCounts();
  if (!ThisThread.IsLate)
    return;
  ThreadRecord Late = {};
  Late.ThreadPointer = threadPointer();
  addSlotsToOthers(Late);
  clearStaticSlots();
}

void rt::restartLateThreads() {
  while (ThreadRecord *T = FirstLate) {
    FirstLate = T->Next;
    if (T != ThisThread.LateRecord)
      giveBackRecord(T);
  }
  if ((FirstLate = ThisThread.LateRecord)) {
    ThisThread.LateRecord->Next = nullptr;
    ThisThread.LateRecord->Tid = currentTid();
    clearChunks(*ThisThread.LateRecord);
  }
}
