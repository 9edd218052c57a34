//===- ReportCommands.h - udpc report, udpc diff -------------- -*- C++ -*-===//
//
// The commands that show the counts of events, and their differences.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_REPORT_REPORTCOMMANDS_H
#define UDPC_TOOLS_UDPC_REPORT_REPORTCOMMANDS_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand ReportCommand, DiffCommand;

/// Hides options of other commands from their help.
void hideUnrelatedToReports();

/// Runs the command with the parsed options. Returns the exit status.
int runReport();
int runDiff();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORT_REPORTCOMMANDS_H
