//===- CallCounts.h - Calls of code without a profile -----------*- C++ -*-===//
//
// Counts calls from profiled to unprofiled code for the summary of a run
// (Summary.h), like profdata/cache/UnprofiledCalls.h; a test compares the two.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_CALLCOUNTS_H
#define UDPC_RUNTIME_COSTS_CALLCOUNTS_H

#include "runtime/tables/CostView.h"

namespace udpc {
namespace rt {

/// Numbers of calls of profiled code.
struct CallCounts {
  uint64_t All;
  uint64_t Unprofiled; ///< Calls of symbols without a profile.
  uint64_t ThroughPointers;
  /// Calls that were not recorded for lack of room.
  uint64_t NotRecorded;
  /// Calls of functions that have contexts, but no room for these calls'
  /// contexts.
  uint64_t BeyondContexts;
  /// Instructions of code whose calls are not recorded, while calls of other
  /// code are.
  uint64_t WithoutCalls;
  /// Calls among Unprofiled that allocate memory.
  uint64_t Allocations;
};

/// A set of strings in the caller's memory.
class SymbolSet {
public:
  /// \p Slots is an array of \p Capacity null pointers, capacityFor(N) for N
  /// symbols.
  SymbolSet(const char **Slots, uint64_t Capacity)
      : Slots(Slots), Mask(Capacity - 1) {}

  /// Returns the number of slots for \p N symbols, a power of two.
  static uint64_t capacityFor(uint64_t N);
  /// Returns the position of \p Symbol, from 0 to the capacity.
  uint64_t insert(const char *Symbol) {
    const char **Slot = find(Symbol);
    *Slot = Symbol;
    return uint64_t(Slot - Slots);
  }
  bool contains(const char *Symbol) const { return *find(Symbol); }

private:
  /// Returns the slot that has \p Symbol, or the free slot for it.
  const char **find(const char *Symbol) const;

  const char **Slots;
  uint64_t Mask;
};

/// Adds the symbols by which the functions of \p View are called.
void addExports(const CostView &View, SymbolSet &Profiled);

/// Whether \p Callee, a function called \p Symbol, has a profile. \p Profiled has
/// the exports of all units.
bool isProfiled(const abi::CalleeRec &Callee, const char *Symbol,
                const SymbolSet &Profiled);

/// Whether \p Symbol is a function of the runtime, which udpc.h calls.
bool isOfRuntime(const char *Symbol);

/// Adds the calls of the blocks of \p View, whose execution counts are in \p
/// Values. \p Profiled has the exports of all units.
void addCalls(const CostView &View, const uint64_t *Values,
              const SymbolSet &Profiled, CallCounts &Calls);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_CALLCOUNTS_H
