//===- CallCounts.h - Calls of code without a profile -----------*- C++ -*-===//
//
// The same numbers as those of profdata/cache/UnprofiledCalls.h; a test
// compares them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_CALLCOUNTS_H
#define UDPC_RUNTIME_COSTS_CALLCOUNTS_H

#include "runtime/tables/CostView.h"

namespace udpc {
namespace rt {

/// The calls of profiled code.
struct CallCounts {
  uint64_t All;
  uint64_t Unprofiled; ///< Of symbols without a profile.
  uint64_t ThroughPointers;
  /// Calls that were to be recorded, and for which there was no room.
  uint64_t NotRecorded;
  /// Calls of functions that have contexts but no room for theirs.
  uint64_t BeyondContexts;
  /// Instructions of code whose calls are not recorded, while others' are.
  uint64_t WithoutCalls;
  /// The calls among Unprofiled that allocate memory.
  uint64_t Allocations;
};

/// A set of strings in memory of the caller.
class SymbolSet {
public:
  /// For \p N symbols, \p Slots is an array of capacityFor(N) null pointers.
  SymbolSet(const char **Slots, uint64_t Capacity)
      : Slots(Slots), Mask(Capacity - 1) {}

  /// A power of two.
  static uint64_t capacityFor(uint64_t N);
  void insert(const char *Symbol) { *find(Symbol) = Symbol; }
  bool contains(const char *Symbol) const { return *find(Symbol); }

private:
  /// Where \p Symbol is, or would be.
  const char **find(const char *Symbol) const;

  const char **Slots;
  uint64_t Mask;
};

/// Adds the symbols by which the functions of \p View are called.
void addExports(const CostView &View, SymbolSet &Profiled);

/// Adds the calls of the blocks of \p View, executed as often as \p Values
/// says. \p Profiled has the exports of all units.
void addCalls(const CostView &View, const uint64_t *Values,
              const SymbolSet &Profiled, CallCounts &Calls);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_CALLCOUNTS_H
