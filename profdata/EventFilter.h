//===- EventFilter.h - Selects events and rows of a report ------*- C++ -*-===//

#ifndef UDPC_PROFDATA_EVENTFILTER_H
#define UDPC_PROFDATA_EVENTFILTER_H

#include "profdata/EventReport.h"
#include "profdata/PathGlob.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <optional>

namespace udpc {

/// Globs, "" for all.
struct EventGlobs {
  std::string Event;
  std::string Function; ///< With or without its parameters.
  std::string File;     ///< A PathGlob, as in specs.
};

class EventFilter {
public:
  /// Fails if a glob is malformed.
  static llvm::Expected<EventFilter> create(EventGlobs Globs);

  /// Whether the filter selects rows, not only events.
  bool choosesRows() const { return Function || File; }

  bool choosesEvents() const { return Event.has_value(); }

  bool matchesEvent(llvm::StringRef Name) const {
    return !Event || Event->match(Name);
  }
  /// \p Function is as a report names it: demangled, or "" for a line of
  /// several functions.
  bool matchesRow(llvm::StringRef Function, llvm::StringRef File) const;

  /// Removes what does not match from \p Report. Totals and threads are
  /// recomputed from the remaining rows; ReportEvent::Whole is unchanged.
  void apply(EventReport &Report) const;

  /// The message if nothing of \p All matches.
  llvm::Error nothingMatches(const EventReport &All) const;

private:
  /// Storage that the patterns reference.
  std::shared_ptr<const EventGlobs> Globs;
  std::optional<llvm::GlobPattern> Event, Function;
  std::optional<PathGlob> File;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTFILTER_H
