//===- EventReport.h - From slots to numbers -------------------*- C++ -*-===//
//
// Applies what the site tables say to what the slots hold: commands, derived
// values, the region that decides a line. Pure; printing is the tool's.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTREPORT_H
#define UDPC_PROFDATA_EVENTREPORT_H

#include "profdata/EventProfile.h"
#include <map>
#include <string>
#include <vector>

namespace udpc {

/// By thread index. Rows name the threads that counted there; events name the
/// main thread and each that counted for any event.
using ThreadShares = std::map<uint64_t, int64_t>;

/// Whether a count did not fit and stands at a limit (udpc/values.h).
inline bool isAtLimit(int64_t Count) {
  return Count == INT64_MAX || Count == INT64_MIN;
}

/// A line or function that an event's entries match.
struct ReportRow {
  abi::SiteKind Kind;
  abi::SiteCommand Command;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;  ///< 0: the whole line.
  std::string Function; ///< Demangled; "" for a line of several functions.
  int64_t Count = 0;
  ThreadShares Threads; ///< Add up to Count.
};

struct ReportEvent {
  std::string Name;
  int Counter = -1;
  int64_t Total = 0; ///< Rows with inc less rows with dec.
  /// What the rows counted, with inc and dec alike. A filter leaves it.
  int64_t Whole = 0;
  ThreadShares Threads;
  std::vector<ReportRow> Rows;

  /// Whether the total or the count of a row did not fit.
  bool overflowed() const;
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

struct EventReport {
  std::vector<ReportEvent> Events; ///< In the order of the spec.
  std::vector<UnmatchedEntry> Unmatched;

  static EventReport compute(const EventProfile &Profile);
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTREPORT_H
