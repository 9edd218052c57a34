//===- Units.h - Registered translation units -------------------*- C++ -*-===//
//
// A record of each unit (translation unit and lowering) that has been
// registered, numbered in the order of registration. A unit either counts
// events or profiles costs and has no sites. Each kind has a profile of its
// own.
//
// All functions need the StateLock unless stated otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_UNITS_H
#define UDPC_RUNTIME_COUNTS_UNITS_H

#include "runtime/counts/SlotPlaces.h"
#include "runtime/tables/CostView.h"
#include "runtime/tables/Evaluate.h"
#include "udpc/simulation.h"

namespace udpc {
namespace rt {

struct EveryEvent;
struct EverySites;
struct SlotWeights;
struct TableCopy;

struct UnitRecord {
  /// Null once the module that holds it may be gone.
  abi::Unit *Unit;
  /// The path of the executable or library; null before findModules()
  /// (Modules.h), and if it is unknown.
  const char *Module;
  /// Empty in units that profile costs.
  const uint8_t *Table;
  TableView View;
  /// Null in units of events.
  CostView Costs;
  /// If the table is a copy, because its library was closed (TableOrigins.h).
  const TableCopy *Copy;
  /// For costs/LiveCosts.cpp; null before the first use.
  SlotWeights *Weights;
  uint32_t Id;
  /// Among the units of its kind: its index in their profile.
  uint32_t Index;
  uint32_t NumSlots;
  /// The slots and what follows them in a thread's memory: the unit's words.
  uint32_t NumWords;
  /// The start of its code in the simulated code address space, in 64-byte
  /// lines: units are laid out in sequence, as by linkers.
  uint64_t FirstCodeLine;
  /// Whether the slots are static thread-local storage.
  bool IsStatic;
  /// If so, where a thread's slots lie, from its thread pointer.
  intptr_t SlotsOffset;
  /// Else where they lie in the thread's chunks (Threads.h).
  SlotPlace Place;
  /// The words before them, and what the last one is where the thread has no
  /// tables (abi::LibrarySimulation), or no state of calls (abi::LibraryCalls).
  uint64_t NumFrontWords;
  void *NoTables;
  bool RecordsCalls; ///< As abi::LibraryCalls has it.
  bool HasInstructions;
  /// Holds what has been added to an event by other means than counting
  /// (EventBias.h).
  bool IsBias;
  /// Its events are not those of the public API.
  bool IsHidden;
  /// Of the unit of an event with `every` (EveryEvents.h); else null.
  EveryEvent *Every;
  /// Of a unit with sites of such an event that are counted apart: its slots
  /// are pairs (udpc/every.h). Else null.
  EverySites *Sites;
  bool HasPairs;
  /// Of a unit with instructions of such an event; else null.
  EveryEvent *Beside;
  /// Maps the unit's event numbers to those of the public API; null before the
  /// first use (EventNames.h).
  int32_t *EventNumbers;
};

uint32_t numUnits();
/// Of them, those that profile costs.
uint32_t numCostUnits();
/// Whether all of them that simulate caches are made for any I1.
bool supportAnyI1();
/// The total number of operations and of lines of those.
uint64_t numCostOperations();
uint64_t numCostLines();
/// Records never move. They are in chunks, which are readable without the lock
/// and without vector registers.
constexpr uint32_t UnitChunkSize = 512, MaxUnitChunks = 4096;
extern UnitRecord *UnitChunks[MaxUnitChunks];
inline __attribute__((always_inline)) UnitRecord &unit(uint32_t Id) {
  return UnitChunks[Id / UnitChunkSize][Id % UnitChunkSize];
}
/// The slots of all units together.
uint64_t numSlotsOfUnits();
/// The largest TableView::numValues() of a unit.
uint64_t maxValues();
/// Whether any unit has a site, and whether any has a site that is always on.
bool anySites();
bool anyAlwaysOn();
/// Once: some of the code is not counted.
void warnOfMemory();

/// The unit's number, for counting functions. Needs no lock.
inline uint32_t unitNumber(const abi::Unit *U) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(U->Runtime) - 1);
}

/// Whether \p U cannot be registered. Needs no lock.
inline bool isRefused(const abi::Unit &U) {
  return __atomic_load_n(&U.HasEarlyCounts, __ATOMIC_RELAXED) ==
         abi::RefusedUnit;
}

/// Of the chunks that units have their places in.
size_t chunkSize(uint32_t Chunk);

/// Does nothing if it is registered or refused.
void registerUnit(abi::Unit *U);
/// After findTableFiles (TableOrigins.h).
void unregisterUnit(abi::Unit *U);
/// Registers \p U, which the runtime has made and which never goes away
/// (OwnUnits.h). Its module is \p Module.
UnitRecord *registerOwnUnit(abi::Unit *U, const char *Module);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_UNITS_H
