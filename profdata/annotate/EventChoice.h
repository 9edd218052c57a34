//===- EventChoice.h - Which events are shown -------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
#define UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H

#include "profdata/annotate/CostSheet.h"

namespace udpc {

/// The positions of the events that \p Names, a list with commas, asks for: of
/// those recorded, of those well known that are computed of them (D1m, LLm,
/// CEst ...), or given as "name=Ir+10*D1mr". What \p Sheet has not is added to
/// it.
llvm::Expected<std::vector<size_t>> chooseEvents(CostSheet &Sheet,
                                                 llvm::StringRef Names);

/// Those that count anything; all if none does.
std::vector<size_t> eventsWithCounts(const CostSheet &Sheet);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTCHOICE_H
