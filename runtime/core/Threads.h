//===- Threads.h - Who has counted what ------------------------*- C++ -*-===//
//
// A record of each thread. While a thread lives its counts stand in its own
// slots, which no one else writes; when it ends, those that are not 0 are
// copied to its record.
//
// The slots of an executable are static thread-local storage. Libraries' are in
// chunks of memory (logic/SlotPlaces.h) that a thread maps when it first counts
// in a unit that has its place there. The thread's pointers to its chunks are
// in the runtime's own static thread-local storage, where generated code and
// trampolines look for them; they are null until then, and again when the
// thread's counts have been collected.
//
// All functions need the StateLock, but for those that say otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_THREADS_H
#define UDPC_RUNTIME_CORE_THREADS_H

#include "runtime/core/System.h"
#include "runtime/core/Units.h"

namespace udpc {
namespace rt {

/// An array of slots for each unit that needs one.
struct SlotTable {
  uint64_t **Units;
  uint32_t Capacity;

  uint64_t *find(uint32_t Unit) const {
    return Unit < Capacity ? Units[Unit] : nullptr;
  }
};

struct ThreadCaches;

struct ThreadRecord {
  uint64_t Index;
  uint64_t Tid;
  /// 0 while the thread's static slots are out of reach: before it starts,
  /// after it ended, and for threads that we cannot see ending.
  uintptr_t ThreadPointer;
  /// The main thread's storage lasts until the process ends.
  bool IsPermanent;
  bool HasEnded;
  /// Has what the thread's own pointers to chunks have.
  uint8_t *Chunks[SlotPlaces::MaxChunks];
  /// Of otherThreads(): the slots of all units.
  SlotTable Blocks;
  /// What the slots held when the program last set its counts to 0.
  SlotTable Baselines;
  Pool Memory;
  /// What the thread had counted when it ended; sorted.
  abi::CountRec *Ended;
  uint64_t NumEnded;
  size_t EndedBytes;
  /// What the program wants the thread to run.
  void *(*Start)(void *);
  void *Argument;
  /// Of cache/Simulation.h, if the thread's accesses are simulated.
  ThreadCaches *Caches;
  /// Of Hooks.h, if the thread got one.
  void *SignalStack;
  ThreadRecord *Previous, *Next;
  ThreadRecord *NextEnded;
};

/// Makes the record of the main thread, which is the caller.
void initThreads(uint64_t MaxEndedThreads);

/// In order of creation, threads that have ended included.
ThreadRecord *firstThread();
/// The sum of those that are not kept apart; its counts are in its Blocks.
ThreadRecord &otherThreads();
/// The record of the calling thread, or null. Needs no lock.
ThreadRecord *currentThread();

/// The record of a thread that is about to be created; null when there is no
/// memory.
ThreadRecord *createThread();
/// Takes it back.
void discardThread(ThreadRecord *T);
/// The record of the calling thread, made if it is one that we have not seen
/// begin; null when there is no memory, and for threads that have ended.
ThreadRecord *adoptThread();
/// Called on the new thread. Needs no lock.
void enterThread(ThreadRecord *T);
/// Called on the thread \p T, which ends.
void leaveThread(ThreadRecord *T);

/// Where each thread has its pointer to the chunk with the slots of \p U, from
/// its thread pointer. Needs no lock.
int64_t chunkPointer(const UnitRecord &U);

/// The slots of \p U in \p T; null if it has none.
const uint64_t *slotsOf(const ThreadRecord &T, const UnitRecord &U);
inline const uint64_t *baselineOf(const ThreadRecord &T, const UnitRecord &U) {
  return T.Baselines.find(U.Id);
}

/// Gathers the counts that threads have made since they ended: in destructors
/// of thread-specific data that run after ours, and in exit handlers, which run
/// on the thread that ends last.
void gatherLateCounts();

/// Writes the counts of \p T, sorted, to \p Out, which has room for
/// numSlotsOfUnits(). Returns how many.
uint64_t collectThread(const ThreadRecord &T, abi::CountRec *Out);

/// Adds the counts of \p T in \p U to the U.NumSlots elements of \p Sums.
void addThread(const ThreadRecord &T, const UnitRecord &U, uint64_t *Sums);

/// All counts of all threads count from 0 again.
void resetThreads();

/// In the child after fork(): the calling thread is the only one, and has
/// counted nothing.
void restartThreads();

/// abi::Unit::Count of registered units. Takes the lock itself.
void countInThread(abi::Unit *U, uint32_t Slot, uint64_t Amount);
/// The same for the unit of that number, adding \p Step.
void countInUnit(uint32_t Unit, uint32_t Slot, int64_t Step);
/// The calling thread's slots of \p U, made if need be; EarlySlots where that
/// is not possible. Takes the lock itself.
uint64_t *findSlots(abi::Unit *U);
/// Adds what has been counted in \p Slots of \p U, and clears them.
void addEarlyCounts(const UnitRecord &U, uint64_t *Slots);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_THREADS_H
