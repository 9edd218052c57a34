//===- EventDiff.h - Compares two event reports -----------------*- C++ -*-===//
//
// Matches the rows of two reports. Used by `udpc diff`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_EVENTDIFF_H
#define UDPC_PROFDATA_EVENTS_EVENTDIFF_H

#include "profdata/events/EventReport.h"

namespace udpc {

/// The counts of two profiles; 0 if a profile lacks the event or row.
struct OldAndNew {
  int64_t Old = 0, New = 0;
  /// Returns New - Old, saturating.
  int64_t change() const;
};

struct DiffRow : OldAndNew {
  ReportRow Row; ///< Its count is not used.
};

struct DiffEvent : OldAndNew {
  std::string Name;
  std::vector<DiffRow> Rows;
};

/// Returns events and rows in the order of \p New, removed ones last. Rows
/// match if kind, command, file, line, column and function are equal.
std::vector<DiffEvent> diffEvents(const EventReport &Old,
                                  const EventReport &New);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTDIFF_H
