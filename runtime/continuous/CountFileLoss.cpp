//===- CountFileLoss.cpp - Handles a truncated file of counts -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/continuous/CountStorage.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CountFile.h"
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static bool isIn(uintptr_t Address, uintptr_t Begin, size_t Size) {
  return Address - Begin < Size;
}

/// Calls \p Each with the begin and the size of each area of \p T in the file.
template <typename Callable>
static void visitAreas(const ThreadRecord &T, Callable Each) {
  if (T.File.File != countFileNumber())
    return;
  uintptr_t Pointer = &T == currentThread() ? threadPointer() : T.ThreadPointer;
  if (T.File.Slots[0] && Pointer)
    Each(Pointer + staticPages().Offset, staticPages().Size);
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I)
    if (T.File.Slots[I + 1] && T.Chunks[I])
      Each(reinterpret_cast<uintptr_t>(T.Chunks[I]), chunkSize(I));
}

/// Replaces all areas of \p T by memory of zeros, with baselines of 0. Does so
/// once: other threads may find the loss at the same time, and the thread may
/// have continued. False if out of memory.
static bool replaceSlots(ThreadRecord &T) {
  // A handler that counts while the areas are replaced would wait for itself.
  SignalSet Blocked = blockSignals();
  auto Before = ThreadInFile::None;
  if (__atomic_compare_exchange_n(&T.File.Lost, &Before,
                                  ThreadInFile::BeingReplaced, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    bool IsGood = true;
    T.File.HasOldBaselines = true;
    visitAreas(T, [&](uintptr_t Begin, size_t Size) {
      IsGood &= mapZeros(reinterpret_cast<void *>(Begin), Size);
    });
    setTablesOf(T);
    Before = IsGood ? ThreadInFile::Replaced : ThreadInFile::NotReplaced;
    __atomic_store_n(&T.File.Lost, Before, __ATOMIC_RELEASE);
  }
  restoreSignals(Blocked);
  // The access that has found the loss is retried meanwhile.
  if (Before == ThreadInFile::BeingReplaced)
    rawSyscall(SYS_sched_yield);
  return Before != ThreadInFile::NotReplaced;
}

static bool replaceSlotsAt(ThreadRecord *T, uintptr_t Address) {
  bool IsFound = false;
  if (T)
    visitAreas(*T, [&](uintptr_t Begin, size_t Size) {
      IsFound |= isIn(Address, Begin, Size);
    });
  return IsFound && replaceSlots(*T);
}

// Finds the thread whose slots contain \p Address. A thread counts only in its
// own slots; those of others are read with the lock. So no record is read that
// another thread may be changing.
static bool replaceAnySlotsAt(uintptr_t Address) {
  if (!holdsStateLock())
    return replaceSlotsAt(currentThread(), Address);
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (replaceSlotsAt(T, Address))
      return true;
  return false;
}

bool rt::replaceCountsAt(const void *Address) {
  if (!hasCountFile())
    return false;
  auto At = reinterpret_cast<uintptr_t>(Address);
  if (!replaceHeaderAt(At) && !replaceAnySlotsAt(At))
    return false;
  giveUpStorage();
  return true;
}

void rt::checkCountFile() {
  if (!hasCountFile() || hasWholeStorage())
    return;
  giveUpStorage();
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->File.File == countFileNumber() && T->File.Areas && !T->HasEnded)
      replaceSlots(*T);
}
