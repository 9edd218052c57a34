//===- Threads.h - Per-thread counts ----------------------------*- C++ -*-===//
//
// A record of each thread. While a thread runs, its counts are in its own
// slots, which no other thread writes; when it ends, nonzero counts are copied
// to its record.
//
// The slots of an executable are static thread-local storage. Libraries' slots
// are in chunks of memory (counts/SlotPlaces.h) that a thread maps when it
// first counts in a unit with its place there. The thread's pointers to its
// chunks are in the runtime's own static thread-local storage, where generated
// code and trampolines find them; they are null until then, and again when the
// thread's counts have been collected.
//
// All functions need the StateLock unless stated otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_THREADS_H
#define UDPC_RUNTIME_COUNTS_THREADS_H

#include "runtime/counts/Units.h"
#include "runtime/interfaces/CountFile.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

static_assert(abi::ThreadAreas::Count == SlotPlaces::MaxChunks + 1,
              "one for the executable");

/// Arrays of slots for units, by the units' numbers; null where there is none.
struct SlotTable {
  uint64_t **Units;
  uint32_t Capacity;

  uint64_t *find(uint32_t Unit) const {
    return Unit < Capacity ? Units[Unit] : nullptr;
  }
};

struct CallThread;
struct RegionThread;
struct ThreadCaches;
struct ThreadPerf;

/// The counts and states of a thread.
struct ThreadRecord {
  uint64_t Index;
  uint64_t Tid;
  /// 0 while the thread's static slots are inaccessible: before it starts,
  /// after it has ended, and for threads whose end we cannot see.
  uintptr_t ThreadPointer;
  /// The main thread's storage lasts until the process ends.
  bool IsPermanent;
  bool HasEnded;
  /// Copies of the thread's own pointers to chunks.
  uint8_t *Chunks[SlotPlaces::MaxChunks];
  /// In otherThreads(): the slots of all units.
  SlotTable Blocks;
  /// The values of the slots at the last reset.
  SlotTable Baselines;
  /// While costs are stopped: the slots' values when the baselines were last
  /// adjusted (CostPause.h).
  SlotTable AtAdjustment;
  /// Masks by event number; see EventMasks.cpp.
  SlotTable Masks;
  Pool Memory;
  /// The sorted counts of a thread that has ended.
  abi::CountRec *Ended;
  uint64_t NumEnded;
  size_t EndedBytes;
  /// The number of the log's file that has the counts at the end; 0 for none.
  uint32_t LoggedEnd;
  /// The thread's start routine.
  void *(*Start)(void *);
  void *Argument;
  /// State of the simulation (SimulationLink.h), if the thread's accesses are
  /// simulated.
  ThreadCaches *Caches;
  /// The simulation's tables; null until code outside the executable needs
  /// them.
  abi::SimulationTables *Tables;
  /// The recorded calls (CallRecording.h); null if there are none.
  CallThread *Calls;
  /// The open regions (RegionRecording.h); null if there are none.
  RegionThread *Regions;
  /// The kernel's counters of the thread (PerfCounts.h); null if there are
  /// none.
  ThreadPerf *Perf;
  /// The number of the thread's timer plus 1 (auto/HotCode.h); 0 is none.
  int SampleTimer;
  /// See addSignalStack in Hooks.h.
  void *SignalStack;
  /// State in the file of counts, with continuous=1.
  ThreadInFile File;
  ThreadRecord *Previous, *Next;
  ThreadRecord *NextEnded;
};

/// Creates the record of the main thread, which is the caller.
void initThreads(uint64_t MaxEndedThreads);

/// Returns the list of threads in order of creation, ended ones included.
ThreadRecord *firstThread();
/// Returns the sum of the threads beyond `max_threads`; its counts are in its
/// Blocks.
ThreadRecord &otherThreads();
/// Returns the record of the calling thread, or null. Needs no lock.
ThreadRecord *currentThread();

/// Creates the record of a thread that is about to be started; null if out of
/// memory.
ThreadRecord *createThread();
/// Discards the record of a thread.
void discardThread(ThreadRecord *T);
/// Returns the record of the calling thread, created if its start was not
/// tracked; null if out of memory, and for threads that have ended.
ThreadRecord *adoptThread();
/// Called on the new thread. Returns its record: \p T, or the record that a
/// signal handler has created before; in that case takes the lock.
ThreadRecord *enterThread(ThreadRecord *T);
/// Called on the thread \p T before it ends.
void leaveThread(ThreadRecord *T);

/// Adds the calling thread's counts in the executable's slots since leaveThread
/// to the sum of other threads. False if there are none.
bool collectStaticCounts();

/// Returns the distance from the thread pointer to each thread's pointer to the
/// chunk with the slots of \p U. Needs no lock.
int64_t chunkPointer(const UnitRecord &U);

/// Returns the slots of \p U in \p T; null if it has none.
const uint64_t *slotsOf(const ThreadRecord &T, const UnitRecord &U);
inline const uint64_t *baselineOf(const ThreadRecord &T, const UnitRecord &U) {
  return T.Baselines.find(U.Id);
}

/// Gathers the counts that threads have made since they ended: in destructors
/// of thread-specific data that run after ours, and in exit handlers, which run
/// on the thread that ends last. Also gathers the counts of code that has moved
/// to another thread. To be called before the counts of all threads are read;
/// so it also detects counts that the file has lost.
void collectLateCounts();

/// Set the word before the slots (abi::LibrarySimulation) of each unit in the
/// chunks of \p T, or of \p U in the chunks of all threads.
void setTablesOf(ThreadRecord &T);
void setTablesFor(const UnitRecord &U);

/// Writes the counts of \p T, sorted, to \p Out, which has room for
/// numSlotsOfUnits(). Returns the number written.
uint64_t collectThread(const ThreadRecord &T, abi::CountRec *Out);

/// Adds the counts of \p T in \p U to the U.NumSlots elements of \p Sums.
void addThread(const ThreadRecord &T, const UnitRecord &U, uint64_t *Sums);

/// Resets all counts of all threads.
void resetThreads();
/// Resets the counts of units that profile costs.
void resetCosts();
/// How often counts were reset or written.
extern uint32_t NumResets;

/// Adds \p Amount to the count of \p T in a slot of \p U, in which no code
/// counts. False if out of memory.
bool addToSlotOf(ThreadRecord &T, const UnitRecord &U, uint32_t Slot,
                 int64_t Amount);
inline bool addToFirstSlot(ThreadRecord &T, const UnitRecord &U,
                           int64_t Amount) {
  return addToSlotOf(T, U, 0, Amount);
}

/// Returns the count of all threads in a slot, ended ones included.
int64_t readSlotOfThreads(const UnitRecord &U, uint32_t Slot);

/// Called in the child after fork(), in which the calling thread is the only
/// one and has counted nothing.
void restartThreads();

/// abi::Unit::Count of registered units. Takes the lock itself.
void countInThread(abi::Unit *U, uint32_t Slot, uint64_t Amount);
/// Counts like countInThread(), for the unit with that number, by \p Step.
void countInUnit(uint32_t Unit, uint32_t Slot, int64_t Step);
/// Returns the calling thread's slots of \p U, created if necessary; EarlySlots
/// if that is impossible. Takes the lock itself.
uint64_t *findSlots(abi::Unit *U);
/// Returns EarlySlots of \p U, for code that runs without slots of a thread.
/// Needs no lock.
uint64_t *earlySlots(abi::Unit *U);
/// Adds the counts in \p Slots of \p U, and clears them.
void addEarlyCounts(const UnitRecord &U, uint64_t *Slots);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_THREADS_H
