//===- EventSheet.h - Converts an event report to a cost sheet --*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/events/EventReport.h"

namespace udpc {

/// The counts of \p Report by lines: an event is a column, and another, "event
/// dec", if it has rows with `dec`. Functions are at the lines where they
/// begin. Percentages are relative to \p Whole, of which \p Report is a part.
/// An event is impossible at a line where it has no site.
CostSheet eventSheet(const EventReport &Report, const EventReport &Whole);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
