//===- Collect.h - udpc collect ------------------------------- -*- C++ -*-===//
//
// The command that ships the profiles of a folder to a fleet's store.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_COLLECT_COLLECT_H
#define UDPC_TOOLS_UDPC_COLLECT_COLLECT_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand CollectCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToCollect();

/// Runs the command with the parsed options. Returns the exit status.
int runCollect();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COLLECT_COLLECT_H
