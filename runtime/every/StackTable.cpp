//===- StackTable.cpp - Counts by stack -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/every/StackTable.h"

using namespace udpc::rt;

/// Computes FNV-1a by words, with a final mix; not 0.
static uint64_t hashOf(uint32_t Event, const uint64_t *Frames, uint32_t N) {
  uint64_t Hash = 0xcbf29ce484222325 ^ Event;
  for (uint32_t I = 0; I != N; ++I)
    Hash = (Hash ^ Frames[I]) * 0x100000001b3;
  Hash ^= Hash >> 32;
  return Hash ? Hash : 1;
}

/// Returns the entry with \p Hash, or a free one that has been taken for it;
/// null if there is no room.
StackTable::Entry *StackTable::find(uint64_t Hash) {
  for (uint32_t I = 0; I != NumEntries; ++I) {
    Entry &E = Entries[(Hash + I) % NumEntries];
    uint64_t Found = __atomic_load_n(&E.Hash, __ATOMIC_RELAXED);
    if (Found == Hash)
      return &E;
    if (Found)
      continue;
    if (__atomic_load_n(&NumStacks, __ATOMIC_RELAXED) >= MaxStacks)
      return nullptr;
    if (__atomic_compare_exchange_n(&E.Hash, &Found, Hash, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      __atomic_fetch_add(&NumStacks, 1, __ATOMIC_RELAXED);
      return &E;
    }
    if (Found == Hash)
      return &E;
  }
  return nullptr;
}

/// Returns whether \p S, which was written before its entry was published, is
/// the stack \p Frames.
static bool isStack(const StackTable::Stack &S, uint32_t Event,
                    const uint64_t *Frames, uint32_t NumFrames) {
  if (S.Event != Event || S.NumFrames != NumFrames)
    return false;
  for (uint32_t I = 0; I != NumFrames; ++I)
    if (S.frames()[I] != Frames[I])
      return false;
  return true;
}

bool StackTable::add(uint32_t Event, const uint64_t *Frames, uint32_t NumFrames,
                     uint64_t Count) {
  Entry *E = find(hashOf(Event, Frames, NumFrames));
  if (!E)
    return false;
  uint32_t First = __atomic_load_n(&E->FirstWord, __ATOMIC_ACQUIRE);
  if (!First) {
    // The code that took the entry may have been interrupted by this thread:
    // both prepare the same contents, and one publishes them.
    uint32_t Size = 1 + NumFrames;
    if (__atomic_load_n(&NumUsed, __ATOMIC_RELAXED) > NumWords - 1 - Size)
      return false;
    uint32_t Own = 1 + __atomic_fetch_add(&NumUsed, Size, __ATOMIC_RELAXED);
    if (Own > NumWords - Size)
      return false;
    *reinterpret_cast<Stack *>(Words + Own) = {Event, NumFrames};
    for (uint32_t I = 0; I != NumFrames; ++I)
      Words[Own + 1 + I] = Frames[I];
    if (__atomic_compare_exchange_n(&E->FirstWord, &First, Own, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      First = Own;
  }
  if (!isStack(stackAt(First), Event, Frames, NumFrames))
    return false; // Another stack with the same hash.
  __atomic_fetch_add(&E->Count, Count, __ATOMIC_RELAXED);
  return true;
}
