//===- SpareChunks.cpp - Chunks of threads that have ended ----------------===//
//
// A stackful coroutine that has moved to another thread may count in the chunk
// of its previous thread, even after that thread has ended. So the chunks of
// ended threads stay mapped, counts that are added to them are gathered, and
// later threads reuse them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/counts/SparseCounts.h"
#include "runtime/counts/ThreadState.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
/// A chunk of a thread that has ended.
struct SpareChunk {
  uint8_t *Memory;
  SpareChunk *Next;
  /// The counts in Memory that have been gathered, at the same offsets; null if
  /// there are none.
  uint8_t *Gathered;
};
} // namespace

/// Lists of chunks by their number, and unused list elements.
static SpareChunk *Spares[SlotPlaces::MaxChunks], *UnusedSpares;
static Pool SpareMemory;

static void warnOfMovedCounts() {
  static bool HasWarned;
  if (HasWarned)
    return;
  HasWarned = true;
  warn("code compiled with -fPIC counts for threads that have ended, since it "
       "moves between threads. The sums of counts are right unless two threads "
       "count at the same time; compile the code with -fudpc-fibers");
}

/// Calls \p Use with each unit that has slots in \p Spare, a chunk with the
/// number \p I, and with these slots.
template <typename Function>
static void forEachUnit(uint32_t I, const SpareChunk &Spare, Function Use) {
  for (uint32_t N = 0; N != numUnits(); ++N)
    if (const UnitRecord &U = unit(N); !U.IsStatic && U.Place.Chunk == I)
      Use(U, reinterpret_cast<uint64_t *>(Spare.Memory + U.Place.Offset));
}

/// Adds the counts in \p Spare, a chunk with the number \p I, that have not
/// been gathered to the sum of other threads. Code may be counting in the
/// chunk.
static void gatherMoved(uint32_t I, SpareChunk &Spare) {
  bool Any = false;
  forEachUnit(I, Spare, [&](const UnitRecord &U, const uint64_t *Slots) {
    if (!Spare.Gathered && !numCounts(Slots, nullptr, U.NumSlots))
      return;
    if (!Spare.Gathered)
      Spare.Gathered = static_cast<uint8_t *>(mapMemory(chunkSize(I)));
    Slots = withoutPairs(Slots, U);
    if (!Spare.Gathered || !Slots)
      return warnOfMemory();
    auto *Gathered =
        reinterpret_cast<uint64_t *>(Spare.Gathered + U.Place.Offset);
    for (uint32_t S = 0; S != U.NumSlots; ++S) {
      uint64_t Now = readSlot(Slots, nullptr, S);
      abi::CountRec Rec = {U.Id, S, Now - Gathered[S]};
      if (!Rec.Count)
        continue;
      addToOthers(&Rec, 1);
      Gathered[S] = Now;
      Any = true;
    }
  });
  if (!Any)
    return;
  writeOthersToFile(otherThreads());
  warnOfMovedCounts();
}

/// Clears the counts in \p Spare, a chunk with the number \p I.
static void forgetMoved(uint32_t I, SpareChunk &Spare) {
  forEachUnit(I, Spare, [](const UnitRecord &U, uint64_t *Slots) {
    clearWords(Slots, U.NumWords);
  });
  if (Spare.Gathered)
    unmapMemory(Spare.Gathered, chunkSize(I));
  Spare.Gathered = nullptr;
}

void rt::keepChunk(uint32_t I, uint8_t *Memory) {
  if (!mapZeros(Memory, chunkSize(I)))
    return; // The chunk is not reused.
  SpareChunk *Spare = UnusedSpares;
  if (Spare)
    UnusedSpares = Spare->Next;
  else if (!(Spare = SpareMemory.allocateArray<SpareChunk>(1)))
    return;
  *Spare = {Memory, Spares[I], nullptr};
  Spares[I] = Spare;
  forEachUnit(I, *Spare, [](const UnitRecord &U, uint64_t *Slots) {
    setTables(Slots, U, nullptr);
  });
}

uint8_t *rt::makeChunk(uint32_t I) {
  SpareChunk *Spare = Spares[I];
  if (!Spare)
    // Code of libraries treats a lower address as no chunk. Valgrind maps
    // memory at such addresses.
    return static_cast<uint8_t *>(mapMemoryAbove(abi::SlotsBias, chunkSize(I)));
  gatherMoved(I, *Spare);
  forgetMoved(I, *Spare);
  Spares[I] = Spare->Next;
  Spare->Next = UnusedSpares;
  UnusedSpares = Spare;
  return Spare->Memory;
}

void rt::collectMovedCounts() {
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I)
    for (SpareChunk *S = Spares[I]; S; S = S->Next)
      gatherMoved(I, *S);
}

void rt::forgetMovedCounts() {
  for (uint32_t I = 0; I != SlotPlaces::MaxChunks; ++I)
    for (SpareChunk *S = Spares[I]; S; S = S->Next)
      forgetMoved(I, *S);
}
