//===- EventFilter.h - Selects events and rows of a report ------*- C++ -*-===//
//
// Applies the options --event, --function, --file and --module. Used by the
// commands that show or write events.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_EVENTFILTER_H
#define UDPC_PROFDATA_EVENTS_EVENTFILTER_H

#include "profdata/events/EventReport.h"
#include "profdata/support/PathGlob.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <optional>

namespace udpc {

/// Globs; "" selects everything.
struct EventGlobs {
  std::string Event;
  std::string Function;    ///< With or without parameters.
  std::string File;        ///< A PathGlob, as in specs.
  std::string Module = ""; ///< A PathGlob.
};

/// Compiled globs.
class EventFilter {
public:
  /// Compiles \p Globs. Fails if a glob is malformed.
  static llvm::Expected<EventFilter> create(EventGlobs Globs);

  /// Whether the filter selects rows, not only events.
  bool choosesRows() const { return Function || File || Module; }

  bool choosesEvents() const { return Event.has_value(); }

  /// Whether the event \p Name is selected. On-times of an event are selected
  /// together with it.
  bool matchesEvent(llvm::StringRef Name) const {
    Name.consume_back(abi::OnTimeSuffix);
    return !Event || Event->match(Name);
  }
  /// Whether a row is selected. \p Function is the name in the report:
  /// demangled, or "" for a line of several functions.
  bool matchesRow(llvm::StringRef Function, llvm::StringRef File) const;

  /// Whether units of the executable or library \p Path are selected.
  bool matchesModule(llvm::StringRef Path) const {
    return !Module || Module->matches(Path);
  }

  /// Returns the part of \p All, the report of \p Profile, that is selected.
  /// Totals, threads and modules are those of the remaining rows;
  /// ReportEvent::Whole is that of \p All.
  EventReport apply(const EventProfile &Profile, const EventReport &All) const;

  /// Returns the error for the case that nothing of \p All matches.
  llvm::Error nothingMatches(const EventReport &All) const;

private:
  void removeRows(EventReport &Report) const;

  /// The texts that the patterns reference.
  std::shared_ptr<const EventGlobs> Globs;
  std::optional<llvm::GlobPattern> Event, Function;
  std::optional<PathGlob> File, Module;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTFILTER_H
