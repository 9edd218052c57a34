//===- ReportCommands.h - udpc report, udpc diff ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_REPORTCOMMANDS_H
#define UDPC_TOOLS_UDPC_REPORTCOMMANDS_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand ReportCommand, DiffCommand;

/// Leaves in their help what is ours.
void hideUnrelatedToReports();

/// What the command line says, once it has been parsed. The exit status.
int runReport();
int runDiff();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_REPORTCOMMANDS_H
