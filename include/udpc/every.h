//===- udpc/every.h - The contract for events with `every` ------*- C++ -*-===//
//
// Shared by the plugin and the runtime: what the sites of events with `every`,
// an action on each N-th occurrence in a thread, count and pass to the runtime.
// The site table contains none of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_EVERY_H
#define UDPC_EVERY_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

/// Actions on each N-th occurrence of an event.
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
  /// Each site is an instruction with a slot like those of other events, and
  /// also adds to EveryWords::Pair.
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
/// Words of an EveryPair with the runtime's word for it.
constexpr uint32_t WordsOfPair = SlotsOfPair + 1;

/// The words of an event with `every` in each thread. All code of a module that
/// counts the event shares them; the runtime joins those of several modules.
/// Sites either count together in Pair; or each has an EveryPair, in a unit of
/// its translation unit whose slots are these pairs followed by the runtime's
/// words, and Pair is not used.
///
/// The unit's slots are the first NumEverySlots.
struct EveryWords {
  EveryPair Pair;
  uint64_t Overflows;   ///< How many multiples of the period have been passed.
  uint64_t Runtime[13]; ///< Used by the runtime.
};
constexpr uint32_t NumEverySlots = 3;
constexpr uint32_t NumEveryWords = sizeof(EveryWords) / sizeof(uint64_t);
/// Alignment of the words: that of a cache line.
constexpr uint32_t EveryAlignment = 64;

/// Settings of an event with `every`. Equal ones of a module are merged.
struct EveryRec {
  /// The function that the code at a site calls when Counter is above 0. Until
  /// the runtime registers the unit, it points to one that sets Counter far
  /// below 0.
  UDPC_PRESERVE_MOST void (*Overflow)(EveryRec *, EveryPair *);
  /// The unit of the event itself, which has the EveryWords. Other units with
  /// this record have EveryPairs (SitesApart), or instructions (SitesBeside).
  Unit *EventUnit;
  /// Used by the runtime; initially null.
  void *Runtime;
  /// The period N. 0: no actions until the program sets one.
  uint64_t Period;
  /// Number of occurrences in each thread before the first period.
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
