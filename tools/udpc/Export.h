//===- Export.h - udpc export ----------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_H
#define UDPC_TOOLS_UDPC_EXPORT_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand ExportCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToExport();

/// What the command line says, once it has been parsed. The exit status.
int runExport();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_H
