//===- EventReport.h - Computes the counts of events from slots -*- C++ -*-===//
//
// Computes the rows of a report from slots and site tables: commands, derived
// values, the region that decides a line. Does not print. Used by all commands
// that show events.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_EVENTREPORT_H
#define UDPC_PROFDATA_EVENTS_EVENTREPORT_H

#include "profdata/events/EventProfile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// Counts by thread index. Rows list the threads with counts there; events list
/// the main thread and each thread with counts of any event.
using ThreadShares = std::map<uint64_t, int64_t>;

/// Counts by the path of the module, "" if unknown. Rows list the modules that
/// have the code; events list all modules.
using ModuleShares = std::map<std::string, int64_t>;

/// A line or function that an event's entries match.
struct ReportRow {
  abi::SiteKind Kind;
  abi::SiteCommand Command;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;     ///< 0 for the whole line.
  std::string Function;    ///< Demangled; "" for a line of several functions.
  std::string LinkageName; ///< The linkage name of Function.
  int64_t Count = 0;
  ThreadShares Threads; ///< Add up to Count.
  ModuleShares Modules; ///< Add up to Count.
  /// The CPU time during which the site was on, in nanoseconds; only known if
  /// the program was run with the option `auto`.
  std::optional<int64_t> OnTime;

  /// Returns what \p Count executions of the row add to its event.
  int64_t contribution(int64_t Count) const;
  /// Returns the executions per second of CPU time while the site was on; none
  /// if it never was.
  std::optional<double> rate() const;
};

/// The counts of an event.
struct ReportEvent {
  std::string Name;
  int Counter = -1;
  int64_t Total = 0; ///< Rows with inc minus rows with dec.
  /// The sum of all rows, with inc and dec alike. Filters do not change it.
  int64_t Whole = 0;
  ThreadShares Threads;
  ModuleShares Modules; ///< Add up to Total.
  std::vector<ReportRow> Rows;

  /// Adds what \p Row contributes to Total, Threads and Modules.
  void addContribution(const ReportRow &Row);
  /// Whether the total or the count of a row is saturated.
  bool overflowed() const;
  /// Whether OnTime of any row is known.
  bool hasOnTimes() const;
};

/// An entry of the spec that matched nothing in any unit.
struct UnmatchedEntry {
  std::string Event;
  abi::SiteKind Kind;
  std::string Pattern;
  std::string SpecFile;
  unsigned SpecLine = 0;
  uint16_t Flags = 0; ///< abi::EntryFlags.
};

/// The counts of all events of a profile.
struct EventReport {
  std::vector<ReportEvent> Events; ///< In the order of the spec.
  std::vector<UnmatchedEntry> Unmatched;

  /// Computes the counts of the units whose module path \p IsSelected accepts.
  static EventReport compute(
      const EventProfile &Profile,
      llvm::function_ref<bool(llvm::StringRef)> IsSelected =
          [](llvm::StringRef) { return true; });
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTREPORT_H
