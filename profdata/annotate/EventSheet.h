//===- EventSheet.h - Counts of events beside the source -------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H

#include "profdata/EventReport.h"
#include "profdata/annotate/CostSheet.h"

namespace udpc {

/// What \p Report counted by lines: an event is a column, and one more, "event
/// dec", if it has rows with `dec`. Functions are at the lines where they
/// begin.
CostSheet eventSheet(const EventReport &Report);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
