//===- ThreadState.h - State shared by the files of threads -----*- C++ -*-===//
//
// Internal to Threads.cpp, ThreadSlots.cpp, ThreadCounts.cpp and
// EndedThreads.cpp. All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_THREADSTATE_H
#define UDPC_RUNTIME_COUNTS_THREADSTATE_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

struct ThreadState {
  /// A copy of the record's chunks, which generated code and trampolines read.
  uint8_t *Chunks[SlotPlaces::MaxChunks];
  /// The thread pointer, by which libraries' code finds slots in the
  /// executable's storage as in a chunk. Null until the thread has such slots.
  uint8_t *Self;
  ThreadRecord *Current;
  /// The thread's counts have been collected; further counts are late.
  bool IsLate;
  /// The runtime is looking for slots, and calls functions of the C library,
  /// which may have sites that look for slots, too.
  bool IsFindingSlots;
  /// The record with the chunks of late counts.
  ThreadRecord *LateRecord;
};

/// The state of the calling thread. It is at a fixed distance from the thread
/// pointer: in executables the linker makes it a constant, and a shared runtime
/// (libudpc_rt.so) takes little of the space that the C library reserves for
/// libraries. Declared as __thread because it is plain data, without an
/// initialising function.
extern __thread ThreadState ThisThread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

//===----------------------------------------------------------------------===//
// Threads.cpp
//===----------------------------------------------------------------------===//

/// Returns a record that is in no list; null if out of memory.
ThreadRecord *takeRecord();
void giveBackRecord(ThreadRecord *T);

//===----------------------------------------------------------------------===//
// ThreadSlots.cpp
//===----------------------------------------------------------------------===//

/// Returns the array with the number \p Number in \p Table, created with \p
/// Size elements if necessary; null if out of memory.
uint64_t *makeArray(SlotTable &Table, Pool &Memory, uint32_t Number,
                    uint32_t Size);
/// Returns the block of \p Unit in \p Table, created if necessary; null if out
/// of memory.
uint64_t *makeBlock(SlotTable &Table, Pool &Memory, const UnitRecord &Unit);
/// Returns the slots of \p U in the chunks of \p T, mapped if necessary; null
/// if out of memory. \p T may be another thread, which then finds them when it
/// first counts in that chunk.
uint64_t *makeSlots(ThreadRecord &T, const UnitRecord &U);
/// Returns the slots of \p U in the chunks of \p T; null if it has none.
uint64_t *slotsInChunk(const ThreadRecord &T, const UnitRecord &U);
/// Adds \p Step to \p Slot of the calling thread. One instruction on x86-64,
/// hence exact even if a signal handler counts, too.
inline void addToSlot(uint64_t *Slot, uint64_t Step) {
  __atomic_store_n(Slot, __atomic_load_n(Slot, __ATOMIC_RELAXED) + Step,
                   __ATOMIC_RELAXED);
}
/// Sets the word before the slots of \p U, at \p Slots. They are in a chunk of
/// \p T; null: in a chunk of no thread.
void setTables(uint64_t *Slots, const UnitRecord &U, ThreadRecord *T);
/// Returns \p Slots of \p U as profiles contain them. If \p U has pairs of
/// slots, the result is a copy, which the next call overwrites; null if out of
/// memory.
const uint64_t *withoutPairs(const uint64_t *Slots, const UnitRecord &U);
/// Clears \p NumWords words. Writes only to words that are not 0, so that no
/// page is allocated needlessly.
void clearWords(uint64_t *Slots, uint32_t NumWords);
/// Unmaps the chunks and blocks of \p T.
void releaseSlots(ThreadRecord &T);
/// Sets the calling thread's own static slots to 0.
void clearStaticSlots();
/// Sets the slots in the chunks of \p Self, the calling thread's, to 0. The
/// chunks stay: the code that called fork() may be about to count in them.
void clearChunks(ThreadRecord &Self);

//===----------------------------------------------------------------------===//
// SpareChunks.cpp
//===----------------------------------------------------------------------===//

/// Keeps the chunk with the number \p I at \p Memory, whose thread has ended.
void keepChunk(uint32_t I, uint8_t *Memory);
/// Returns a zeroed chunk with the number \p I; null if out of memory.
uint8_t *makeChunk(uint32_t I);
/// Adds the counts that code has made in chunks of ended threads, after moving
/// to another thread, to the sum of other threads.
void collectMovedCounts();
/// Clears the moved counts, which are the parent's, in the child after fork().
void forgetMovedCounts();

//===----------------------------------------------------------------------===//
// ThreadCounts.cpp
//===----------------------------------------------------------------------===//

/// Returns how many counts collectThread writes for \p T, which has not ended.
uint64_t numCountsOf(const ThreadRecord &T);
/// Adds \p Counts to the sum of other threads.
void addToOthers(const abi::CountRec *Counts, uint64_t N);
/// Adds the counts of a running thread to the sum of other threads.
void addSlotsToOthers(const ThreadRecord &T);

//===----------------------------------------------------------------------===//
// EndedThreads.cpp
//===----------------------------------------------------------------------===//

/// Keeps at most \p N ended threads apart.
void setMaxEndedThreads(uint64_t N);
/// Adds to a slot of a thread that has ended, like addToSlot().
bool addToEnded(ThreadRecord &T, uint32_t Unit, uint32_t Slot, int64_t Amount);
/// Returns a record for late counts of the calling thread; null if out of
/// memory.
ThreadRecord *lateRecord();
/// Returns the list of records for late counts, linked by Next.
ThreadRecord *firstLateRecord();
/// Releases the memory of the counts that \p T had when it ended, if any.
void releaseEnded(ThreadRecord &T);
/// Discards the counts of \p T, which has ended, in units that profile costs.
void discardEndedCosts(ThreadRecord &T);
/// Discards the counts of all threads that have ended.
void discardEndedThreads();
/// The same, but leaves their records to the caller.
void forgetEndedThreads();
/// Called in the child after fork(), in which the calling thread is the only
/// one.
void restartLateThreads();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_THREADSTATE_H
