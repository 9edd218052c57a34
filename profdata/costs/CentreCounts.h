//===- CentreCounts.h - The counts of one cost centre -----------*- C++ -*-===//
//
// Counts by event, with the events that cannot happen there. Used by CostGraph
// and CostSheet.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_COSTS_CENTRECOUNTS_H
#define UDPC_PROFDATA_COSTS_CENTRECOUNTS_H

#include "llvm/ADT/SmallBitVector.h"
#include <initializer_list>
#include <vector>

namespace udpc {

/// A set of events, by position.
class EventSet {
public:
  EventSet() = default;
  EventSet(std::initializer_list<unsigned> Events) {
    for (unsigned Event : Events)
      insert(Event);
  }

  void insert(unsigned Event) {
    if (Event >= Bits.size())
      Bits.resize(Event + 1);
    Bits.set(Event);
  }
  void erase(unsigned Event) {
    if (count(Event))
      Bits.reset(Event);
  }
  void clear() { Bits.clear(); }
  bool count(unsigned Event) const {
    return Event < Bits.size() && Bits.test(Event);
  }
  /// Removes the events that \p Others does not have.
  void keep(const EventSet &Others) { Bits &= Others.Bits; }
  bool operator==(const EventSet &R) const {
    return Bits.subsetOf(R.Bits) && R.Bits.subsetOf(Bits);
  }

private:
  llvm::SmallBitVector Bits;
};

/// The counts of a cost centre, in the order of the events. For events that
/// cannot happen there, for example because no instruction of the line writes
/// to memory, old versions of Cachegrind write a dot instead of 0.
template <typename Number> struct CentreCounts : std::vector<Number> {
  using std::vector<Number>::vector;

  EventSet Impossible; ///< Events that cannot happen in any of the added code.

  /// Adds code in which the events in \p Excluded cannot happen. Must be called
  /// before the code's counts are added.
  void addCode(const EventSet &Excluded) {
    if (this->empty())
      Impossible = Excluded;
    else
      Impossible.keep(Excluded);
  }
};

} // namespace udpc

#endif // UDPC_PROFDATA_COSTS_CENTRECOUNTS_H
