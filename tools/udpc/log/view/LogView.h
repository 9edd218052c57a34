//===- LogView.h - What is shown of a log -----------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOG_VIEW_LOGVIEW_H
#define UDPC_TOOLS_UDPC_LOG_VIEW_LOGVIEW_H

#include "profdata/log/LogCheck.h"
#include "profdata/log/LogIntervals.h"
#include "llvm/Support/GlobPattern.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// A run, with the series and the events that are shown of it.
struct ShownRun {
  const LogRun *Run = nullptr;
  std::vector<LogSeries> Series;
  std::vector<size_t> Events;

  /// "process 12 (app)".
  std::string name() const;
};

/// A finding of --check.
struct Finding {
  const ShownRun *Run = nullptr;
  const LogSeries *Series = nullptr;
  size_t Event = 0;
  Anomaly Change;
  uint64_t Begin = 0, End = 0; ///< As LogInterval's.
};

struct LogView {
  std::vector<ShownRun> Runs;
  std::vector<Finding> Findings;
};

/// "main", "3", "others"; "" for the process.
std::string threadText(std::optional<uint32_t> Thread);
/// A rate with three digits or more: "12,345", "1.23", "0.00123".
std::string rateText(double Rate);
/// Local time: "2026-11-22 15:04:05.123"; "?" if it is unknown.
std::string timeText(uint64_t WallTime);
/// "1.5" seconds.
std::string secondsText(uint64_t Nanoseconds);

/// A table for each run: a row for each interval, combined to \p Step
/// nanoseconds, and a column for each event.
void printLogTable(llvm::raw_ostream &OS, const LogView &View, uint64_t Step);
/// Combined in the same way.
void printLogCsv(llvm::raw_ostream &OS, const LogView &View, uint64_t Step);
void printLogJson(llvm::raw_ostream &OS, const LogView &View, uint64_t Step);
/// A page with a chart for each event, which needs nothing but itself.
void printLogPage(llvm::raw_ostream &OS, const LogView &View);

void printFindings(llvm::raw_ostream &OS, const LogView &View);
void printFindingsCsv(llvm::raw_ostream &OS, const LogView &View);
void printFindingsJson(llvm::raw_ostream &OS, const LogView &View);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_VIEW_LOGVIEW_H
