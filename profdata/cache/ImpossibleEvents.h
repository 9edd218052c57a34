//===- ImpossibleEvents.h - What cannot happen at a line --------*- C++ -*-===//
//
// Files in Cachegrind's format may have a dot in place of a count: the event
// cannot happen there, as no instruction of the line writes to memory.
// Elsewhere the count is 0.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_IMPOSSIBLEEVENTS_H
#define UDPC_PROFDATA_CACHE_IMPOSSIBLEEVENTS_H

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringRef.h"
#include <initializer_list>
#include <map>
#include <string>
#include <tuple>

namespace udpc {

/// Events by position.
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
  bool empty() const { return Bits.none(); }
  bool count(unsigned Event) const {
    return Event < Bits.size() && Bits.test(Event);
  }
  /// Removes what is not in \p Others.
  void keep(const EventSet &Others) {
    for (unsigned Event : Bits.set_bits())
      if (!Others.count(Event))
        Bits.reset(Event);
  }
  bool operator==(const EventSet &R) const {
    return !Bits.test(R.Bits) && !R.Bits.test(Bits);
  }

private:
  llvm::SmallBitVector Bits;
};

/// The events that can happen at none of several places.
class CommonEvents {
public:
  /// Adds a place where \p Impossible cannot happen.
  void add(const EventSet &Impossible);
  const EventSet &get() const { return Events; }

private:
  bool IsFirst = true;
  EventSet Events;
};

/// The impossible events of functions' lines, where there are any.
class ImpossibleEvents {
public:
  /// Adds costs of a line that cannot be of \p Events. \p IsFirst: the line
  /// has none yet.
  void add(llvm::StringRef File, llvm::StringRef Function, uint32_t Line,
           const EventSet &Events, bool IsFirst);
  const EventSet &at(llvm::StringRef File, llvm::StringRef Function,
                     uint32_t Line) const;
  /// Adds \p Event wherever \p IsImpossible.
  template <typename Predicate>
  void addWhere(size_t Event, Predicate IsImpossible) {
    for (auto &[Place, Events] : Places)
      if (IsImpossible(Events))
        Events.insert(Event);
  }

private:
  std::map<std::tuple<std::string, std::string, uint32_t>, EventSet> Places;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_IMPOSSIBLEEVENTS_H
