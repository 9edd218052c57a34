//===- EventSheet.h - Counts of events beside the source -------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H

#include "profdata/EventReport.h"
#include "profdata/annotate/CostSheet.h"

namespace udpc {

/// Which columns of a sheet have something to say of a line, by file and line.
/// 0 there is a site that was not reached; elsewhere, no site.
using SiteColumns =
    std::map<std::pair<std::string, uint32_t>, std::set<size_t>>;

/// What \p Report counted by lines: an event is a column, and one more, "event
/// dec", if it has rows with `dec`. Functions are at the lines where they
/// begin. Percentages are of what the events counted in \p Whole, of which \p
/// Report is a part.
CostSheet eventSheet(const EventReport &Report, const EventReport &Whole,
                     SiteColumns &Sites);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
