//===- Units.cpp - Registered translation units ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/Units.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/EveryEvents.h"
#include "runtime/counts/Modules.h"
#include "runtime/counts/TableOrigins.h"
#include "runtime/counts/Threads.h"
#include "runtime/entry/EarlyStorage.h"
#include "runtime/entry/KeepVectors.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

UnitRecord *rt::UnitChunks[MaxUnitChunks];
static uint32_t Count, CostCount, NumClosed;
static SlotPlaces Places;
static uint64_t TotalSlots, MostValues, CostOperations, CostLines, CodeLines;
static bool HaveSites, HaveAlwaysOn;
static bool SupportAnyI1 = true;
static bool WarnedOfVersion, WarnedOfCosts, WarnedOfMemory;

/// The table of units that profile costs, and of units whose table is lost.
static const abi::TableHeader EmptyTable = {
    abi::TableMagic, abi::Version, sizeof(EmptyTable), 0, 0, 0, 0, 0, 0, 0, 0};

/// The cost table of units whose table is lost.
static const struct {
  abi::CostHeader Header;
  char Strings[8];
} EmptyCosts = {{abi::CostMagic,
                 abi::CostVersion,
                 sizeof(EmptyCosts),
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 0,
                 /*StringsSize=*/1,
                 0,
                 0,
                 0,
                 0,
                 /*NumJumps=*/0,
                 0},
                {}};

uint32_t rt::numUnits() { return Count; }
uint32_t rt::numCostUnits() { return CostCount; }
bool rt::supportAnyI1() { return SupportAnyI1; }
uint64_t rt::numCostOperations() { return CostOperations; }
uint64_t rt::numCostLines() { return CostLines; }
uint64_t rt::numSlotsOfUnits() { return TotalSlots; }
uint64_t rt::maxValues() { return MostValues; }
bool rt::anySites() { return HaveSites; }
bool rt::anyAlwaysOn() { return HaveAlwaysOn; }
size_t rt::chunkSize(uint32_t Chunk) { return Places.chunkSize(Chunk); }

void rt::warnOfMemory() {
  if (!WarnedOfMemory)
    warn("out of memory; some of the program's code is not counted");
  WarnedOfMemory = true;
}

/// Returns whether \p U has sites of an event with `every` that are counted
/// apart.
static bool hasPairs(const abi::Unit &U) {
  return U.Every && U.Every->EventUnit != &U &&
         U.Every->Flags & abi::SitesApart;
}
/// Returns whether \p U is the unit of an event with `every` itself.
static bool isOfEvery(const abi::Unit &U) {
  return U.Every && U.Every->EventUnit == &U;
}

/// Assigns a place to the slots of \p U and the words before them.
static bool placeSlots(const abi::Unit &U, UnitRecord &R) {
  R.NumFrontWords = U.Simulation ? U.Simulation->NumWords : 0;
  R.RecordsCalls = libraryCallsOf(U);
  uint64_t Size = R.NumWords + R.NumFrontWords;
  if (Size > UINT32_MAX || !Places.place(uint32_t(Size), R.Place,
                                         isOfEvery(U)  ? abi::EveryAlignment
                                         : hasPairs(U) ? alignof(abi::EveryPair)
                                                       : alignof(uint64_t)))
    return false;
  R.Place.Offset += R.NumFrontWords * sizeof(uint64_t);
  return true;
}

/// Returns a record with a number and slots for \p U; null if there is no room.
static UnitRecord *newRecord(const abi::Unit &U) {
  uint32_t Chunk = Count / UnitChunkSize;
  if (Chunk == MaxUnitChunks)
    return nullptr;
  if (!UnitChunks[Chunk])
    UnitChunks[Chunk] = static_cast<UnitRecord *>(
        mapMemory(UnitChunkSize * sizeof(UnitRecord)));
  if (!UnitChunks[Chunk])
    return nullptr;
  UnitRecord *R = &UnitChunks[Chunk][Count % UnitChunkSize];
  R->NumSlots = U.NumSlots;
  R->HasPairs = hasPairs(U);
  R->NumWords = isOfEvery(U)  ? abi::NumEveryWords
                : R->HasPairs ? U.NumSlots / abi::SlotsOfPair * abi::WordsOfPair
                              : U.NumSlots;
  R->IsStatic = U.Slots != nullptr;
  if (R->IsStatic)
    R->SlotsOffset = reinterpret_cast<intptr_t>(U.Slots()) - threadPointer();
  else if (!placeSlots(U, *R))
    return nullptr;
  TotalSlots += U.NumSlots;
  R->Id = Count++;
  return R;
}

/// Returns the record of a closed library's unit that equals \p U, so that
/// opening a library repeatedly does not use more memory.
static UnitRecord *findClosed(const abi::Unit &U) {
  for (uint32_t I = 0; NumClosed && I != Count; ++I) {
    UnitRecord &R = unit(I);
    if (R.Unit || R.IsStatic ||
        (R.Costs.Header != nullptr) != (U.Costs != nullptr) ||
        R.NumFrontWords != (U.Simulation ? U.Simulation->NumWords : 0))
      continue;
    bool IsSame =
        R.Every || R.HasPairs != hasPairs(U) ? false
        : U.Costs                            ? R.Costs.Size == U.CostsSize &&
                        sameBytes(R.Costs.Header, U.Costs, U.CostsSize)
                  : R.Table && R.View.Header->TotalSize == U.TableSize &&
                        R.HasInstructions ==
                            (U.Lowering == abi::UnitLowering::Instruction) &&
                        sameBytes(R.Table, U.Table, U.TableSize);
    if (IsSame)
      return &R;
  }
  return nullptr;
}

static void setEmptyTable(UnitRecord &R) {
  R.Table = reinterpret_cast<const uint8_t *>(&EmptyTable);
  viewTable(R.Table, sizeof(EmptyTable), R.View);
}

static_assert(SlotPlaces::MaxOffset <= abi::SlotsBias, "differs in sign");

/// Stores in \p U where its code finds the slots of \p R.
static void setPlace(abi::Unit *U, UnitRecord &R) {
  U->ChunkOffset = R.IsStatic ? uint64_t(R.SlotsOffset) : R.Place.Offset;
  U->SlotsDistance = int64_t(U->ChunkOffset) - abi::SlotsBias;
  __atomic_store_n(&U->ChunkPointer, chunkPointer(R), __ATOMIC_RELEASE);
}

static void publish(abi::Unit *U, UnitRecord &R) {
  if (!R.Unit)
    R.Unit = U;
  uintptr_t Number = uintptr_t(R.Id) + 1;
  __atomic_store_n(&U->Runtime, reinterpret_cast<void *>(Number),
                   __ATOMIC_RELEASE);
  if (U->Slots) {
    if (uint64_t *Early = earlyWords(R.SlotsOffset))
      addEarlyCounts(R, Early);
    return;
  }
  if (!R.NumSlots && !R.NumFrontWords)
    return;
  if (U->Simulation) {
    R.NoTables = U->Simulation->NoTables;
    setTablesFor(R);
    if (abi::LibraryCalls *Calls = libraryCallsOf(*U))
      Calls->Distance = callStateDistance();
    else
      connectSimulation(*U->Simulation);
  }
  setPlace(U, R);
  if (U->HasEarlyCounts)
    addEarlyCounts(R, U->EarlySlots);
  U->HasEarlyCounts = 0;
}

/// Refuses \p U for good, because its code calls for slots each time that it
/// counts.
static void refuse(abi::Unit &U) {
  __atomic_store_n(&U.HasEarlyCounts, abi::RefusedUnit, __ATOMIC_RELAXED);
}

static void registerCosts(abi::Unit *U) {
  CostView View;
  if ((!U->Slots && !U->EarlySlots) ||
      !viewCosts(U->Costs, U->CostsSize, View) ||
      View.Header->NumSlots != U->NumSlots || !checkCosts(View)) {
    if (!WarnedOfCosts)
      warn("the cost table of some of the program's code is damaged or of "
           "another version of udpc; this code is not counted; compile it "
           "again");
    WarnedOfCosts = true;
    return refuse(*U);
  }
#if defined(__x86_64__)
  initKeepVectors();
#endif
  UnitRecord *R = U->Slots ? nullptr : findClosed(*U);
  if (R) {
    --NumClosed;
    return publish(U, *R);
  }
  R = newRecord(*U);
  if (!R)
    return warnOfMemory();
  setEmptyTable(*R);
  R->Costs = View;
  R->Index = CostCount++;
  if (View.Header->Flags & abi::SimulatesCaches &&
      !(View.Header->Flags & abi::SupportsAnyI1))
    SupportAnyI1 = false;
  CostOperations += View.Header->NumOperations;
  CostLines += View.Header->NumLines;
  if (View.Header->Flags & abi::SimulatesBranches)
    CodeLines += -CodeLines & (abi::CodeAlignmentOfBranches - 1);
  R->FirstCodeLine = CodeLines;
  CodeLines += View.Header->NumCodeLines;
  publish(U, *R);
}

/// Returns the record of the first unit of the same event with `every`, in
/// whose slots the code of further units counts; null if there is none. Only
/// executables' slots cannot be shared in this way.
static UnitRecord *findEventUnit(const abi::Unit &U, const TableView &View) {
  EveryEvent *E = findEvery(View, *U.Every);
  bool IsSame = E && !U.Slots && countAlike(*E, *U.Every);
  if (E)
    warnOfRule(*E, View, *U.Every, IsSame);
  return IsSame ? &unit(E->Unit) : nullptr;
}

static bool bindToEvent(abi::Unit &U, UnitRecord &R) {
  if (isOfEvery(U))
    return bindEvery(U, R);
  if (R.HasPairs)
    return bindSites(U, R);
  if (R.HasInstructions)
    R.InstructionEvent = static_cast<EveryEvent *>(U.Every->Runtime);
  return true;
}

void rt::registerUnit(abi::Unit *U) {
  if (U->Runtime || isRefused(*U))
    return;
  // Old versions have no field Costs.
  if (U->Version == abi::UnitVersion && U->Costs)
    return registerCosts(U);
  TableView View;
  if (U->Version != abi::UnitVersion ||
      !viewTable(U->Table, U->TableSize, View) ||
      View.Header->NumSlots != U->NumSlots ||
      (!U->Slots && !U->Count && !U->FindSlots &&
       U->Lowering != abi::UnitLowering::Instruction) ||
      (isOfEvery(*U) && U->Every->Event >= View.Header->NumEvents)) {
    if (!WarnedOfVersion)
      warn("some of the program's code is of another version of udpc (",
           uint64_t(U->Version), ", not ", uint64_t(abi::UnitVersion),
           ") and is not counted; compile it again");
    WarnedOfVersion = true;
    return refuse(*U);
  }
  if (U->Every && !isOfEvery(*U)) {
    registerUnit(U->Every->EventUnit);
    if (isRefused(*U->Every->EventUnit))
      refuse(*U);
    if (!U->Every->Runtime)
      return;
  }
  UnitRecord *R = isOfEvery(*U) ? findEventUnit(*U, View)
                  : U->Slots    ? nullptr
                                : findClosed(*U);
  if (R) {
    NumClosed -= !R->Unit;
  } else {
    R = newRecord(*U);
    if (!R)
      return warnOfMemory();
    R->Table = U->Table;
    R->View = View;
    R->Index = R->Id - CostCount;
    R->HasInstructions = U->Lowering == abi::UnitLowering::Instruction;
    if (View.numValues() > MostValues)
      MostValues = View.numValues();
    HaveSites |= View.Header->NumSites != 0;
    HaveAlwaysOn |= View.Header->NumSites != 0 && !R->HasInstructions;
  }
  publish(U, *R);
  if (U->Every && !bindToEvent(*U, *R))
    return warnOfMemory();
  if (U->Lowering == abi::UnitLowering::Call)
    __atomic_store_n(&U->Count,
                     isOfEvery(*U)  ? &countEvery
                     : hasPairs(*U) ? &countEverySite
                                    : &countInThread,
                     __ATOMIC_RELEASE);
}

UnitRecord *rt::registerOwnUnit(abi::Unit *U, const char *Module) {
  U->Version = abi::UnitVersion;
  U->Lowering = abi::UnitLowering::Call;
  U->Count = &countInThread;
  registerUnit(U);
  if (!U->Runtime)
    return nullptr;
  UnitRecord &R = unit(unitNumber(U));
  R.Module = Module;
  return &R;
}

/// Replaces the cost table of \p R, which is about to be unmapped, by its \p
/// Copy, or by an empty one if that is null.
static void keepCosts(UnitRecord &R, const uint8_t *Copy, size_t Size) {
  if (Copy) {
    viewCosts(Copy, Size, R.Costs);
    return;
  }
  R.NumSlots = 0;
  viewCosts(reinterpret_cast<const uint8_t *>(&EmptyCosts), sizeof(EmptyCosts),
            R.Costs);
}

void rt::unregisterUnit(abi::Unit *U) {
  if (!U->Runtime)
    return;
  UnitRecord &R = unit(unitNumber(U));
  // Slots in the executable stay valid. Slots of other units are memory of the
  // runtime, in which code that runs after its library's destructor continues
  // to count.
  if (U->Slots || R.Unit != U)
    return;
  findModules();
  closeCalls(*U);
  R.Unit = nullptr;
  ++NumClosed;
  // The table may have been copied when the library was closed before.
  bool IsCosts = U->Costs != nullptr;
  auto *Own =
      IsCosts ? reinterpret_cast<const uint8_t *>(R.Costs.Header) : R.Table;
  if (Own != (IsCosts ? U->Costs : U->Table))
    return;
  size_t Size = IsCosts ? U->CostsSize : U->TableSize;
  const uint8_t *Copy = copyTable(R, Own, Size);
  if (!Copy)
    warnOfMemory();
  if (IsCosts)
    return keepCosts(R, Copy, Size);
  if (!Copy) {
    // The numbers of other units stay the same.
    R.NumSlots = 0;
    return setEmptyTable(R);
  }
  R.Table = Copy;
  viewTable(Copy, Size, R.View);
}
