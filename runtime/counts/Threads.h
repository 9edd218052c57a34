//===- Threads.h - Per-thread counts ----------------------------*- C++ -*-===//
//
// A record of each thread. While a thread is running, its counts are in its own
// slots, which no other thread writes; when it ends, nonzero counts are copied
// to its record.
//
// The slots of an executable are static thread-local storage. Libraries' are in
// chunks of memory (counts/SlotPlaces.h) that a thread maps when it first
// counts in a unit that has its place there. The thread's pointers to its
// chunks are in the runtime's own static thread-local storage, where generated
// code and trampolines look for them; they are null until then, and again when
// the thread's counts have been collected.
//
// All functions need the StateLock unless stated otherwise.
//
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

/// An array of slots for each unit that needs one, by number.
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
  /// The values of the slots at the last reset.
  SlotTable Baselines;
  /// While costs are stopped: their values when the baselines were last
  /// adjusted (CostPause.h).
  SlotTable AtAdjustment;
  /// By event number; see EventMasks.cpp.
  SlotTable Masks;
  Pool Memory;
  /// The sorted counts of a thread that has ended.
  abi::CountRec *Ended;
  uint64_t NumEnded;
  size_t EndedBytes;
  /// The number of the log's file that has them; 0 for none.
  uint32_t LoggedEnd;
  /// The thread's start routine.
  void *(*Start)(void *);
  void *Argument;
  /// See SimulationLink.h, if the thread's accesses are simulated.
  ThreadCaches *Caches;
  /// Its tables; null before code outside the executable needs them.
  abi::SimulationTables *Tables;
  /// The calls that it has recorded (CallRecording.h); null without any.
  CallThread *Calls;
  /// The regions that it has open (RegionRecording.h); null without any.
  RegionThread *Regions;
  /// The kernel's counters of the thread (PerfCounts.h); null without any.
  ThreadPerf *Perf;
  /// The number of the thread's timer plus 1 (auto/HotCode.h); 0 is none.
  int SampleTimer;
  /// See addSignalStack in Hooks.h.
  void *SignalStack;
  /// With continuous=1.
  ThreadInFile File;
  ThreadRecord *Previous, *Next;
  ThreadRecord *NextEnded;
};

/// Creates the record of the main thread, which is the caller.
void initThreads(uint64_t MaxEndedThreads);

/// In order of creation, threads that have ended included.
ThreadRecord *firstThread();
/// The sum of the threads beyond `max_threads`; its counts are in its Blocks.
ThreadRecord &otherThreads();
/// The record of the calling thread, or null. Needs no lock.
ThreadRecord *currentThread();

/// Creates the record of a thread that is about to be started; null without
/// memory.
ThreadRecord *createThread();
/// Discards it.
void discardThread(ThreadRecord *T);
/// The record of the calling thread, created if its start was not tracked; null
/// without memory, and for threads that have ended.
ThreadRecord *adoptThread();
/// Called on the new thread. Returns its record: \p T, or the record that a
/// signal handler has created before; takes the lock then.
ThreadRecord *enterThread(ThreadRecord *T);
/// Called on the thread \p T, which ends.
void leaveThread(ThreadRecord *T);

/// After leaveThread: adds what the calling thread has counted since in the
/// executable's slots to the threads that are not kept apart. False if that is
/// nothing.
bool collectStaticCounts();

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
/// on the thread that ends last. Also gathers the counts of code that has moved
/// to another thread. Whoever reads the counts of all threads calls it first,
/// and so it finds out about counts that the file has lost.
void collectLateCounts();

/// Sets the word before the slots (abi::LibrarySimulation) of each unit in the
/// chunks of \p T, or of \p U in those of all threads.
void setTablesOf(ThreadRecord &T);
void setTablesFor(const UnitRecord &U);

/// Writes the counts of \p T, sorted, to \p Out, which has room for
/// numSlotsOfUnits(). Returns how many.
uint64_t collectThread(const ThreadRecord &T, abi::CountRec *Out);

/// Adds the counts of \p T in \p U to the U.NumSlots elements of \p Sums.
void addThread(const ThreadRecord &T, const UnitRecord &U, uint64_t *Sums);

/// Resets all counts of all threads.
void resetThreads();
/// Resets the counts of units that profile costs.
void resetCosts();
/// How often counts were reset or written.
extern uint32_t NumResets;

/// Adds \p Amount to what \p T has counted in a slot of \p U, in which no code
/// counts. False without memory.
bool addToSlot(ThreadRecord &T, const UnitRecord &U, uint32_t Slot,
               int64_t Amount);
inline bool addToFirstSlot(ThreadRecord &T, const UnitRecord &U,
                           int64_t Amount) {
  return addToSlot(T, U, 0, Amount);
}

/// What all threads have counted in a slot, those that have ended too.
int64_t readSlotOfThreads(const UnitRecord &U, uint32_t Slot);

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
/// EarlySlots of \p U, for code that runs without others. Needs no lock.
uint64_t *earlySlots(abi::Unit *U);
/// Adds what has been counted in \p Slots of \p U, and clears them.
void addEarlyCounts(const UnitRecord &U, uint64_t *Slots);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_THREADS_H
