//===- EventFilter.h - Some of the events, or of their rows ----*- C++ -*-===//

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
  std::string File;     ///< As in specs: PathGlob.h.
};

class EventFilter {
public:
  /// The error says what is wrong with a glob.
  static llvm::Expected<EventFilter> create(EventGlobs Globs);

  /// Whether rows are chosen, not only events.
  bool choosesRows() const { return Function || File; }

  bool choosesEvents() const { return Event.has_value(); }

  bool matchesEvent(llvm::StringRef Name) const {
    return !Event || Event->match(Name);
  }
  /// \p Function is as a report names it: demangled, or "" for a line of
  /// several functions.
  bool matchesRow(llvm::StringRef Function, llvm::StringRef File) const;

  /// Leaves in \p Report what matches. Totals and threads are then those of the
  /// rows that are left; ReportEvent::Whole stays.
  void apply(EventReport &Report) const;

  /// What to say when nothing of \p All is left.
  llvm::Error nothingMatches(const EventReport &All) const;

private:
  /// Patterns point into it.
  std::shared_ptr<const EventGlobs> Globs;
  std::optional<llvm::GlobPattern> Event, Function;
  std::optional<PathGlob> File;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTFILTER_H
