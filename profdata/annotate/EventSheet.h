//===- EventSheet.h - Converts an event report to a cost sheet --*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H

#include "profdata/EventReport.h"
#include "profdata/annotate/CostSheet.h"

namespace udpc {

/// By file and line: the columns of a sheet that have a site there. 0 in such a
/// column means a site that was not executed; in others, no site.
using SiteColumns =
    std::map<std::pair<std::string, uint32_t>, std::set<size_t>>;

/// The counts of \p Report by lines: an event is a column, and another, "event
/// dec", if it has rows with `dec`. Functions are at the lines where they
/// begin. Percentages are relative to \p Whole, of which \p Report is a part.
CostSheet eventSheet(const EventReport &Report, const EventReport &Whole,
                     SiteColumns &Sites);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
