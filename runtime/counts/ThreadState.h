//===- ThreadState.h - What the files of threads share ----------*- C++ -*-===//
//
// Internal to Threads.cpp, ThreadSlots.cpp, ThreadCounts.cpp and
// EndedThreads.cpp. All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_THREADSTATE_H
#define UDPC_RUNTIME_COUNTS_THREADSTATE_H

#include "runtime/counts/Threads.h"

namespace udpc {
namespace rt {

struct ThreadState {
  /// A copy of the record's: what generated code and trampolines look at.
  uint8_t *Chunks[SlotPlaces::MaxChunks];
  /// The thread pointer: libraries' code finds slots in the executable's
  /// storage by it, as by a chunk. Null until then.
  uint8_t *Self;
  ThreadRecord *Current;
  /// The thread's counts have been collected; further counts are late.
  bool IsLate;
  /// The runtime is looking for slots, and calls functions of the C library,
  /// which may have sites that look for slots.
  bool IsFindingSlots;
  /// Holds the chunks in which it counts then.
  ThreadRecord *LateRecord;
};

/// The state of the calling thread.
// At a fixed distance from the thread pointer: the linker makes it a constant
// in executables, and a shared runtime (libudpc_rt.so) takes little of what the
// C library has left for libraries.
// __thread: plain data, without a function in between.
extern __thread ThreadState ThisThread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

//===----------------------------------------------------------------------===//
// Threads.cpp
//===----------------------------------------------------------------------===//

/// A record that is in no list; null without memory.
ThreadRecord *takeRecord();
void giveBackRecord(ThreadRecord *T);

//===----------------------------------------------------------------------===//
// ThreadSlots.cpp
//===----------------------------------------------------------------------===//

/// The array of \p Number in \p Table, created with \p Size elements if
/// necessary; null without memory.
uint64_t *makeArray(SlotTable &Table, Pool &Memory, uint32_t Number,
                    uint32_t Size);
/// The block of \p Unit in \p Table, created if necessary; null without memory.
uint64_t *makeBlock(SlotTable &Table, Pool &Memory, const UnitRecord &Unit);
/// The slots of \p U in the chunks of \p T, mapped if necessary; null without
/// memory. \p T may be another thread, which then finds them when it first
/// counts in that chunk.
uint64_t *makeSlots(ThreadRecord &T, const UnitRecord &U);
/// The slots of \p U in the chunks of \p T; null if it has none.
uint64_t *slotsInChunk(const ThreadRecord &T, const UnitRecord &U);
/// Adds \p Step to \p Slot of the calling thread.
// One instruction on x86-64, hence exact when a signal handler counts too.
inline void addToSlot(uint64_t *Slot, uint64_t Step) {
  __atomic_store_n(Slot, __atomic_load_n(Slot, __ATOMIC_RELAXED) + Step,
                   __ATOMIC_RELAXED);
}
/// Sets the word before the slots of \p U, at \p Slots. They are in a chunk of
/// \p T; null: of no thread.
void setTables(uint64_t *Slots, const UnitRecord &U, ThreadRecord *T);
/// \p Slots of \p U as profiles have them. If \p U has pairs of slots, the
/// result is a copy, which the next call overwrites; null without memory.
const uint64_t *withoutPairs(const uint64_t *Slots, const UnitRecord &U);
/// Clears \p NumWords words. Writes only to those that are not 0, so that no
/// page is allocated in vain.
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

/// Keeps the chunk of number \p I at \p Memory, whose thread has ended.
void keepChunk(uint32_t I, uint8_t *Memory);
/// Returns a zeroed chunk of number \p I; null without memory.
uint8_t *makeChunk(uint32_t I);
/// Gathers the counts that code which has moved to another thread has made in
/// chunks of ended threads. Adds them to those of the threads that are not kept
/// apart.
void collectMovedCounts();
/// Clears these counts, which are the parent's, in the child after fork().
void forgetMovedCounts();

//===----------------------------------------------------------------------===//
// ThreadCounts.cpp
//===----------------------------------------------------------------------===//

/// How many counts collectThread writes of \p T, which has not ended.
uint64_t numCountsOf(const ThreadRecord &T);
/// Adds \p Counts to those of `others`.
void addToOthers(const abi::CountRec *Counts, uint64_t N);
/// The same for a running thread, one count at a time.
void addSlotsToOthers(const ThreadRecord &T);

//===----------------------------------------------------------------------===//
// EndedThreads.cpp
//===----------------------------------------------------------------------===//

/// Keeps at most \p N ended threads apart.
void setMaxEndedThreads(uint64_t N);
/// addToSlot for a thread that has ended.
bool addToEnded(ThreadRecord &T, uint32_t Unit, uint32_t Slot, int64_t Amount);
/// A record for the calling thread, whose counts have been collected; null
/// without memory.
ThreadRecord *lateRecord();
/// The list of those, by Next.
ThreadRecord *firstLateRecord();
/// Discards the counts of \p T, which has ended, in units that profile costs.
void discardEndedCosts(ThreadRecord &T);
/// Discards the counts of all threads that have ended.
void discardEndedThreads();
/// In the child after fork(): the calling thread is the only one.
void restartLateThreads();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_THREADSTATE_H
