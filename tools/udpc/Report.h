//===- Report.h - How reports are written ----------------------*- C++ -*-===//
//
// Presentation only: profdata/EventReport.h computes what is shown here.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REPORT_H
#define UDPC_TOOLS_UDPC_REPORT_H

#include "profdata/EventReport.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

struct ReportOptions {
  bool Sites = false;
  bool Threads = false;
  /// Events have a share: rows were left out by a filter.
  bool Shares = false;
  std::string Sort;        ///< Columns, or "" for the order of the spec.
  size_t Limit = SIZE_MAX; ///< Of the rows of each table.
  uint64_t Least = 0;      ///< Rows with smaller counts are not shown.
};

/// What a table does not show.
struct LeftOut {
  size_t Small = 0; ///< Rows below ReportOptions::Least.
  size_t Late = 0;  ///< Rows beyond ReportOptions::Limit.
  size_t Shown = 0;
};

/// The error says that there is no column to sort by.
llvm::Expected<LeftOut> printTable(llvm::raw_ostream &OS,
                                   const EventReport &Report,
                                   const ReportOptions &Options);
/// The documented interface; docs/report.md has its schema.
void printJson(llvm::raw_ostream &OS, const EventReport &Report);
/// One line a row; events without rows have one with an empty kind.
void printCsv(llvm::raw_ostream &OS, const EventReport &Report);

llvm::Expected<LeftOut> printDiff(llvm::raw_ostream &OS, const EventReport &Old,
                                  const EventReport &New,
                                  const ReportOptions &Options);
/// Rows that count less than ReportOptions::Least in both are not in these.
void printDiffCsv(llvm::raw_ostream &OS, const EventReport &Old,
                  const EventReport &New, const ReportOptions &Options);
void printDiffJson(llvm::raw_ostream &OS, const EventReport &Old,
                   const EventReport &New, const ReportOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORT_H
