//===- Units.cpp - Registered translation units ---------------------------===//

#include "runtime/core/Units.h"
#include "runtime/core/Modules.h"
#include "runtime/core/System.h"
#include "runtime/core/Threads.h"
#include "runtime/logic/Bytes.h"

using namespace udpc;
using namespace udpc::rt;

UnitRecord *rt::UnitChunks[MaxUnitChunks];
static uint32_t Count, CostCount, NumClosed;
static SlotPlaces Places;
static uint64_t TotalSlots, MostValues, CostOperations, CostLines, CodeLines;
static bool HaveSites, HaveAlwaysOn;
static bool SupportAnyI1 = true;
static bool WarnedOfVersion, WarnedOfCosts, WarnedOfMemory;

/// The table of units that have none, or whose table is lost.
static const abi::TableHeader EmptyTable = {
    abi::TableMagic, abi::Version, sizeof(EmptyTable), 0, 0, 0, 0, 0, 0, 0, 0};

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

static UnitRecord *newRecord() {
  uint32_t Chunk = Count / UnitChunkSize;
  if (Chunk == MaxUnitChunks)
    return nullptr;
  if (!UnitChunks[Chunk])
    UnitChunks[Chunk] = static_cast<UnitRecord *>(
        mapMemory(UnitChunkSize * sizeof(UnitRecord)));
  if (!UnitChunks[Chunk])
    return nullptr;
  UnitRecord *R = &UnitChunks[Chunk][Count % UnitChunkSize];
  R->Id = Count++;
  return R;
}

/// A library that is closed and opened again reuses its old record, so repeated
/// loading does not use more memory.
static UnitRecord *findClosed(const abi::Unit &U) {
  for (uint32_t I = 0; NumClosed && I != Count; ++I) {
    UnitRecord &R = unit(I);
    if (!R.Unit && R.Table && R.View.Header->TotalSize == U.TableSize &&
        R.HasInstructions == (U.Lowering == abi::UnitLowering::Instruction) &&
        sameBytes(R.Table, U.Table, U.TableSize))
      return &R;
  }
  return nullptr;
}

static void setEmptyTable(UnitRecord &R) {
  R.Table = reinterpret_cast<const uint8_t *>(&EmptyTable);
  viewTable(R.Table, sizeof(EmptyTable), R.View);
}

static void publish(abi::Unit *U, UnitRecord &R) {
  R.Unit = U;
  uintptr_t Number = uintptr_t(R.Id) + 1;
  __atomic_store_n(&U->Runtime, reinterpret_cast<void *>(Number),
                   __ATOMIC_RELEASE);
  if (R.IsStatic || !R.NumSlots)
    return;
  U->ChunkOffset = R.Place.Offset;
  __atomic_store_n(&U->ChunkPointer, chunkPointer(R), __ATOMIC_RELEASE);
  if (U->HasEarlyCounts)
    addEarlyCounts(R, U->EarlySlots);
  U->HasEarlyCounts = 0;
}

static void registerCosts(abi::Unit *U) {
  CostView View;
  if (!U->Slots || !viewCosts(U->Costs, U->CostsSize, View) ||
      View.Header->NumSlots != U->NumSlots || !checkCosts(View)) {
    if (!WarnedOfCosts)
      warn("the cost table of some of the program's code is damaged or of "
           "another version of udpc; this code is not counted; compile it "
           "again");
    WarnedOfCosts = true;
    return;
  }
  UnitRecord *R = newRecord();
  if (!R)
    return warnOfMemory();
  setEmptyTable(*R);
  R->Costs = View;
  R->Index = CostCount++;
  R->NumSlots = U->NumSlots;
  R->IsStatic = true;
  R->SlotsOffset = reinterpret_cast<intptr_t>(U->Slots()) - threadPointer();
  TotalSlots += U->NumSlots;
  if (View.Header->Flags & abi::SimulatesCaches &&
      !(View.Header->Flags & abi::SupportsAnyI1))
    SupportAnyI1 = false;
  CostOperations += View.Header->NumOperations;
  CostLines += View.Header->NumLines;
  R->FirstCodeLine = CodeLines;
  CodeLines += View.Header->NumCodeLines;
  publish(U, *R);
}

void rt::registerUnit(abi::Unit *U) {
  if (U->Runtime)
    return;
  // Old versions have no such field.
  if (U->Version == abi::UnitVersion && U->Costs)
    return registerCosts(U);
  TableView View;
  if (U->Version != abi::UnitVersion ||
      !viewTable(U->Table, U->TableSize, View) ||
      View.Header->NumSlots != U->NumSlots ||
      (!U->Slots && !U->Count && !U->FindSlots &&
       U->Lowering != abi::UnitLowering::Instruction)) {
    if (!WarnedOfVersion)
      warn("some of the program's code is of another version of udpc (",
           uint64_t(U->Version), ", not ", uint64_t(abi::UnitVersion),
           ") and is not counted; compile it again");
    WarnedOfVersion = true;
    return;
  }
  UnitRecord *R = U->Slots ? nullptr : findClosed(*U);
  if (R) {
    --NumClosed;
  } else {
    SlotPlace Place = {};
    if (U->Slots || Places.place(U->NumSlots, Place))
      R = newRecord();
    if (!R)
      return warnOfMemory();
    R->Place = Place;
    R->Table = U->Table;
    R->View = View;
    R->Index = R->Id - CostCount;
    R->NumSlots = U->NumSlots;
    R->IsStatic = U->Slots != nullptr;
    R->HasInstructions = U->Lowering == abi::UnitLowering::Instruction;
    if (R->IsStatic)
      R->SlotsOffset = reinterpret_cast<intptr_t>(U->Slots()) - threadPointer();
    TotalSlots += U->NumSlots;
    if (View.numValues() > MostValues)
      MostValues = View.numValues();
    HaveSites |= View.Header->NumSites != 0;
    HaveAlwaysOn |= View.Header->NumSites != 0 && !R->HasInstructions;
  }
  publish(U, *R);
  if (U->Lowering == abi::UnitLowering::Call)
    __atomic_store_n(&U->Count, &countInThread, __ATOMIC_RELEASE);
}

void rt::unregisterUnit(abi::Unit *U) {
  if (!U->Runtime)
    return;
  UnitRecord &R = unit(unitNumber(U));
  // Slots in the executable stay valid. Slots of other units are memory of the
  // runtime: code that runs after its library's destructor continues to count.
  if (U->Slots || R.Unit != U)
    return;
  findModules();
  R.Unit = nullptr;
  ++NumClosed;
  if (R.Table != U->Table)
    return; // Copied when it was closed before.
  size_t Size = U->TableSize;
  auto *Copy = static_cast<uint8_t *>(mapMemory(Size));
  if (!Copy) {
    // Numbers of other units stay.
    R.NumSlots = 0;
    setEmptyTable(R);
    return warnOfMemory();
  }
  copyBytes(Copy, R.Table, Size);
  R.Table = Copy;
  viewTable(Copy, Size, R.View);
}
