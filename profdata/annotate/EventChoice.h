//===- EventChoice.h - Selects and computes events --------------*- C++ -*-===//
//
// Parses the events of the options --show and --sort. Used by `udpc annotate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
#define UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H

#include "profdata/annotate/EventRate.h"

namespace udpc {

/// What to show.
struct EventChoice {
  std::vector<size_t> Events; ///< By position.
  std::vector<EventRate> Rates;
};

/// Returns the events and rates in \p Names, a comma-separated list of recorded
/// events, predefined computed ones (D1m, LLm, CEst ...), formulas
/// "name=Ir+10*D1mr", and rates "D1m/Dref". Adds computed events to \p Sheet.
/// An error lists the events that there are.
llvm::Expected<EventChoice> chooseEvents(CostSheet &Sheet,
                                         llvm::StringRef Names);

/// Removes ":99" or ":99%" from the end of each event in \p Names. Returns the
/// percentages by event, 0 for an event without one; an empty list if no event
/// has one.
llvm::Expected<std::vector<double>> takeShares(std::string &Names);

/// Returns the events with counts; all events if there are none.
std::vector<size_t> eventsWithCounts(const CostSheet &Sheet);

/// Returns what to show people unless they choose: of profiles with cache
/// misses instructions, misses of D1 and LL, mispredicted branches if they were
/// simulated, and D1's miss rate; of others the events with counts. Adds
/// computed events to \p Sheet.
EventChoice usualEvents(CostSheet &Sheet);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
