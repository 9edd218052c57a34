//===- EventDiff.h - Two event reports side by side ------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_EVENTDIFF_H
#define UDPC_PROFDATA_EVENTDIFF_H

#include "profdata/EventReport.h"

namespace udpc {

/// What two profiles counted; 0 where one has no such event or row.
struct OldAndNew {
  int64_t Old = 0, New = 0;
  /// The largest number, or the smallest, if it does not fit.
  int64_t change() const;
};

struct DiffRow : OldAndNew {
  ReportRow Row; ///< Its count is of no interest.
};

struct DiffEvent : OldAndNew {
  std::string Name;
  std::vector<DiffRow> Rows;
};

/// Events and rows in the order of \p New, those that are gone last. Rows are
/// the same when kind, command, file, line, column and function are.
std::vector<DiffEvent> diffEvents(const EventReport &Old,
                                  const EventReport &New);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTDIFF_H
