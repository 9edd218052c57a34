//===- LogView.h - Contents of shown logs --------------------- -*- C++ -*-===//
//
// The selected part of a log, and its output as table, CSV, JSON and page, for
// `udpc log`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_LOG_VIEW_LOGVIEW_H
#define UDPC_TOOLS_UDPC_LOG_VIEW_LOGVIEW_H

#include "profdata/log/LogCheck.h"
#include "profdata/log/LogIntervals.h"
#include "llvm/Support/GlobPattern.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// A run with its series and events to show.
struct ShownRun {
  const LogRun *Run = nullptr;
  std::vector<LogSeries> Series;
  std::vector<size_t> Events;

  /// Returns "process 12 (app)".
  std::string name() const;
};

/// A finding of --check.
struct Finding {
  const ShownRun *Run = nullptr;
  const LogSeries *Series = nullptr;
  size_t Event = 0;
  Anomaly Change;
  uint64_t Begin = 0, End = 0; ///< In the units of LogInterval.
};

/// The runs to show and their findings.
struct LogView {
  std::vector<ShownRun> Runs;
  std::vector<Finding> Findings;
};

/// Returns "main", "3", "others"; "" for the process.
std::string threadText(std::optional<uint32_t> Thread);
/// Formats a rate with three digits or more: "12,345", "1.23", "0.00123".
std::string rateText(double Rate);
/// Formats local time: "2026-11-22 15:04:05.123"; "?" if it is unknown.
std::string timeText(uint64_t WallTime);
/// Formats seconds: "1.5".
std::string secondsText(uint64_t Nanoseconds);

/// Prints a table for each run: a row for each interval, combined to \p Step
/// nanoseconds, and a column for each event.
void printLogTable(llvm::raw_ostream &OS, const LogView &View, uint64_t Step);
/// Print the same rows as printLogTable.
void printLogCsv(llvm::raw_ostream &OS, const LogView &View, uint64_t Step);
void printLogJson(llvm::raw_ostream &OS, const LogView &View, uint64_t Step);
/// Prints a self-contained page with a chart for each event.
void printLogPage(llvm::raw_ostream &OS, const LogView &View);

void printFindings(llvm::raw_ostream &OS, const LogView &View);
void printFindingsCsv(llvm::raw_ostream &OS, const LogView &View);
void printFindingsJson(llvm::raw_ostream &OS, const LogView &View);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_VIEW_LOGVIEW_H
