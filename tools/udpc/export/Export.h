//===- Export.h - udpc export --------------------------------- -*- C++ -*-===//
//
// The command that converts profiles and logs to formats of other tools.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_EXPORT_H
#define UDPC_TOOLS_UDPC_EXPORT_EXPORT_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand ExportCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToExport();

/// Runs the command with the parsed options. Returns the exit status.
int runExport();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_EXPORT_H
