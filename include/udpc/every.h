//===- udpc/every.h - The contract for events with `every` ------*- C++ -*-===//
//
// Shared by the plugin and the runtime: what the code at the sites of events
// with `every`, an action on each N-th occurrence in a thread, counts, and what
// it passes to the runtime. The site table has nothing of it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_EVERY_H
#define UDPC_EVERY_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

/// What happens on each N-th occurrence of an event.
enum class EveryAction : uint8_t {
#define UDPC_EVERY_ACTION(Name, Number, Word, Help) Name = Number,
#include "udpc/lists/every_actions.inc"
};
constexpr uint8_t NumEveryActions = 0
#define UDPC_EVERY_ACTION(Name, Number, Word, Help) +1
#include "udpc/lists/every_actions.inc"
    ;

enum EveryFlags : uint8_t {
  /// The first action comes after 1 to Period occurrences, at random.
  RandomPhase = 1,
  /// Each site has an EveryPair, and EveryWords::Pair is not used.
  SitesApart = 2,
  /// Each site has a slot as those of other events, and adds to
  /// EveryWords::Pair
  /// as well: instructions.
  SitesBeside = 4,
};

/// A biased counter of a thread: the count is the sum of the two.
///
/// The code at a site adds to Counter and calls EveryRec::Overflow if the
/// result is above 0. Only Overflow changes the count between the two. Both are
/// 0 at first, so that a thread's first occurrence calls Overflow, which sets
/// them up.
struct alignas(16) EveryPair {
  int64_t Counter;
  uint64_t Offset;
};
constexpr uint32_t SlotsOfPair = sizeof(EveryPair) / sizeof(uint64_t);
/// With the runtime's word, of which there is one for each.
constexpr uint32_t WordsOfPair = SlotsOfPair + 1;

/// The words of such an event in each thread. All code of a module that counts
/// the event has the same ones; the runtime makes those of several modules one.
/// Sites either count together in Pair; or each has an EveryPair, in a unit of
/// its translation unit whose slots are these pairs and are followed by the
/// runtime's words, and Pair is not used.
///
/// The unit's slots are the first NumEverySlots.
struct EveryWords {
  EveryPair Pair;
  uint64_t Overflows;   ///< How many multiples of the period have been passed.
  uint64_t Runtime[13]; ///< Used by the runtime.
};
constexpr uint32_t NumEverySlots = 3;
constexpr uint32_t NumEveryWords = sizeof(EveryWords) / sizeof(uint64_t);
/// The words begin with a line of the processor's cache.
constexpr uint32_t EveryAlignment = 64;

/// The settings of such an event. Equal ones of a module are one.
struct EveryRec {
  /// What the code at a site calls when Counter is above 0. Points to a
  /// function that puts Counter far below 0 until the runtime registers the
  /// unit.
  UDPC_PRESERVE_MOST void (*Overflow)(EveryRec *, EveryPair *);
  /// The unit of the event itself, which has the EveryWords. Other units with
  /// this record have EveryPairs (SitesApart), or instructions (SitesBeside).
  Unit *EventUnit;
  /// Used by the runtime; initially null.
  void *Runtime;
  /// N. 0: none until the program sets one.
  uint64_t Period;
  /// How many occurrences in each thread come before the first period.
  uint64_t Warmup;
  EveryAction Action;
  uint8_t Flags;       ///< EveryFlags.
  uint8_t Reserved[2]; ///< 0.
  uint32_t Event;      ///< Index into the events of EventUnit's table.
};

static_assert(sizeof(EveryPair) == 16, "ABI");
static_assert(sizeof(EveryWords) == 128, "ABI");
static_assert(sizeof(void *) != 8 || sizeof(EveryRec) == 48, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_EVERY_H
