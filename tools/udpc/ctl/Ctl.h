//===- Ctl.h - udpc ctl --------------------------------------- -*- C++ -*-===//
//
// The command that controls the counting of running processes.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CTL_CTL_H
#define UDPC_TOOLS_UDPC_CTL_CTL_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand CtlCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToCtl();

/// Runs the command with the parsed options. Returns the exit status.
int runCtl();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_CTL_H
