//===- EventChoice.h - Selects and computes events --------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
#define UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H

#include "profdata/annotate/CostSheet.h"

namespace udpc {

/// The positions of the events in \p Names, a comma-separated list of recorded
/// events, predefined computed ones (D1m, LLm, CEst ...), or formulas
/// "name=Ir+10*D1mr". Computed events are added to \p Sheet.
llvm::Expected<std::vector<size_t>> chooseEvents(CostSheet &Sheet,
                                                 llvm::StringRef Names);

/// Removes ":99" or ":99%" from the end of each event in \p Names. Returns
/// the percentages by event, 0 for an event without one; an empty list if no
/// event has one.
llvm::Expected<std::vector<double>> takeShares(std::string &Names);

/// The events with counts; all if there are none.
std::vector<size_t> eventsWithCounts(const CostSheet &Sheet);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
