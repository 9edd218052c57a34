//===- EventSheet.h - Converts an event report to a cost sheet --*- C++ -*-===//
//
// Lets event counts be shown beside source lines by the code that annotates
// costs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/events/EventReport.h"

namespace udpc {

/// Returns the counts of \p Report by lines. Each event is a column, and has a
/// second column, "event dec", if it has rows with `dec`. Functions are at the
/// lines where they begin. Percentages are relative to \p Whole, of which \p
/// Report is a part. An event is impossible at a line where it has no site.
CostSheet eventSheet(const EventReport &Report, const EventReport &Whole);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTSHEET_H
