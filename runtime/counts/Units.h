//===- Units.h - Registered translation units -------------------*- C++ -*-===//
//
// A record of each unit (translation unit and lowering) that has been
// registered, numbered in the order of registration. A unit either counts
// events or profiles costs and has no sites. Each kind has a profile of its
// own.
//
// All functions need the StateLock unless stated otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// A registered unit.
struct UnitRecord {
  /// Null if the module that holds it may have been unloaded.
  abi::Unit *Unit;
  /// The path of the executable or library; null before findModules()
  /// (Modules.h), and if it is unknown.
  const char *Module;
  /// Empty in units that profile costs.
  const uint8_t *Table;
  TableView View;
  /// Null in units of events.
  CostView Costs;
  /// The copy of the table if its library was closed (TableOrigins.h);
  /// otherwise null.
  const TableCopy *Copy;
  /// Weights for costs/LiveCosts.cpp; null before the first use.
  SlotWeights *Weights;
  uint32_t Id;
  /// Index in the profile of the unit's kind.
  uint32_t Index;
  uint32_t NumSlots;
  /// Number of slots and of the words that follow them in a thread's memory.
  uint32_t NumWords;
  /// The start of the unit's code in the simulated code address space, in
  /// 64-byte lines: units are laid out in sequence, as by linkers.
  uint64_t FirstCodeLine;
  /// Whether the slots are static thread-local storage.
  bool IsStatic;
  /// Offset of a static unit's slots from the thread pointer.
  intptr_t SlotsOffset;
  /// Place of other units' slots in the thread's chunks (Threads.h).
  SlotPlace Place;
  /// Number of words before the slots, and the value of the last one in threads
  /// without tables (abi::LibrarySimulation), or without state of calls
  /// (abi::LibraryCalls).
  uint64_t NumFrontWords;
  void *NoTables;
  bool RecordsCalls; ///< NoTables is that of abi::LibraryCalls.
  bool HasInstructions;
  /// The unit holds amounts that were added to an event by other means than
  /// counting (EventBias.h).
  bool IsBias;
  /// The unit's events are not part of the public API.
  bool IsHidden;
  /// The event, in the unit of an event with `every` (EveryEvents.h); otherwise
  /// null.
  EveryEvent *Every;
  /// The record of a unit with sites that are counted apart for such an event;
  /// otherwise null.
  EverySites *Sites;
  /// The slots are pairs (udpc/every.h).
  bool HasPairs;
  /// The event, in a unit with instructions of such an event; otherwise null.
  EveryEvent *InstructionEvent;
  /// Maps the unit's event numbers to those of the public API; null before the
  /// first use (EventNames.h).
  int32_t *EventNumbers;
};

uint32_t numUnits();
/// Returns the number of units that profile costs.
uint32_t numCostUnits();
/// Returns whether all units that simulate caches support any I1.
bool supportAnyI1();
/// Return the total number of operations and of lines of units that profile
/// costs.
uint64_t numCostOperations();
uint64_t numCostLines();
/// Chunks of records. Records never move, and are readable without the lock and
/// without vector registers.
constexpr uint32_t UnitChunkSize = 512, MaxUnitChunks = 4096;
extern UnitRecord *UnitChunks[MaxUnitChunks];
inline __attribute__((always_inline)) UnitRecord &unit(uint32_t Id) {
  return UnitChunks[Id / UnitChunkSize][Id % UnitChunkSize];
}
/// Returns the number of slots of all units together.
uint64_t numSlotsOfUnits();
/// Returns the largest TableView::numValues() of a unit.
uint64_t maxValues();
/// Return whether any unit has a site, and whether any has a site that is
/// always on.
bool anySites();
bool anyAlwaysOn();
/// Warns once that some of the code is not counted.
void warnOfMemory();

/// Returns the unit's number, for counting functions. Needs no lock.
inline uint32_t unitNumber(const abi::Unit *U) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(U->Runtime) - 1);
}

/// Returns the unit of a record of generated code, in which \p Distance is the
/// distance from itself to the unit. Needs no lock.
inline __attribute__((always_inline)) const abi::Unit *
unitOfRecord(const int64_t &Distance) {
  return reinterpret_cast<const abi::Unit *>(
      reinterpret_cast<uintptr_t>(&Distance) +
      static_cast<uintptr_t>(Distance));
}
/// Returns the unit of a record like unitOfRecord(), or null before the unit is
/// registered. Needs no lock.
inline __attribute__((always_inline)) const abi::Unit *
registeredUnit(const int64_t &Distance) {
  const abi::Unit *U = unitOfRecord(Distance);
  return __atomic_load_n(&U->Runtime, __ATOMIC_ACQUIRE) ? U : nullptr;
}

/// Returns whether \p U cannot be registered. Needs no lock.
inline bool isRefused(const abi::Unit &U) {
  return __atomic_load_n(&U.HasEarlyCounts, __ATOMIC_RELAXED) ==
         abi::RefusedUnit;
}

/// Returns the size of a chunk in which units have places.
size_t chunkSize(uint32_t Chunk);

/// Registers \p U unless it is registered or refused.
void registerUnit(abi::Unit *U);
/// Unregisters \p U. To be called after findTableFiles (TableOrigins.h).
void unregisterUnit(abi::Unit *U);
/// Registers \p U, which the runtime has created and which is never unloaded
/// (OwnUnits.h), with the module \p Module.
UnitRecord *registerOwnUnit(abi::Unit *U, const char *Module);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_UNITS_H
