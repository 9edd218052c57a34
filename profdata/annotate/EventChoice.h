//===- EventChoice.h - Selects and computes events --------------*- C++ -*-===//
//
// Parses the events of the options --show and --sort. Used by `udpc annotate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
#define UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H

#include "profdata/annotate/CostSheet.h"

namespace udpc {

/// Returns the positions of the events in \p Names, a comma-separated list of
/// recorded events, predefined computed ones (D1m, LLm, CEst ...), or formulas
/// "name=Ir+10*D1mr". Adds computed events to \p Sheet.
llvm::Expected<std::vector<size_t>> chooseEvents(CostSheet &Sheet,
                                                 llvm::StringRef Names);

/// Removes ":99" or ":99%" from the end of each event in \p Names. Returns the
/// percentages by event, 0 for an event without one; an empty list if no event
/// has one.
llvm::Expected<std::vector<double>> takeShares(std::string &Names);

/// Returns the events with counts; all events if there are none.
std::vector<size_t> eventsWithCounts(const CostSheet &Sheet);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
