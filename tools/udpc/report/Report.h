//===- Report.h - Formats reports -------------------------------*- C++ -*-===//
//
// Prints reports and their differences as tables, CSV and JSON for `udpc
// report` and `udpc diff`. profdata/events/EventReport.h computes the data.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REPORT_REPORT_H
#define UDPC_TOOLS_UDPC_REPORT_REPORT_H

#include "profdata/events/EventReport.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Options of the output.
struct ReportOptions {
  bool Sites = false;
  bool Threads = false;
  bool Modules = false;
  /// Show the share of each event, because a filter has removed rows.
  bool Shares = false;
  std::string Sort;        ///< Columns; "" for the order of the spec.
  size_t Limit = SIZE_MAX; ///< Maximum number of rows of each table.
  uint64_t Least = 0;      ///< Rows with smaller counts are not shown.
};

/// The numbers of omitted rows.
struct LeftOut {
  size_t Small = 0; ///< Rows below ReportOptions::Least.
  size_t Late = 0;  ///< Rows beyond ReportOptions::Limit.
  size_t Shown = 0;
};

/// Prints a table. Fails if a column of Sort does not exist.
llvm::Expected<LeftOut> printTable(llvm::raw_ostream &OS,
                                   const EventReport &Report,
                                   const ReportOptions &Options);
/// Prints JSON, a documented interface; docs/report.md has its schema.
void printJson(llvm::raw_ostream &OS, const EventReport &Report);
/// Prints one line for each row; events without rows have one with an empty
/// kind.
void printCsv(llvm::raw_ostream &OS, const EventReport &Report);
/// Prints one line for each event and thread.
void printThreadsCsv(llvm::raw_ostream &OS, const EventReport &Report);

llvm::Expected<LeftOut> printDiff(llvm::raw_ostream &OS, const EventReport &Old,
                                  const EventReport &New,
                                  const ReportOptions &Options);
/// Print differences without rows that are below ReportOptions::Least in both
/// reports.
void printDiffCsv(llvm::raw_ostream &OS, const EventReport &Old,
                  const EventReport &New, const ReportOptions &Options);
void printDiffJson(llvm::raw_ostream &OS, const EventReport &Old,
                   const EventReport &New, const ReportOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORT_REPORT_H
