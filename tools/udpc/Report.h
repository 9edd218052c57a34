//===- Report.h - How reports are written ----------------------*- C++ -*-===//
//
// Presentation only: profdata/EventReport.h computes what is shown here.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REPORT_H
#define UDPC_TOOLS_UDPC_REPORT_H

#include "profdata/EventReport.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

struct ReportOptions {
  bool Sites = false;
  bool Threads = false;
};

void printTable(llvm::raw_ostream &OS, const EventReport &Report,
                const ReportOptions &Options);
/// The documented interface; docs/report.md has its schema.
void printJson(llvm::raw_ostream &OS, const EventReport &Report);
/// One line a row; events without rows have one with an empty kind.
void printCsv(llvm::raw_ostream &OS, const EventReport &Report);

void printDiff(llvm::raw_ostream &OS, const EventReport &Old,
               const EventReport &New, const ReportOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORT_H
