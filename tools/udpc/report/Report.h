//===- Report.h - Formats reports -------------------------------*- C++ -*-===//
//
// Presentation only: profdata/events/EventReport.h computes the data.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REPORT_REPORT_H
#define UDPC_TOOLS_UDPC_REPORT_REPORT_H

#include "profdata/events/EventReport.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

struct ReportOptions {
  bool Sites = false;
  bool Threads = false;
  bool Modules = false;
  /// Show the share of each event: a filter has removed rows.
  bool Shares = false;
  std::string Sort;        ///< Columns, or "" for the order of the spec.
  size_t Limit = SIZE_MAX; ///< Of the rows of each table.
  uint64_t Least = 0;      ///< Rows with smaller counts are not shown.
};

/// The numbers of omitted rows.
struct LeftOut {
  size_t Small = 0; ///< Rows below ReportOptions::Least.
  size_t Late = 0;  ///< Rows beyond ReportOptions::Limit.
  size_t Shown = 0;
};

/// Fails if there is no such column.
llvm::Expected<LeftOut> printTable(llvm::raw_ostream &OS,
                                   const EventReport &Report,
                                   const ReportOptions &Options);
/// The documented interface; docs/report.md has its schema.
void printJson(llvm::raw_ostream &OS, const EventReport &Report);
/// One line for each row; events without rows have one with an empty kind.
void printCsv(llvm::raw_ostream &OS, const EventReport &Report);
/// One line for each event and thread.
void printThreadsCsv(llvm::raw_ostream &OS, const EventReport &Report);

llvm::Expected<LeftOut> printDiff(llvm::raw_ostream &OS, const EventReport &Old,
                                  const EventReport &New,
                                  const ReportOptions &Options);
/// Rows that count less than ReportOptions::Least in both are not in these.
void printDiffCsv(llvm::raw_ostream &OS, const EventReport &Old,
                  const EventReport &New, const ReportOptions &Options);
void printDiffJson(llvm::raw_ostream &OS, const EventReport &Old,
                   const EventReport &New, const ReportOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORT_REPORT_H
